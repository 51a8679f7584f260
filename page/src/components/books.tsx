import type { BookScore, Item } from "../answers";
import { books, draft, evaluation, scoreByBooks } from "../store";
import { text } from "../texts";

/** One rule set of each family. */
const FAMILIES = ["zung-jung", "chinese-official", "mcr", "riichi-ema"];

/** The same hand by each book, side by side. */
export function Books() {
  const scored = evaluation.value?.score;
  if (scored?.state !== "won" && scored?.state !== "no_win") return null;
  const found = books.value;
  const own = draft.value.rules.split(/[-:]/)[0] ?? "";
  const others = scored.others.filter(
    ({ rules }) => FAMILIES.includes(rules) && !rules.startsWith(own),
  );
  if (scored.score === null && others.every(({ total }) => total === null)) return null;
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
        <div class="books">
          {found.map((book) => (
            <Book key={book.rules} book={book} />
          ))}
        </div>
      )}
    </section>
  );
}

function Book({ book }: { book: BookScore }) {
  const { score, why, name } = book;
  return (
    <article class={book.rules === draft.value.rules ? "book own" : "book"}>
      <h3>{name}</h3>
      <p class="book-total">
        {score !== null && why === null ? `${score.total} ${text("points")}` : text("not_a_win")}
      </p>
      {why !== null && <p class="problem">{why}</p>}
      {score !== null && (
        <>
          <ul class="items">
            {score.items.map((item) => (
              <li key={item.id}>
                <span class="points">{pointsText(item)}</span>
                <span title={item.rule}>{item.name}</span>
              </li>
            ))}
          </ul>
          {score.dropped.length > 0 && (
            <details>
              <summary>{text("not_counted")}</summary>
              <ul>
                {score.dropped.map((item) => (
                  <li key={`${item.id} ${item.why}`}>
                    {item.name}, {item.points}: {item.why}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {score.notes.map((note) => (
            <p key={note} class="hint">
              {note}
            </p>
          ))}
          {why === null && (
            <p class="hint">{(score.payments ?? [text("payer_unknown")]).join(" · ")}</p>
          )}
        </>
      )}
    </article>
  );
}

/** Return the points of a pattern, by each time it counts. */
export function pointsText(item: Item): string {
  return item.count > 1 ? `${item.count} × ${item.value}` : String(item.value);
}
