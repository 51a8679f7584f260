import { doubtfulTiles } from "../doubt";
import { draft } from "../hand_draft";
import { chosen } from "../hand_marks";
import { evaluation, hand, litPlaces } from "../hand_score";
import { enterShownHand } from "../hand_steps";
import { lastAnswer } from "../last_answer";
import { text } from "../texts";
import { Face } from "./face";
import { HandTiles } from "./hand_tiles";

/** The hand that was read from a photo. */
export function HandView() {
  const shown = hand.value;
  if (draft.value.typed !== null) return null;
  if (lastAnswer.value !== null) return <LastTiles groups={lastAnswer.value.groups ?? []} />;
  if (shown === null) return null;
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

/** The tiles of the last answer, until it is confirmed. */
function LastTiles({ groups }: { groups: readonly (readonly string[])[] }) {
  return (
    <section class="last-tiles" aria-hidden="true">
      <h2>{text("hand")}</h2>
      <div class="groups">
        {groups.map((kinds, k) => (
          <div class="group" key={k}>
            <div class="tiles">
              {kinds.map((kind, at) => (
                <span class="tile" key={at}>
                  <Face kind={kind} isNamed />
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
