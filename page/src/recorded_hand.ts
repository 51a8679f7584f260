/** The hand of a deal: recorded in the open game or at the watched table, and taken up again. */

import { goTo, START } from "./address";
import { declaredIn } from "./deal";
import { happenedNow } from "./deal_preview";
import type { Draft } from "./draft";
import type { Evidence, GameEntry } from "./game_home";
import { corrected, game, recordDeal } from "./game_store";
import { change, draft, keepDraft, meanwhile } from "./hand_draft";
import { isForTable } from "./hand_facts";
import { ownHand, playersFollowed } from "./hand_players";
import { recordFacts, recordNotation } from "./hand_record";
import { answered, evaluate, evaluation, isAnswered, keepAnswer } from "./hand_score";
import { step } from "./hand_step";
import { beginHand, clear } from "./next_hand";
import { chooseView, recordAtTable } from "./watch_store";

/** Names of a tile that are kept beside a deal. */
const MOST_NAMES = 3;

/** Record the hand in the open game with what was stated last, and make room for the next one;
 * return whether it is recorded. */
export async function recordHand(): Promise<boolean> {
  const said = meanwhile.value;
  await playersFollowed();
  ownHand();
  await keepDraft(); // another tab that had it in work leaves it to this one
  if (meanwhile.value !== said) return false; // another deal or hand now: the player looks first
  await answered();
  const record = evaluation.value?.record;
  if (record == null || !isAnswered()) return false;
  const isAtTable = isForTable.value;
  const number = corrected.value?.number ?? null;
  const isRecorded = isAtTable
    ? await recordAtTable(record, draft.value.table ?? null)
    : await recordDeal(happenedNow(record), number, evidence());
  if (!isRecorded) return false;
  clear();
  if (isAtTable) chooseView("table");
  else goTo({ place: "game", part: game.value?.id ?? "" });
  return true;
}

/** Take the hand of a recorded deal up again; what is recorded then corrects it. */
export function correctHand(entry: GameEntry): void {
  const [record] = entry.records;
  if (record === undefined) return;
  const facts = recordFacts(record);
  const declared = declaredIn(entry.events);
  beginHand({ typed: recordNotation(record), facts, declared, ...dealOf(entry, false) });
  void evaluate();
}

/** Go on with the hand of another player who won on the same discard. */
export function joinWinner(entry: GameEntry): void {
  const declared = declaredIn(entry.events);
  beginHand({ facts: { self_drawn: false }, declared, ...dealOf(entry, true) });
  step.value = "start";
  goTo(START);
}

function dealOf({ number }: GameEntry, isJoined: boolean): Partial<Draft> {
  const id = game.value?.id;
  return id === undefined ? {} : { deal: { game: id, number, isJoined } };
}

/** What the photo of the hand showed; null for a hand that was entered. */
function evidence(): Evidence | null {
  const { recognition, typed, answers } = draft.value;
  if (recognition === null || typed !== null) return null;
  const { model = "", width, height } = recognition;
  const tiles = recognition.tiles.map(({ quad, names, oriented, existence }) => ({
    quad: quad.map(([x, y]) => [Math.round(x), Math.round(y)]),
    names: names.slice(0, MOST_NAMES).map(([kind, share]) => [kind, Number(share.toFixed(4))]),
    oriented,
    existence: Number(existence.toFixed(4)),
  }));
  return { reading: { model, width, height, tiles, answers } };
}

/** Go on with the photo's hand as with any other: its deal was recorded before. */
export function leaveEvening(): void {
  const { evening: _, ...hand } = draft.value;
  change(hand);
  keepAnswer();
  meanwhile.value = "photo_meanwhile";
}
