import { useState } from "preact/hooks";
import type { BookScore, Item } from "../answers";
import { draft } from "../hand_draft";
import { books, evaluation, scoreByBooks } from "../hand_score";
import { text } from "../texts";
import { NotCounted } from "./not_counted";
import { dotted } from "./numbers";
import { changesText } from "./total_bar";
import "./books.css";

/** One rule set of each family. */
const FAMILIES = ["zung-jung", "chinese-official", "mcr", "riichi-ema"];

/** The same hand by each rule set, side by side. */
export function Books() {
  const scored = evaluation.value?.score;
  if (scored?.state !== "won" && scored?.state !== "no_win") return null;
  const found = books.value;
  const own = draft.value.rules.split(/[-:]/)[0] ?? "";
  const others = scored.others.filter(
    ({ rules }) => FAMILIES.includes(rules) && !rules.startsWith(own),
  );
  if (scored.score === null && scored.others.every(({ total }) => total === null)) return null;
  return (
    <section aria-labelledby="books-title">
      <h2 id="books-title">{text("other_rules")}</h2>
      {found === null ? (
        <>
          <ul>
            {others.map((other) => (
              <li key={other.rules}>
                {other.name}: {other.total ?? other.why}
              </li>
            ))}
          </ul>
          <button type="button" onClick={() => void scoreByBooks()}>
            {text("in_full")}
          </button>
        </>
      ) : (
        <SideBySide found={found} />
      )}
    </section>
  );
}

/** A line for each rule set: a tap opens it. */
function SideBySide({ found }: { found: readonly BookScore[] }) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <ul class="books">
      {found.map((book) => {
        const isOpen = opened === book.rules;
        return (
          <li key={book.rules} class={book.rules === draft.value.rules ? "book own" : "book"}>
            <button
              type="button"
              class="book-line"
              aria-expanded={isOpen}
              onClick={() => setOpened(isOpen ? null : book.rules)}
            >
              <span>
                <strong>{book.name}</strong>
                <small>{isWin(book) ? patternsText(book) : (book.why ?? "")}</small>
                {isWin(book) && <small>{payersText(book)}</small>}
              </span>
              <span class="book-total">{isWin(book) ? book.score?.total : "\u2013"}</span>
            </button>
            {isOpen && <Book book={book} />}
          </li>
        );
      })}
    </ul>
  );
}

function isWin({ score, why }: BookScore): boolean {
  return score !== null && why === null;
}

/** Return the patterns that count and what the total has beside them: dora, minipoints. */
function patternsText({ score }: BookScore): string {
  const patterns = (score?.items ?? []).map(({ name, points }) => `${name} ${points}`);
  return [patterns.join(", "), ...(score?.notes ?? [])].join(" · ");
}

/** Return who pays how much, in one line. */
function payersText({ score }: BookScore): string {
  return score?.changes == null ? "" : changesText(score.changes);
}

/** A hand by one rule set, in full. */
function Book({ book }: { book: BookScore }) {
  const { score, why } = book;
  if (score === null) return null;
  return (
    <div class="book-full">
      <ul class="items">
        {score.items.map((item) => (
          <li key={item.id}>
            <span class="points">{pointsText(item)}</span>
            <span>
              <strong>{item.name}</strong> <small>{item.rule}</small>
            </span>
          </li>
        ))}
      </ul>
      <NotCounted dropped={score.dropped} />
      {score.notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
      {why === null && <p class="hint">{dotted(score.payments ?? [text("payer_unknown")])}</p>}
    </div>
  );
}

/** Return the points of a pattern, by each time it counts. */
export function pointsText(item: Item): string {
  return item.count > 1 ? `${item.count} × ${item.value}` : String(item.value);
}
