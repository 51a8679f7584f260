/** Photos of an evening, in the order of their times: each is kept until it is a deal, or skipped. */

import { computed, signal } from "@preact/signals";
import { changeValues, runRequest } from "./database";
import { photoTime } from "./photo_time";
import { tellTabs } from "./tabs";

export interface EveningPhoto {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly state: "waiting" | "recording" | "recorded" | "skipped";
  /** The game and its next deal when the recording began. */
  readonly deal?: EveningDeal;
}

export interface EveningDeal {
  readonly game: string;
  readonly next: number;
}

const PLACE = { database: "handreader-evening", store: "photos" };
const LIST = "list";
/** Photos of an evening: no evening has more deals. */
export const MOST = 100;

/** The photos, the earliest first; none while no evening is in work. */
export const photos = signal<readonly EveningPhoto[]>([]);
/** Whether the browser keeps them when the page is closed. */
export const areKept = signal(true);
/** The photo whose turn it is; null where none waits. */
export const nextPhoto = computed<EveningPhoto | null>(
  () => photos.value.find(({ state }) => state === "waiting" || state === "recording") ?? null,
);
/** Whether there were more photos than an evening takes. */
export const areTooMany = signal(false);
/** Photos that the browser has no room for. */
const unkept = new Map<string, Blob>();

/** Bring the kept photos back. */
export async function loadEvening(): Promise<void> {
  try {
    photos.value = listOf(await runRequest(PLACE, "readonly", (store) => store.get(LIST)));
  } catch {
    // private mode: there are none
  }
}

/** Add photos to the evening. */
export async function addPhotos(files: readonly File[]): Promise<void> {
  const times = await Promise.all(files.map(photoTime));
  const added = files.map((file, k): EveningPhoto => {
    const name = file.name.slice(0, 100);
    return { id: newId(), name, time: times[k]!, state: "waiting" };
  });
  const blobs = Object.fromEntries(added.map(({ id }, k) => [id, files[k]!]));
  await changeList((list) => {
    const all = inOrder([...list, ...added]);
    areTooMany.value = all.length > MOST;
    return all.slice(0, MOST);
  }, blobs);
}

/** Return photos in the order of their times; those of one moment by their names. */
export function inOrder(list: readonly EveningPhoto[]): readonly EveningPhoto[] {
  const names = new Intl.Collator("en", { numeric: true });
  return Array.from(list).sort(
    (one, other) => one.time - other.time || names.compare(one.name, other.name),
  );
}

/** Return a photo; null where it is no more. */
export async function photoOf(id: string): Promise<Blob | null> {
  const here = unkept.get(id);
  if (here !== undefined) return here;
  const found = await runRequest(PLACE, "readonly", (store) => store.get(id)).catch(() => null);
  return found instanceof Blob ? found : null;
}

/** Put another photo in the place of one. */
export async function replacePhoto(id: string, file: File): Promise<void> {
  unkept.delete(id);
  const name = file.name.slice(0, 100);
  await changeList((list) => list.map((one) => (one.id === id ? { ...one, name } : one)), {
    [id]: file,
  });
}

/** Begin to record a photo's deal; return whether no other tab did. */
export async function claimPhoto(id: string, deal: EveningDeal): Promise<boolean> {
  let isFree = false;
  await changeList((list) => {
    isFree = list.some((one) => one.id === id && one.state === "waiting");
    return isFree ? withState(list, id, "recording", deal) : list;
  });
  return isFree;
}

/** State what became of a photo: only a waiting one is kept. */
export async function settlePhoto(
  id: string,
  state: "waiting" | "recorded" | "skipped",
): Promise<void> {
  await changeList((list) => withState(list, id, state));
  if (state === "waiting") return;
  unkept.delete(id);
  await runRequest(PLACE, "readwrite", (store) => store.delete(id)).catch(() => undefined);
}

/** End the evening: photos that still wait are no more. */
export async function endEvening(): Promise<void> {
  await runRequest(PLACE, "readwrite", (store) => store.clear()).catch(() => undefined);
  unkept.clear();
  photos.value = [];
  tellTabs("evening");
}

function withState(
  list: readonly EveningPhoto[],
  id: string,
  state: EveningPhoto["state"],
  deal?: EveningDeal,
): readonly EveningPhoto[] {
  return list.map((one) => {
    if (one.id !== id) return one;
    const { name, time } = one;
    return { id, name, time, state, ...(deal === undefined ? {} : { deal }) };
  });
}

/** Change the list as it is kept, and keep photos beside it: no other tab writes between. */
async function changeList(
  change: (list: readonly EveningPhoto[]) => readonly EveningPhoto[],
  blobs: Readonly<Record<string, Blob>> = {},
): Promise<void> {
  let after: readonly EveningPhoto[] = [];
  try {
    await changeValues(PLACE, [LIST], ([kept]) => {
      after = change(listOf(kept));
      return { [LIST]: after, ...blobs };
    });
    tellTabs("evening");
  } catch {
    after = change(photos.value); // private mode, or no room: until the page is closed
    for (const [id, blob] of Object.entries(blobs)) unkept.set(id, blob);
    areKept.value = false;
  }
  photos.value = after;
}

function listOf(kept: unknown): readonly EveningPhoto[] {
  return Array.isArray(kept) ? kept : [];
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (one) =>
    one.toString(16).padStart(2, "0"),
  ).join("");
}
