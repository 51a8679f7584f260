import type { NearWin } from "../answers";
import { evaluation } from "../hand_score";
import { takeNearWin } from "../hand_steps";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { Face } from "./face";
import { percentText } from "./numbers";
import "./near_wins.css";

/** The changes of one tile with which the hand would win. */
export function NearWins() {
  const near = evaluation.value?.near ?? [];
  if (near.length === 0) return null;
  return (
    <section aria-labelledby="near-title" class="near">
      <h2 id="near-title">{text("nearly")}</h2>
      {near.map((one) => (
        <button
          type="button"
          class="change"
          key={`${one.tile} ${one.old} ${one.new}`}
          onClick={() => takeNearWin(one)}
        >
          <span class="tile">
            <Face kind={one.old} isNamed />
          </span>
          <span aria-hidden="true">→</span>
          <span class="tile">
            <Face kind={one.new} isNamed />
          </span>
          <span>
            {nearText(one)}
            {one.patterns.length > 0 && <small>{one.patterns.join(", ")}</small>}
          </span>
        </button>
      ))}
    </section>
  );
}

function nearText({ old, new: kind, total, probability }: NearWin): string {
  const words = { old: tileName(old), kind: tileName(kind), total };
  if (probability === null || probability === 0) return text("near_win", words);
  return text("near_win_likely", { ...words, share: percentText(probability) });
}
