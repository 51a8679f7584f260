/** The hand in work, and the steps to it that undo takes back. */

import { computed, signal } from "@preact/signals";
import { type Draft, saveDraft } from "./draft";
import { litPattern } from "./hand_marks";
import { fault } from "./hand_step";

export const EMPTY: Draft = {
  photo: null,
  recognition: null,
  typed: null,
  entry: null,
  marked: { only: null, handFrom: null },
  rules: "zung-jung",
  answers: {},
  facts: {},
};
const MOST_UNDO = 50;

export const draft = signal<Draft>(EMPTY);
/** Whether the browser keeps the hand when the page is closed. */
export const isKept = signal(true);
/** What another phone, or tab, did since the win was described: its text. */
export const meanwhile = signal<
  "meanwhile" | "deal_meanwhile" | "hand_meanwhile" | "photo_meanwhile" | null
>(null);
const earlier = signal<readonly Draft[]>([]);
/** Whether the kept hand is there, and so the steps to it. */
export const isOpened = signal(false);
export const canUndo = computed(() => earlier.value.length > 0);

/** Whether the hand is another tab's, and nothing of it was changed here: then that tab has it follow
 * the players, or has just recorded it. */
let isOfOtherTab = false;

/** Show a hand of another tab in the place of this one's. */
export function takeOthersDraft(current: Draft, steps: readonly Draft[]): void {
  earlier.value = steps.map((one) => ({ ...EMPTY, ...one }));
  isOfOtherTab = true;
  draft.value = current;
}

/** Go on with the hand as one that was begun in this tab; return whether it was another's. */
export function takeAsOwn(): boolean {
  const wasOfOther = isOfOtherTab;
  isOfOtherTab = false;
  return wasOfOther;
}

/** Return whether the hand was begun in this tab. */
export function isOwnHand(): boolean {
  return !isOfOtherTab;
}

/** Make the hand as it is a step that undo takes back. */
export function remember(): void {
  fault.value = null;
  earlier.value = [...earlier.value, draft.value].slice(-MOST_UNDO);
}

/** Go on with the hand as one of this tab, and keep it. */
export function change(next: Draft): void {
  isOfOtherTab = false;
  draft.value = next;
  litPattern.value = null;
  void keepDraft();
}

/** Bring the kept steps back, and the hand where there is one. */
export function bringBack(steps: readonly Draft[], current: Draft | null): void {
  const known = steps.map((one) => ({ ...EMPTY, ...one }));
  earlier.value = [...known, ...earlier.value].slice(-MOST_UNDO);
  if (current !== null) draft.value = { ...EMPTY, ...current };
}

/** Go back to the step before; return whether there was one. */
export function stepBack(): boolean {
  const last = earlier.value[earlier.value.length - 1];
  if (last === undefined) return false;
  earlier.value = earlier.value.slice(0, -1);
  change(last);
  return true;
}

/** Return whether this is the step to which undo goes back. */
export function isStepBefore(one: Draft): boolean {
  return earlier.value[earlier.value.length - 1] === one;
}

/** Keep the hand and the steps to it; a hand that another tab kept meanwhile becomes a step. */
export async function keepDraft(): Promise<void> {
  const found = await saveDraft(() => ({ draft: draft.value, steps: earlier.value }));
  isKept.value = found.isKept;
  if (found.other === null) return;
  earlier.value = [...earlier.value, { ...EMPTY, ...found.other }].slice(-MOST_UNDO);
  meanwhile.value = "hand_meanwhile";
}
