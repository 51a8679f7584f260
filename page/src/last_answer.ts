/** The answer that was shown last: after a reload it stands there until the hand is scored anew. */

import { computed, effect } from "@preact/signals";
import { spot } from "./address";
import { evaluation, handLink, step } from "./store";

/** An answer in words, and the link of its hand. */
export interface LastAnswer {
  readonly link: string;
  readonly total: string;
  readonly pays: string;
}

const KEPT = "handreader.answer";
const kept = load();
let saved: string | null = null;

/** The last answer, while its hand is being scored for the first time; else null. */
export const lastAnswer = computed<LastAnswer | null>(() => {
  const isWaiting = evaluation.value === null && step.value === "scoring";
  return isWaiting && kept?.link === spot.value.part ? kept : null;
});

/** Keep each answer that is shown. */
export function keepAnswers(inWords: () => Omit<LastAnswer, "link"> | null): void {
  effect(() => {
    const link = handLink.value;
    const words = inWords();
    if (link === null || words === null) return;
    const text = JSON.stringify({ link, ...words });
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
