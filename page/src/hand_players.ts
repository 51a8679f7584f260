/** The players whom the facts of the hand in work name: others may have their seats meanwhile. */

import { untracked } from "@preact/signals";
import { seatNow } from "./deal";
import { type Draft, isKeptByOther, NOBODY } from "./draft";
import { factsOfPlayers } from "./facts";
import { changesByOthers, game } from "./game_store";
import { change, draft, isOwnHand, meanwhile, takeAsOwn } from "./hand_draft";
import { isForTable } from "./hand_facts";
import { evaluate } from "./hand_score";
import { lookAtDraft } from "./other_tab";

/** Return the seats and the number of the open game's next deal. */
export function gameNow(): NonNullable<Draft["statedAt"]> | null {
  const found = game.value;
  return found === null ? null : { seats: found.state.seats, next: found.next };
}

/** The newest step after the players: who records waits for it. */
let following: Promise<void> = Promise.resolve();

/** Wait until the hand has followed the players. */
export function playersFollowed(): Promise<void> {
  return following;
}

/** Other players may have the seats now: the hand of this tab follows them. One that another tab has
 * gone on with, or recorded, is that tab's. */
export function followPlayers(): void {
  void changesByOthers.value;
  void game.value;
  untracked(() => {
    following = following.then(async () => {
      if (!isOwnHand() || !isMoved()) return;
      if (await isKeptByOther()) lookAtDraft();
      else movePlayers();
    });
  });
}

/** Return whether other players have the seats since the hand's were stated. */
function isMoved(): boolean {
  const { deal, statedAt: before, facts, declared = NOBODY } = draft.value;
  const { seat, discarder } = facts;
  const isStated = seat !== undefined || discarder !== undefined || declared.by.length > 0;
  if (deal !== undefined || !isStated) return false;
  if (before === undefined) return changesByOthers.value > 0;
  const now = gameNow();
  return now !== null && now.next !== before.next;
}

/** Move winner and discarder to the seats that they have now, or ask for them again. */
export function movePlayers(): void {
  if (!isMoved()) return;
  const { statedAt: before, facts: stated, declared = NOBODY } = draft.value;
  const now = gameNow();
  if (before === undefined || now === null) {
    const { seat: _, discarder: __, ...facts } = stated;
    meanwhile.value = "meanwhile";
    change({ ...draft.value, facts, declared: NOBODY });
  } else {
    meanwhile.value = "deal_meanwhile";
    const moved = factsOfPlayers(stated, before.seats, now.seats);
    const by = declared.by.map((one) => seatNow(one, before.seats, now.seats));
    const moves = { facts: moved, declared: { ...declared, by } };
    change({ ...draft.value, ...moves, statedAt: now });
  }
  void evaluate();
}

/** Go on with a hand of another tab as this one's own: it follows the players from here. */
export function ownHand(): void {
  if (takeAsOwn()) movePlayers();
}

/** Return that the player who has a seat now won the next hand. */
export function wonBy(seat: string): Partial<Draft> {
  const now = isForTable.value ? null : gameNow();
  return { facts: { seat }, ...(now === null ? {} : { statedAt: now }) };
}
