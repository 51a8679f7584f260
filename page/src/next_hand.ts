/** How a hand begins, and what it keeps of a deal that waits for one more winner. */

import { complaint } from "./complaint";
import { type Draft, NOBODY } from "./draft";
import { NO_TILES } from "./entry";
import { change, draft, EMPTY, meanwhile, remember } from "./hand_draft";
import type { LinkedHand } from "./hand_link";
import { marking } from "./hand_marks";
import { evaluate, evaluation } from "./hand_score";
import { fault, step } from "./hand_step";

/** Begin a hand in the place of the one in work, by the same rules. */
export function beginHand(given: Partial<Draft>): void {
  const { photo, typed, deal } = draft.value;
  const isHand = photo !== null || typed !== null;
  if (isHand || deal !== undefined) remember();
  fault.value = null;
  evaluation.value = null;
  complaint.value = null;
  marking.value = null;
  meanwhile.value = null;
  change({ ...EMPTY, rules: draft.value.rules, ...given });
  scrollTo({ top: 0 });
}

/** Return what the next hand keeps of a deal that waits for one more winner's hand. */
export function joinedDeal(): Partial<Draft> {
  const { deal, facts, declared = NOBODY, photo, typed } = draft.value;
  const isWaiting = deal?.isJoined === true && photo === null && typed === null;
  return isWaiting ? { deal, facts, declared } : {};
}

/** Begin a new hand; undo brings the old one back. */
export function clear(): void {
  beginHand({});
  step.value = "start";
}

/** Score a hand in tile notation. */
export async function readText(typed: string): Promise<void> {
  beginHand({ ...joinedDeal(), typed });
  await evaluate();
}

/** Score the hand that a link carries. */
export async function openLinkedHand({ typed, rules, facts }: LinkedHand): Promise<void> {
  beginHand({ typed, facts, ...(rules === "" ? {} : { rules }) });
  await evaluate();
}

/** Go on with a hand of the watched table as if it had been entered. */
export async function enterTableHand(given: Partial<Draft>): Promise<void> {
  beginHand(given);
  await evaluate();
}

/** Begin to enter a hand tile by tile, beside a photo that was not read. */
export function beginEntry(): void {
  const { photo, recognition } = draft.value;
  const entered = { typed: "", entry: NO_TILES };
  if (photo !== null && recognition === null) {
    remember();
    change({ ...draft.value, ...entered });
  } else {
    beginHand({ ...joinedDeal(), ...entered });
  }
  step.value = "done";
}
