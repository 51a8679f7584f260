/** The questions of a photo that are still to be asked. */

import type { Evaluation, Question } from "./answers";

const WHICH_TILE = "winning_tile";

/** What is still to be asked: what only a person can say, and what is assumed until one does. */
export interface OpenQuestions {
  readonly needed: readonly Question[];
  readonly assumed: readonly Question[];
}

/** Return the questions that wait for an answer apart from those that have one already. */
export function questionsByNeed(questions: readonly Question[]): OpenQuestions {
  return {
    needed: questions.filter((one) => one.default === null),
    assumed: questions.filter((one) => one.default !== null),
  };
}

/** Return the questions whose answers change something: where the tiles make no winning hand, it is
 * the same whichever of them won. */
export function openQuestions(found: Evaluation | null): readonly Question[] {
  const questions = found?.reading?.questions ?? [];
  const scored = found?.score;
  const isNoHand = scored?.state === "no_win" && scored.score === null;
  return isNoHand ? questions.filter(({ id }) => id !== WHICH_TILE) : questions;
}
