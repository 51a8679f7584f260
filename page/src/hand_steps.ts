/** What a player changes in the hand in work, each a step that undo takes back. */

import type { NearWin } from "./answers";
import type { MarkedHand } from "./draft";
import { changeKind, type Entry, entryOf, NO_TILES, notation } from "./entry";
import { change, draft, remember, stepBack } from "./hand_draft";
import { marking } from "./hand_marks";
import { goOnWithHand } from "./hand_reading";
import { evaluate, evaluation, hand } from "./hand_score";
import { fault } from "./hand_step";

/** Change the entered hand; it is scored as soon as it has 13 or 14 tiles. */
export function enter(step: (entry: Entry) => Entry): void {
  const before = draft.value.entry ?? NO_TILES;
  const entry = step(before);
  if (entry === before) return;
  remember();
  change({ ...draft.value, entry, typed: notation(entry) });
  void evaluate();
}

/** Change the tile with which the hand wins. */
export function takeNearWin(near: NearWin): void {
  if (near.tile !== null) answer(`tile:${near.tile}`, near.new);
  else enter((entry) => changeKind(entry, near.old, near.new, near.is_winning));
}

/** Go on with the hand of a photo as if it had been entered. */
export function enterShownHand(): void {
  const shown = hand.value;
  if (shown !== null) enter(() => entryOf(shown));
}

/** Take these tiles of the photo as the hand. */
export function markHand(marked: MarkedHand): void {
  remember();
  marking.value = null;
  change({ ...draft.value, marked });
  void evaluate();
}

/** Answer a question, or correct a tile (`tile:ID`). */
export function answer(id: string, value: string): void {
  remember();
  change({ ...draft.value, answers: { ...draft.value.answers, [id]: value } });
  void evaluate();
}

export function chooseRules(rules: string): void {
  if (evaluation.value !== null) remember();
  change({ ...draft.value, rules });
  if (evaluation.value !== null) void evaluate();
}

/** Go back by one answer, correction, fact or hand. */
export function undo(): void {
  if (!stepBack()) return;
  fault.value = null;
  void goOnWithHand();
}
