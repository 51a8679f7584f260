/** The questions of a photo that are still to be asked. */

import type { Evaluation, Question } from "./answers";

const WHICH_TILE = "winning_tile";

/** Return the questions whose answers change something: where the tiles make no winning hand, it is
 * the same whichever of them won. */
export function openQuestions(found: Evaluation | null): readonly Question[] {
  const questions = found?.reading?.questions ?? [];
  const scored = found?.score;
  const isNoHand = scored?.state === "no_win" && scored.score === null;
  return isNoHand ? questions.filter(({ id }) => id !== WHICH_TILE) : questions;
}
