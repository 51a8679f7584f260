import { doubtfulTiles } from "../doubt";
import { chosen, draft, enterShownHand, evaluation, hand, litPlaces } from "../store";
import { text } from "../texts";
import { HandTiles } from "./hand_tiles";

/** The hand that was read from a photo. */
export function HandView() {
  const shown = hand.value;
  if (shown === null || draft.value.typed !== null) return null;
  if (evaluation.value?.reading?.tiles.length === 0) return null; // `PhotoTools` has the ways on
  const doubtful = doubtfulTiles(evaluation.value?.reading, draft.value.answers);
  const choose = (id: number) => {
    chosen.value = id;
  };
  return (
    <section aria-labelledby="hand-title">
      <h2 id="hand-title">{text("hand")}</h2>
      <HandTiles hand={shown} doubtful={doubtful} lit={litPlaces.value} onPick={choose} />
      <div class="actions">
        {doubtful.length > 0 && (
          <button type="button" onClick={() => choose(doubtful[0]!)}>
            {text("check_doubtful", { count: doubtful.length })}
          </button>
        )}
        <button type="button" class="quiet" onClick={enterShownHand}>
          {text("change_by_tapping")}
        </button>
      </div>
    </section>
  );
}
