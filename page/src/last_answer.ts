/** The answer that was shown last: after a reload it stands there until the hand is scored anew. */

import { computed, effect } from "@preact/signals";
import type { Hand } from "./answers";
import { draft } from "./hand_draft";
import { evaluation, hand } from "./hand_score";
import { step } from "./hand_step";

/** An answer in words, and what it was asked of. */
export interface LastAnswer {
  readonly asked: string;
  readonly total: string;
  readonly pays: string;
  /** Kinds of the hand's tiles, a group each. */
  readonly groups: readonly (readonly string[])[];
}

type Words = Pick<LastAnswer, "total" | "pays">;

const KEPT = "handreader.answer";
const kept = load();
let saved: string | null = null;
/** What the answer depends on. */
const asked = computed(() => {
  const { typed, photo, rules, answers, facts, marked } = draft.value;
  return JSON.stringify([typed, photo?.size, rules, answers, facts, marked]);
});

/** The last answer, while its hand is being scored for the first time; else null. */
export const lastAnswer = computed<LastAnswer | null>(() => {
  const isWaiting = evaluation.value === null && step.value === "scoring";
  return isWaiting && kept?.asked === asked.value ? kept : null;
});

/** Keep each answer that is shown. */
export function keepAnswers(inWords: () => Words | null): void {
  effect(() => {
    const words = inWords();
    if (words === null || hand.value === null || step.value !== "done") return;
    const groups = kindsOf(hand.value);
    const text = JSON.stringify({ asked: asked.value, ...words, groups });
    if (text !== saved) save(text);
    saved = text;
  });
}

function kindsOf({ concealed, winning, melds, flowers }: Hand): LastAnswer["groups"] {
  const won = winning === null ? [] : [winning];
  return [concealed, won, ...melds.map(({ tiles }) => tiles), flowers]
    .map((tiles) => tiles.map(({ kind }) => kind))
    .filter((kinds) => kinds.length > 0);
}

function load(): LastAnswer | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return null; // private mode
  }
}

function save(text: string): void {
  try {
    localStorage.setItem(KEPT, text);
  } catch {
    // private mode, or no room: nothing stands there after a reload
  }
}
