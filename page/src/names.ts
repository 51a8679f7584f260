/** The names of rulebooks, winds and tiles in the page's language. */

import { computed, signal } from "@preact/signals";
import type { Catalogue, Rulebook } from "./answers";
import { draft } from "./hand_draft";
import { parseRules } from "./rules";

export const catalogue = signal<Catalogue | null>(null);
/** Whether hands can be scored. */
export const isReady = signal(false);

/** The rulebook by which hands are scored; null until the names are here. */
export const shownRulebook = computed<Rulebook | null>(() => {
  const { id } = parseRules(draft.value.rules);
  return catalogue.value?.rulebooks.find((book) => book.id === id) ?? null;
});

export function rulesName(): string {
  return shownRulebook.value?.name ?? "…";
}

/** Until the names of winds and tiles are there no answer is shown: it would have their letters. */
let named: Promise<void> = Promise.resolve();

/** Wait until the names are there. */
export function namesKnown(): Promise<void> {
  return named;
}

/** Have answers wait for these names. */
export function awaitNames(opening: Promise<void>): Promise<void> {
  named = opening;
  return opening;
}
