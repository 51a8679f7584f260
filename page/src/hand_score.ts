/** The hand in work as Python arranges and scores it. */

import { computed, signal } from "@preact/signals";
import type { BookScore, Evaluation, Hand } from "./answers";
import { ask, askOrRefuse, complaint } from "./complaint";
import { changesOfDeal, dealChanges } from "./deal_preview";
import type { Draft } from "./draft";
import { pythonFault } from "./engines";
import { entryOf, tileCount, WHOLE } from "./entry";
import { draft, isOwnHand, keepDraft } from "./hand_draft";
import { statedFacts } from "./hand_facts";
import { litPattern } from "./hand_marks";
import { handRequest } from "./hand_request";
import { isUnanswered, step } from "./hand_step";
import { type Place, patternPlaces } from "./highlight";
import { namesKnown } from "./names";

export const evaluation = signal<Evaluation | null>(null);
/** The hand by each book; null until they are asked for. */
export const books = signal<readonly BookScore[] | null>(null);

/** The hand that is shown: read from the photo, or entered. */
export const hand = computed<Hand | null>(
  () => evaluation.value?.reading?.hand ?? evaluation.value?.hand ?? null,
);

/** Places of the lit tiles; null while none are lit. */
export const litPlaces = computed<ReadonlySet<Place> | null>(() => {
  const scored = evaluation.value?.score;
  if (hand.value === null || scored == null || !("score" in scored)) return null;
  const item = scored.score?.items.find(({ id }) => id === litPattern.value);
  return item === undefined ? null : patternPlaces(hand.value, item);
});

/** The newest evaluation: what is shown may be older than the draft until it ends. */
let evaluating: Promise<void> = Promise.resolve();

/** The draft that `evaluation` is of; another one where the server could not be reached. */
let evaluated: Draft | null = null;

/** Return whether `evaluation` is of the hand as it is now. */
export function isAnswered(): boolean {
  return evaluated === draft.value;
}

/** What is shown holds for the changed hand, too. */
export function keepAnswer(): void {
  evaluated = draft.value;
}

/** Wait until the hand is scored as it is, as far as it can be. */
export async function answered(): Promise<void> {
  let waited: Promise<void>;
  do {
    waited = evaluating;
    await waited;
  } while (waited !== evaluating);
  if (!isAnswered()) await evaluate();
}

/** Have Python arrange and score the hand as it is. */
export function evaluate(): Promise<void> {
  evaluating = evaluateDraft();
  return evaluating;
}

async function evaluateDraft(): Promise<void> {
  isUnanswered.value = false;
  const current = draft.value;
  const { recognition, typed, entry, photo } = current;
  if (recognition === null && typed === null) {
    if (photo === null) evaluation.value = null;
    if (photo === null) step.value = "start";
    return;
  }
  if (entry != null && tileCount(entry) < WHOLE - 1) {
    evaluation.value = null;
    complaint.value = null;
    step.value = "done";
    return;
  }
  step.value = "scoring";
  const request = handRequest(current);
  const found = await ask<Evaluation>(request);
  await namesKnown();
  const brought = found === null ? null : await changesOfDeal(found);
  const relations = found === null ? null : (await request).relations;
  if (draft.value !== current) return; // changed meanwhile: a later evaluation follows
  if (found !== null) {
    const isShown = books.value !== null;
    books.value = null;
    evaluation.value = found;
    dealChanges.value = brought;
    if (isShown) void scoreByBooks();
  }
  if (found?.hand !== undefined && entry == null) {
    draft.value = { ...current, entry: entryOf(found.hand) };
  }
  if (recognition !== null && relations && relations !== recognition.relations) {
    draft.value = { ...current, recognition: { ...recognition, relations } };
    if (isOwnHand()) void keepDraft();
  }
  if (found !== null) evaluated = draft.value;
  isUnanswered.value = found === null && complaint.value === null;
  // what is shown is of other rules, or of other tiles
  if (isUnanswered.value && pythonFault.value === null) evaluation.value = null;
  step.value = found === null && typed !== null && entry == null ? "start" : "done";
}

/** Score the hand by each book, in full. */
export async function scoreByBooks(): Promise<void> {
  const shown = evaluation.value;
  if (shown?.record == null) return;
  const found = await ask<{ books: readonly BookScore[] }>(booksRequest(shown.record));
  if (found !== null && evaluation.value === shown) books.value = found.books;
}

function booksRequest(record: object): object {
  return { do: "books", record, winner_stated: "seat" in statedFacts.value };
}

/** Get the hand's texts in the chosen language; return what shows them. */
export async function translateHand(): Promise<() => void> {
  const current = draft.value;
  const shown = evaluation.value;
  if (shown === null) return complaint.value === null ? () => undefined : () => void evaluate();
  const found = await askOrRefuse<Evaluation>(handRequest(current));
  const record = books.value === null ? null : found.record;
  const full =
    record == null
      ? null
      : await askOrRefuse<{ books: readonly BookScore[] }>(booksRequest(record));
  return () => {
    if (draft.value !== current || evaluation.value !== shown || found.error !== undefined) {
      void evaluate();
      return;
    }
    evaluation.value = found;
    if (full !== null && full.error === undefined) books.value = full.books;
  };
}
