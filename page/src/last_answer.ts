/** The answer that was shown last: after a reload it stands there until the hand is scored anew. */

import { computed, effect } from "@preact/signals";
import { draft, evaluation, step } from "./store";

/** An answer in words, and what it was asked of. */
export interface LastAnswer {
  readonly asked: string;
  readonly total: string;
  readonly pays: string;
}

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
export function keepAnswers(inWords: () => Omit<LastAnswer, "asked"> | null): void {
  effect(() => {
    const words = inWords();
    if (words === null || step.value !== "done") return;
    const text = JSON.stringify({ asked: asked.value, ...words });
    if (text !== saved) save(text);
    saved = text;
  });
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
