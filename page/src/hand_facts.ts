/** What is known of the win, and where it can be recorded. */

import { computed } from "@preact/signals";
import type { Facts } from "./facts";
import { rightsOf } from "./game_home";
import { corrected, game, gameFacts, isJoined, knownDiscarder, stateOfDeal } from "./game_store";
import { draft } from "./hand_draft";
import { isLooking } from "./server";
import { isWatching, tableFacts, tableNow } from "./watch_store";

/** What is known of the win: what a person stated, and what the open game knows. */
export const statedFacts = computed<Facts>(() => {
  const { facts, declared } = draft.value;
  const isDeclared = declared?.by.includes(String(facts.seat)) === true;
  const riichi = isDeclared && facts.double_riichi !== true ? { riichi: true } : {};
  // what is on the table is the game's to know; the watched table's hand may be an earlier one
  const known = isForTable.value
    ? { ...tableFacts.value, ...facts }
    : { ...facts, ...riichi, ...gameFacts() };
  // until the winner is stated East is assumed, who may have discarded
  return isJoined.value && "seat" in facts ? { ...known, discarder: knownDiscarder() } : known;
});

/** Whether a win is recorded at the watched table: it corrects one there, or no other game is open. */
export const isForTable = computed(
  () =>
    isWatching.value &&
    (draft.value.table !== undefined || (game.value === null && tableNow.value?.over === false)),
);

/** Whether the hand in work, or the next one, can be recorded as a win here. */
export const isRecordable = computed(() => {
  const isPlayed =
    draft.value.deal === undefined
      ? isForTable.value || game.value?.state.over === false
      : corrected.value !== null;
  const isRefused = isLooking.value || (game.value !== null && !rightsOf(game.value).record);
  return isPlayed && !isRefused;
});

/** Return whether a player in a seat has declared riichi, now or earlier in the deal. */
export function hasDeclared(seat: unknown): boolean {
  const before = stateOfDeal();
  const player = before?.seats[String(seat)];
  const isBefore = player !== undefined && before?.riichi.includes(player) === true;
  return isBefore || draft.value.declared?.by.includes(String(seat)) === true;
}
