/** What the win in work brings each player of the open game, as it would be recorded. */

import { signal } from "@preact/signals";
import type { Evaluation } from "./answers";
import { NOBODY } from "./draft";
import { missingFact } from "./facts";
import { corrected, isJoined, previewDeal, type SeatPoints } from "./game_store";
import { draft } from "./hand_draft";
import { hasDeclared, isForTable, statedFacts } from "./hand_facts";

/** What the win brings each seat as it would be recorded; null where no game is open, or not all
 * is known of it. */
export const dealChanges = signal<readonly SeatPoints[] | null>(null);

/** Return what a win brings each seat of the open game, once it could be recorded. */
export async function changesOfDeal({
  record,
  score,
}: Evaluation): Promise<readonly SeatPoints[] | null> {
  if (record === null || score?.state !== "won" || isForTable.value) return null;
  if (missingFact(statedFacts.value) !== null) return null;
  return previewDeal(happenedNow(record)).catch(() => null);
}

/** How a win ends: the discarder's seat, or null for a winning tile that was drawn. */
export type WinEnding = string | null;

/** Return what a seat gains or loses if the shown win ends so, as it would be recorded; null where it
 * could not be. */
export async function pointsOfEnding(
  record: object | null | undefined,
  ending: WinEnding,
  seat: string,
): Promise<number | null> {
  if (record == null || isForTable.value) return null;
  const ended = { ...record, self_drawn: ending === null, discarder: ending };
  const found = await previewDeal(happenedNow(ended, ending)).catch(() => null);
  return found?.find((one) => one.seat === seat)?.points ?? null;
}

/** Return the entry form (`handreader/web/forms/entry_form.py`) of a win by its tiles. */
export function happenedNow(record: object, discarder = statedFacts.value.discarder): object {
  const { by, onTile } = draft.value.declared ?? NOBODY;
  const winners = [...(isJoined.value ? (corrected.value?.records ?? []) : []), record];
  const ended = { type: "won", winners: winners.map((one) => ({ record: one })) };
  const isOnTile = onTile && hasDeclared(discarder);
  return { riichi: by, ended: { ...ended, on_riichi_tile: isOnTile } };
}
