import { useEffect, useRef, useState } from "preact/hooks";
import {
  add,
  canAdd,
  chooseWinning,
  type Entry,
  type Part,
  removeFlower,
  removeLast,
  removeMeld,
  removeTile,
  tileCount,
  WHOLE,
  winningAt,
} from "../entry";
import { draft } from "../hand_draft";
import { litPlaces } from "../hand_score";
import { enter } from "../hand_steps";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { typeKey } from "../typing";
import { Face } from "./face";
import { lightClass } from "./hand_tiles";
import { Palette, paletteKinds } from "./palette";
import "./entry_view.css";

const PARTS = ["tile", "chow", "pung", "kong", "concealed_kong"] as const;

/** A hand that is entered by tapping or typing tiles: it grows, and is scored when it is whole. */
export function EntryView() {
  const { entry } = draft.value;
  return entry == null || draft.value.typed === null ? null : <EntryForm entry={entry} />;
}

function EntryForm({ entry }: { entry: Entry }) {
  const [part, setPart] = useState<Part>("tile");
  const [selected, setSelected] = useState<number | null>(null);
  useTypedTiles();
  const count = tileCount(entry);
  const won = winningAt(entry);
  const isFull = count >= WHOLE;
  return (
    <section aria-labelledby="entry-title" class={isFull ? "entry full" : "entry"}>
      <div class="row spread">
        <h2 id="entry-title">{text("hand")}</h2>
        <span class="count" role="status">
          {text("count", { count, whole: WHOLE })}
        </span>
      </div>
      <EnteredTiles
        entry={entry}
        won={won}
        selected={selected}
        onSelect={(at) => setSelected(at === selected ? null : at)}
      />
      {selected !== null && entry.tiles[selected] !== undefined && (
        <div class="actions">
          {isFull && selected !== won && (
            <button
              type="button"
              onClick={() => {
                enter((now) => chooseWinning(now, selected));
                setSelected(null);
              }}
            >
              {text("set_winning", { tile: tileName(entry.tiles[selected]!) })}
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              enter((now) => removeTile(now, selected));
              setSelected(null);
            }}
          >
            {text("remove", { tile: tileName(entry.tiles[selected]!) })}
          </button>
        </div>
      )}
      {!isFull && (
        <>
          <div class="segments" role="group" aria-label={text("tap_adds")}>
            {PARTS.map((one) => (
              <button
                key={one}
                type="button"
                class="segment"
                aria-pressed={part === one}
                onClick={() => setPart(one)}
              >
                {text(`part_${one}`)}
              </button>
            ))}
          </div>
          <p class="hint">{text(`hint_${part}`)}</p>
        </>
      )}
      {isFull && <p class="hint">{text("hint_full")}</p>}
      <Palette
        kinds={paletteKinds(false).filter((kind) => !isFull || kind.endsWith("f"))}
        isEnabled={(kind) => canAdd(entry, part, kind)}
        onPick={(kind) => {
          enter((now) => add(now, part, kind));
          setPart("tile");
          setSelected(null);
        }}
      />
    </section>
  );
}

/** The tiles so far, in order; the winning one apart, sets and flowers behind. */
function EnteredTiles({
  entry,
  won,
  selected,
  onSelect,
}: {
  entry: Entry;
  won: number | null;
  selected: number | null;
  onSelect: (at: number) => void;
}) {
  const order = Object.keys(entry.tiles)
    .map(Number)
    .filter((at) => at !== won)
    .sort((one, other) => rank(entry.tiles[one]!) - rank(entry.tiles[other]!));
  const tile = (at: number, place: string) => (
    <button
      key={at}
      type="button"
      class={`tile ${lightClass(litPlaces.value, place)}`}
      aria-pressed={selected === at}
      aria-label={tileName(entry.tiles[at]!)}
      onClick={() => onSelect(at)}
    >
      <Face kind={entry.tiles[at]!} />
    </button>
  );
  return (
    <div class="groups entered">
      <div class="group">
        <h3>{text("in_hand")}</h3>
        <div class="tiles">
          {order.map((at, place) => tile(at, `h${place}`))}
          {won === null && tileCount(entry) < WHOLE && <span class="tile empty" />}
        </div>
      </div>
      {won !== null && (
        <div class="group">
          <h3>{text("winning")}</h3>
          <div class="tiles">{tile(won, "w")}</div>
        </div>
      )}
      {entry.melds.map((meld, k) => (
        <div class="group" key={`${k} ${meld.tiles.join("")}`}>
          <h3>{text(`part_${meld.part}`)}</h3>
          <button
            type="button"
            class="tiles set"
            aria-label={text("remove", { tile: meld.tiles.map(tileName).join(", ") })}
            onClick={() => enter((now) => removeMeld(now, k))}
          >
            {meld.tiles.map((kind, at) => (
              <span class={`tile ${lightClass(litPlaces.value, `m${k}.${at}`)}`} key={at}>
                <Face kind={kind} />
              </span>
            ))}
          </button>
        </div>
      ))}
      {entry.flowers.length > 0 && (
        <div class="group">
          <h3>{text("flowers")}</h3>
          <div class="tiles">
            {entry.flowers.map((kind, at) => (
              <button
                key={kind}
                type="button"
                class={`tile ${lightClass(litPlaces.value, `f${at}`)}`}
                aria-label={text("remove", { tile: tileName(kind) })}
                onClick={() => enter((now) => removeFlower(now, at))}
              >
                <Face kind={kind} />
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

/** Return the order of a kind in a hand, the same as in Python: suits, then ranks, a red five first. */
function rank(kind: string): number {
  const red = kind.startsWith("0");
  return 100 * "mpszf".indexOf(kind[1] ?? "") + 10 * (red ? 5 : Number(kind[0])) - Number(red);
}

/** Add tiles that are typed anywhere outside a text field; Backspace removes the last one. */
function useTypedTiles(): void {
  const digits = useRef("");
  useEffect(() => {
    const type = (event: KeyboardEvent) => {
      const at =
        event.target instanceof Element ? event.target.closest("input, select, dialog") : null;
      if (at !== null || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Backspace") {
        enter(removeLast);
        return;
      }
      const typed = typeKey(digits.current, event.key);
      if (typed === null) return;
      digits.current = typed.digits;
      enter((entry) => typed.kinds.reduce((hand, kind) => add(hand, "tile", kind), entry));
    };
    addEventListener("keydown", type);
    return () => removeEventListener("keydown", type);
  }, []);
}
