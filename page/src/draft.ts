/** The hand in work and the one before it, kept in IndexedDB: they survive a reload and a closed tab. */

import { runRequest } from "./database";
import type { Entry } from "./entry";
import type { TableHand } from "./watch_store";
import type { Recognition } from "./workers/reader";

/** The tiles that a person marked as the hand, and the picture's edge at which its owner sits. */
export interface MarkedHand {
  readonly only: readonly number[] | null;
  readonly handFrom: string | null;
}

/** The recorded deal that a hand belongs to. */
export interface RecordedDeal {
  /** Id of its game. */
  readonly game: string;
  readonly number: number;
  /** Whether the hand is one more winner's, on the same discard; else it corrects the deal. */
  readonly isJoined: boolean;
}

export interface Draft {
  readonly photo: Blob | null;
  readonly recognition: Recognition | null;
  readonly typed: string | null;
  /** The hand that is entered by tapping. */
  readonly entry?: Entry | null;
  readonly marked?: MarkedHand;
  /** The deal at the watched table that it corrects. */
  readonly table?: TableHand;
  readonly deal?: RecordedDeal;
  readonly rules: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
}

const PLACE = { database: "handreader", store: "drafts" };
const CURRENT = "current";
const EARLIER = "earlier";
/** The photo of the current draft, apart: it is written once, not with every answer. */
const PHOTO = "photo";

export interface KeptDrafts {
  readonly current: Draft | null;
  /** The hand before it, for undo. */
  readonly earlier: Draft | null;
}

let keptPhoto: Blob | null = null;

/** Return the kept drafts; null each where there is none, or where the browser keeps nothing. */
export async function loadDrafts(): Promise<KeptDrafts> {
  try {
    const current = await get<Draft>(CURRENT);
    const photo = await get<Blob>(PHOTO);
    const earlier = await get<Draft>(EARLIER);
    keptPhoto = photo ?? current?.photo ?? null;
    return { current: current && { ...current, photo: keptPhoto }, earlier };
  } catch {
    return { current: null, earlier: null };
  }
}

/** Keep a draft in place of the one before; return whether the browser keeps it, photo and all. */
export async function saveDraft(draft: Draft): Promise<boolean> {
  const { photo } = draft;
  let isKept = true;
  if (photo !== keptPhoto) {
    keptPhoto = photo;
    isKept = await put(PHOTO, photo);
    if (!isKept) {
      await put(PHOTO, null);
      keptPhoto = null;
    }
  }
  return (await put(CURRENT, { ...draft, photo: null })) && isKept;
}

/** Keep the hand that a new one replaces. */
export async function saveEarlier(draft: Draft): Promise<void> {
  await put(EARLIER, draft);
}

async function get<T>(key: string): Promise<T | null> {
  return (await runRequest<T>(PLACE, "readonly", (store) => store.get(key))) ?? null;
}

async function put(key: string, value: Draft | Blob | null): Promise<boolean> {
  try {
    await runRequest(PLACE, "readwrite", (store) => store.put(value, key));
    return true;
  } catch {
    return false; // private mode or a full disk
  }
}
