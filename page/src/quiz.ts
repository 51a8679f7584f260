/** The quiz: what is asked about a hand, what is chosen, and the verdict. Python asks and judges. */

import type { Hand, Score } from "./answers";

/** One thing that is asked about a hand, with answers to choose from. */
export interface QuizPart {
  readonly ask: string;
  readonly text: string;
  /** Whether several choices can be right. */
  readonly is_multiple: boolean;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** How a level went so far. */
interface Counts {
  readonly answered: number;
  readonly right_so_far: number;
  /** How many missed questions will come again. */
  readonly cards: number;
}

export interface QuizQuestion extends Counts {
  readonly rules: string;
  readonly title: string;
  readonly level: number;
  /** Whether it was missed before. */
  readonly is_again: boolean;
  readonly record: object;
  readonly hand: Hand;
  readonly facts: readonly string[];
  readonly parts: readonly QuizPart[];
}

export interface QuizVerdict extends Counts {
  readonly is_right: boolean;
  readonly remarks: readonly { readonly text: string; readonly ref: string }[];
  /** The values of the right choices, by what is asked. */
  readonly right: Readonly<Record<string, readonly string[]>>;
  readonly score: Score;
  /** What is kept for the next question. */
  readonly progress: object;
}

/** The values of the chosen answers, by what is asked. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

/** How a choice looks once the verdict is here. */
export type Mark = "right" | "missed" | "wrong" | "";

/** Return what is chosen after a tap: of several answers it is added or taken back. */
export function choose(chosen: Chosen, part: QuizPart, value: string): Chosen {
  const before = chosen[part.ask] ?? [];
  if (!part.is_multiple) return { ...chosen, [part.ask]: [value] };
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return { ...chosen, [part.ask]: after };
}

/** Return whether everything that is asked has an answer. */
export function isAnswered(question: QuizQuestion, chosen: Chosen): boolean {
  return question.parts.every(({ ask }) => (chosen[ask] ?? []).length > 0);
}

/** Return whether a single tap is the whole answer. */
export function needsOneTap(question: QuizQuestion): boolean {
  return question.parts.length === 1 && question.parts[0]?.is_multiple === false;
}

/** Return how a choice is marked beside the verdict. */
export function markOf(verdict: QuizVerdict, chosen: Chosen, ask: string, value: string): Mark {
  const isRight = verdict.right[ask]?.includes(value) ?? false;
  const isChosen = chosen[ask]?.includes(value) ?? false;
  if (isRight) return isChosen ? "right" : "missed";
  return isChosen ? "wrong" : "";
}
