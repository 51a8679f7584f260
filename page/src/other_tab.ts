/** The hand that another tab has in work, which this tab shows, too. */

import { isNewer, loadDrafts, takeDrafts } from "./draft";
import { game } from "./game_store";
import { draft, EMPTY, meanwhile, takeOthersDraft } from "./hand_draft";
import { chosen, litPattern, marking } from "./hand_marks";
import { evaluate } from "./hand_score";
import { fault, step } from "./hand_step";

/** The newest look at the kept hand: the next one waits for it. */
let looking: Promise<unknown> = Promise.resolve();

/** Show the hand that another tab has in work. */
export function lookAtDraft(): void {
  looking = looking.then(takeNewerDraft, takeNewerDraft);
}

/** Take the kept draft over where it is another tab's, once its photo is read. */
async function takeNewerDraft(): Promise<void> {
  if (document.hidden || step.value === "reading") return;
  const shown = draft.value;
  const kept = await loadDrafts();
  const { current, steps } = kept;
  if (current === null || !isNewer(kept)) return;
  const { photo, recognition, typed } = current;
  if (photo !== null && recognition === null && typed === null) return;
  if (draft.value !== shown) return takeNewerDraft(); // a step of this tab was faster
  takeDrafts(kept);
  [chosen.value, marking.value, litPattern.value, meanwhile.value] = [null, null, null, null];
  fault.value = null;
  const rules = game.value?.state.rules.id ?? current.rules;
  takeOthersDraft({ ...EMPTY, ...current, rules }, steps);
  await evaluate();
}
