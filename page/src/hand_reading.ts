/** A hand that is read from a photo, or seen by the live camera. */

import type { Evaluation } from "./answers";
import { askOrRefuse, complaint } from "./complaint";
import type { Draft } from "./draft";
import { deviceFault, readsOnServer, readTiles } from "./engines";
import { gameFacts } from "./game_store";
import { change, draft, EMPTY, isStepBefore, stepBack } from "./hand_draft";
import { isForTable } from "./hand_facts";
import { movePlayers } from "./hand_players";
import { handRequest } from "./hand_request";
import { evaluate } from "./hand_score";
import { type Fault, fault, step } from "./hand_step";
import { beginHand, joinedDeal } from "./next_hand";
import { PhotoFault } from "./photo";
import { decodeWithPreview } from "./preview";
import { ServerError } from "./server";
import { loadSetInUse } from "./tile_sets";
import { tableFacts } from "./watch_store";
import type { Recognition } from "./workers/reader";

/** Read a photo, perhaps one of an evening's. */
export async function readPhoto(photo: Blob, evening?: string): Promise<void> {
  const before = draft.value;
  const of = evening === undefined ? joinedDeal() : { evening };
  beginHand({ ...of, photo });
  await recognize(photo, before);
}

/** Score a hand that the live camera sees, as the next one; null where Python refuses. */
export async function evaluateLive(recognition: Recognition): Promise<Evaluation | null> {
  const { facts = {} } = joinedDeal();
  const known = isForTable.value ? tableFacts.value : gameFacts();
  const { rules } = draft.value;
  const request = handRequest({ ...EMPTY, recognition, rules }, { facts: { ...known, ...facts } });
  const found = await askOrRefuse<Evaluation>(request);
  return found.error === undefined ? found : null;
}

/** Go on with a hand that the live camera saw, the picture that it was read in, and who won. */
export async function keepLiveHand(
  photo: Blob,
  recognition: Recognition,
  won: Partial<Draft>,
): Promise<void> {
  const joined = joinedDeal();
  const facts = { ...joined.facts, ...won.facts };
  beginHand({ ...joined, ...won, facts, photo, recognition });
  movePlayers(); // another deal may have been recorded since
  await evaluate();
}

/** Go on with the hand as it is: read its photo where that was not read, or score it. */
export async function goOnWithHand(): Promise<void> {
  const { photo, recognition, typed } = draft.value;
  if (photo !== null && recognition === null && typed === null) await recognize(photo);
  else await evaluate();
}

/** Read the draft's photo; `before` is what was there before it. */
async function recognize(photo: Blob, before: Draft = EMPTY): Promise<void> {
  step.value = "reading";
  fault.value = null;
  complaint.value = null;
  try {
    const recognition = await readWithSet(photo);
    if (draft.value.photo !== photo) return; // another photo was taken meanwhile
    change({ ...draft.value, recognition });
    await evaluate();
  } catch (error) {
    if (draft.value.photo !== photo || draft.value.typed !== null) return;
    if (error instanceof PhotoFault) forgetPhoto(before, { code: error.code, why: error.message });
    else keepPhoto(error);
  }
}

/** Read a photo with the taught set in use. */
async function readWithSet(photo: Blob): Promise<Recognition> {
  const picture = await decodeWithPreview(photo);
  const set = readsOnServer.value ? null : await loadSetInUse();
  const found = await readTiles(photo, picture, set?.adapter ?? null);
  return set === null || found.reading !== undefined ? found : { ...found, set: set.name };
}

/** Go back to what was there before a file that does not open. */
function forgetPhoto(before: Draft, why: Fault): void {
  step.value = "start";
  if (isStepBefore(before) && stepBack()) void goOnWithHand();
  else change({ ...before, rules: draft.value.rules });
  fault.value = why;
}

/** Keep a photo that was not read for another try; where the device reads none, that is shown. */
function keepPhoto(error: unknown): void {
  if (error instanceof ServerError) fault.value = { code: "server_failed", why: error.message };
  else if (deviceFault.value === null) fault.value = { code: "read_failed", why: String(error) };
  step.value = "start";
}

/** Read the photo once more. */
export function readAgain(): void {
  const { photo } = draft.value;
  if (photo !== null) void recognize(photo);
}
