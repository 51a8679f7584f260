import type { Item, Score } from "../answers";
import { text } from "../texts";
import { pointsText } from "./books";
import { NotCounted } from "./not_counted";
import "./explained_score.css";

/** The patterns of a score; a tap on one lights its tiles. */
export function ExplainedScore({
  score,
  lit,
  onLight,
  children,
}: {
  score: Score;
  /** The id of the lit pattern; null while none is. */
  lit: string | null;
  onLight: (id: string | null) => void;
  /** The payments. */
  children?: preact.ComponentChildren;
}) {
  return (
    <>
      <ul class="items">
        {score.items.map((item) => (
          <ItemLine key={item.id} item={item} isLit={lit === item.id} onLight={onLight} />
        ))}
      </ul>
      {score.notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
      <NotCounted dropped={score.dropped} />
      {children}
      {score.other !== null && (
        <p class="hint">
          {text("other_reading", { sets: score.other.read_as, total: score.other.total })}
        </p>
      )}
    </>
  );
}

function ItemLine({
  item,
  isLit,
  onLight,
}: {
  item: Item;
  isLit: boolean;
  onLight: (id: string | null) => void;
}) {
  return (
    <li>
      <button
        type="button"
        class="item"
        aria-pressed={isLit}
        title={text("show_tiles")}
        onClick={() => onLight(isLit ? null : item.id)}
      >
        <span class="points">{pointsText(item)}</span>
        <span>
          <strong>{item.name}</strong>
          <br />
          <small>{item.rule === "" ? item.ref : `${item.ref}: ${item.rule}`}</small>
        </span>
      </button>
    </li>
  );
}
