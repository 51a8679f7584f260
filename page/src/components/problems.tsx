import { evaluation } from "../hand_score";
import { enterShownHand } from "../hand_steps";
import { text } from "../texts";
import { inWords } from "../tile_names";
import { PhotoButton } from "./photo_button";

/** The problem of tiles that lie beside the hand. */
export const IGNORED = "ignored";

/** What keeps the hand from being scored. */
export function Problems() {
  const found = evaluation.value;
  const problems = photoProblems(true);
  const faults = found?.score?.state === "faulty" ? found.score.faults : [];
  const why = found?.why == null ? [] : [found.why];
  if (problems.length + faults.length + why.length === 0) return null;
  return (
    <section>
      {problems.map((problem) => (
        <p key={problem.text} class="problem">
          {inWords(problem.text)}
        </p>
      ))}
      {[...faults, ...why].map((sentence) => (
        <p key={sentence} class="problem">
          {sentence}
        </p>
      ))}
      {problems.length > 0 && (
        <div class="actions">
          <button type="button" onClick={enterShownHand}>
            {text("change_by_tapping")}
          </button>
          <PhotoButton label={text("choose_other")} isCamera={false} isOther />
        </div>
      )}
    </section>
  );
}

/** What was seen beside the hand, which keeps nothing from being scored; `PhotoTools` counts the
 * ignored tiles. */
export function Remarks() {
  const remarks = photoProblems(false).filter(({ code }) => code !== IGNORED);
  return remarks.map((remark) => (
    <p key={remark.text} class="hint">
      {inWords(remark.text)}
    </p>
  ));
}

function photoProblems(isFatal: boolean) {
  const problems = evaluation.value?.reading?.problems ?? [];
  return problems.filter(({ fatal }) => fatal === isFatal);
}
