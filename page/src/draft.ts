/** The hand in work and the one before it, kept in IndexedDB: they survive a reload and a closed tab. */

import { runRequest } from "./database";
import type { Entry } from "./entry";
import type { Recognition } from "./workers/reader";

/** The tiles that a person marked as the hand, and the picture's edge at which its owner sits. */
export interface MarkedHand {
  readonly only: readonly number[] | null;
  readonly handFrom: string | null;
}

export interface Draft {
  readonly photo: Blob | null;
  readonly recognition: Recognition | null;
  readonly typed: string | null;
  /** The hand that is entered by tapping. */
  readonly entry?: Entry | null;
  readonly marked?: MarkedHand;
  readonly rules: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
}

const PLACE = { database: "handreader", store: "drafts" };
const CURRENT = "current";
const EARLIER = "earlier";

export interface KeptDrafts {
  readonly current: Draft | null;
  /** The hand before it, for undo. */
  readonly earlier: Draft | null;
}

/** Return the kept drafts; null each where there is none, or where the browser keeps nothing. */
export async function loadDrafts(): Promise<KeptDrafts> {
  try {
    const current = await runRequest<Draft>(PLACE, "readonly", (store) => store.get(CURRENT));
    const earlier = await runRequest<Draft>(PLACE, "readonly", (store) => store.get(EARLIER));
    return { current: current ?? null, earlier: earlier ?? null };
  } catch {
    return { current: null, earlier: null };
  }
}

/** Keep a draft in place of the one before; return whether the browser keeps it, photo and all. */
export async function saveDraft(draft: Draft): Promise<boolean> {
  if (await put(CURRENT, draft)) return true;
  await put(CURRENT, { ...draft, photo: null });
  return false;
}

/** Keep the hand that a new one replaces. */
export async function saveEarlier(draft: Draft): Promise<void> {
  await put(EARLIER, draft);
}

async function put(key: string, draft: Draft): Promise<boolean> {
  try {
    await runRequest(PLACE, "readwrite", (store) => store.put(draft, key));
    return true;
  } catch {
    return false; // private mode or a full disk
  }
}
