import { useState } from "preact/hooks";
import type { Fact } from "../answers";
import { shownValue, state } from "../fact_steps";
import { titleOf } from "../facts";
import { hand } from "../hand_score";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { Dialog } from "./dialog";
import { Face } from "./face";
import { Palette, paletteKinds } from "./palette";
import "./fact_tiles.css";

const COPIES = 4;

/** A fact that is tiles: a tap on one removes it, one on the plus adds another. */
export function FactTiles({ fact }: { fact: Fact }) {
  const [isOpen, setOpen] = useState(false);
  const tiles = shownValue(fact) as readonly string[];
  const add = (kind: string) => {
    setOpen(false);
    state(fact.name, [...tiles, kind]);
  };
  return (
    <fieldset id={`fact-${fact.name}`} class="fact-tiles">
      <legend>{titleOf(fact)}</legend>
      <div class="tiles">
        {tiles.map((kind, place) => (
          <button
            key={place}
            type="button"
            class="tile"
            aria-label={text("remove", { tile: tileName(kind) })}
            onClick={() =>
              state(
                fact.name,
                tiles.filter((_, other) => other !== place),
              )
            }
          >
            <Face kind={kind} />
          </button>
        ))}
        {tiles.length < fact.most && (
          <button
            type="button"
            class="tile empty"
            aria-label={text("one_more", { what: fact.label })}
            onClick={() => setOpen(true)}
          >
            +
          </button>
        )}
      </div>
      {isOpen && (
        <Dialog titleId="fact-tiles-title" onClose={() => setOpen(false)}>
          <div class="row spread">
            <h2 id="fact-tiles-title">{titleOf(fact)}</h2>
            <button type="button" class="quiet" onClick={() => setOpen(false)}>
              {text("close")}
            </button>
          </div>
          <Palette
            kinds={kindsOf(fact)}
            isEnabled={(kind) => countOf(kind, tiles) < (fact.name === "flowers" ? 1 : COPIES)}
            onPick={add}
          />
        </Dialog>
      )}
    </fieldset>
  );
}

/** Return the kinds that the tiles of a fact can be. */
function kindsOf({ name }: Fact): readonly string[] {
  const isFlower = (kind: string) => kind.endsWith("f");
  if (name === "flowers") return paletteKinds(true).filter(isFlower);
  return paletteKinds(true).filter((kind) => /^[1-9][mpsz]$/.test(kind));
}

/** Return how many of a kind are in the hand or among these tiles; a red five is a five. */
function countOf(kind: string, tiles: readonly string[]): number {
  const { concealed = [], winning = null, melds = [] } = hand.value ?? {};
  const held = [...concealed, ...melds.flatMap((meld) => meld.tiles)].map((one) => one.kind);
  const all = [...held, ...(winning === null ? [] : [winning.kind]), ...tiles];
  return all.filter((one) => one.replace("0", "5") === kind).length;
}
