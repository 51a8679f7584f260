/** Taught sets of tiles with which this device reads, kept in IndexedDB. */

import { model } from "virtual:assets";
import { signal } from "@preact/signals";
import { runRequest } from "./database";
import { askReader } from "./engines";
import { decodePhoto } from "./photo";
import type { Adapter } from "./recognition/classifier";
import { getFrom } from "./server";
import type { Patch } from "./teaching/views";
import type { Lesson, TaughtTiles } from "./workers/reader";

/** A set in use. */
export interface TileSet {
  readonly name: string;
  readonly adapter: Adapter;
}

interface KeptSet extends TileSet, TaughtTiles {
  /** Name of the net that it was fitted with. */
  readonly namer: string;
}

/** A set of the table's server (`handreader/web/views/tile_set.py`), its arrays in base64. */
interface ServerSet {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly namer: string;
  readonly sheet: string;
  readonly change: string;
  readonly middle: string;
}

/** Sets that are kept; one has at most six pictures of a kind, 5 MB in all. */
export const MOST_SETS = 12;
const PLACE = { database: "handreader-sets", store: "sets" };
const CHOSEN = "handreader.device_set";
const OWN = "own:";
const FROM_SERVER = "server:";
const NAMER = model.split(" ")[1] ?? model;
const NO_TILES: TaughtTiles = { kinds: [], patches: [] };

/** Keys of the kept sets. */
export const setKeys = signal<readonly string[]>([]);
/** Key of the set in use; "" for none. */
export const setInUse = signal(readChosen());

/** The set in use once it is loaded, without its pictures. */
let loaded: (TileSet & { readonly key: string }) | null = null;

/** Return the name of a set as its owner wrote it. */
export function setName(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

/** Return the key under which a set of the table's server is kept. */
export function serverKey(name: string): string {
  return FROM_SERVER + name;
}

export function isOfServer(key: string): boolean {
  return key.startsWith(FROM_SERVER);
}

/** Learn which sets are kept. */
export async function loadSets(): Promise<void> {
  try {
    const keys = await runRequest<string[]>(PLACE, "readonly", (store) => store.getAllKeys());
    setKeys.value = Array.from(new Set([...(keys ?? []), ...setKeys.value])).sort();
  } catch {
    // private mode: none is kept
  }
}

/** Return the set with which photos are read; null for none. */
export async function loadSetInUse(): Promise<TileSet | null> {
  const key = setInUse.value;
  if (key === "") return null;
  if (loaded?.key === key) return loaded;
  const kept = await loadSet(key);
  if (kept === null) {
    use("");
    return null;
  }
  const set = kept.namer === NAMER ? kept : await refit(kept);
  if (set !== kept) await saveSet(key, set);
  loaded = { key, name: set.name, adapter: set.adapter };
  return loaded;
}

/** Read with a kept set from now on, or with one of the table's server; "" for none.
 *
 * @throws ServerError where the server does not give it. */
export async function chooseTileSet(key: string): Promise<void> {
  if (isOfServer(key)) await fetchSet(key);
  use(key);
}

/** Return the key and the pictures of the set that a photo would extend. */
export async function earlierTiles(name: string): Promise<TaughtTiles> {
  const wanted = [OWN + name, FROM_SERVER + name].map(fold);
  const keys = setKeys.value.filter((one) => wanted.includes(fold(one)));
  const key = keys.find((one) => !isOfServer(one)) ?? keys[0];
  return (key === undefined ? null : await loadSet(key)) ?? NO_TILES;
}

/** Return whether a set of this name is a new one, for which there is no room. */
export function hasNoRoom(name: string): boolean {
  const isNew = setKeys.value.every((key) => fold(key) !== fold(OWN + name));
  return isNew && setKeys.value.filter((key) => !isOfServer(key)).length >= MOST_SETS;
}

/** Teach a set from a photo, and read with it from now on; return whether the browser keeps it. */
export async function teachSet(
  name: string,
  photo: Blob,
  lesson: Lesson,
  earlier: TaughtTiles,
): Promise<boolean> {
  const picture = await decodePhoto(photo);
  const taught = await askReader<TaughtTiles & { adapter: Adapter }>(
    { teach: picture, lesson, earlier },
    picture,
  );
  const key = OWN + name;
  const same = setKeys.value.filter((one) => one !== key && fold(one) === fold(key));
  const isKept = await saveSet(key, { name, namer: NAMER, ...taught });
  await Promise.all(same.map(forgetSet));
  loaded = { key, name, adapter: taught.adapter };
  use(key);
  return isKept;
}

/** Forget a kept set; if it was in use, photos are read without one. */
export async function forgetSet(key: string): Promise<void> {
  setKeys.value = setKeys.value.filter((one) => one !== key);
  if (setInUse.value === key) use("");
  await runRequest(PLACE, "readwrite", (store) => store.delete(key)).catch(() => undefined);
}

async function fetchSet(key: string): Promise<void> {
  const query = new URLSearchParams({ name: setName(key) });
  const found = await getFrom<ServerSet>(`api/set?${query}`);
  const { name, kinds, namer } = found;
  const sheet = new Blob([bytesOf(found.sheet)], { type: "image/jpeg" });
  const picture = await decodePhoto(sheet);
  const patches = await askReader<readonly Patch[]>({ split: picture, kinds }, picture);
  const adapter = { change: floatsOf(found.change), middle: floatsOf(found.middle) };
  const kept = { name, kinds, namer, patches, adapter };
  const set = namer === NAMER ? kept : await refit(kept);
  await saveSet(key, set);
  loaded = { key, name, adapter: set.adapter };
}

/** Fit a set with the net that this page has. */
async function refit(set: KeptSet): Promise<KeptSet> {
  const { kinds, patches } = set;
  const adapter = await askReader<Adapter>({ refit: { kinds, patches } });
  return { ...set, adapter, namer: NAMER };
}

function use(key: string): void {
  setInUse.value = key;
  if (loaded?.key !== key) loaded = null;
  try {
    localStorage.setItem(CHOSEN, key);
  } catch {
    // private mode: the choice lasts until the page is closed
  }
}

async function loadSet(key: string): Promise<KeptSet | null> {
  try {
    const found = await runRequest<KeptSet>(PLACE, "readonly", (store) => store.get(key));
    return found ?? null;
  } catch {
    return null;
  }
}

async function saveSet(key: string, set: KeptSet): Promise<boolean> {
  if (!setKeys.value.includes(key)) setKeys.value = [...setKeys.value, key].sort();
  try {
    await runRequest(PLACE, "readwrite", (store) => store.put(set, key));
    return true;
  } catch {
    return false; // private mode or a full disk
  }
}

/** Return a key without case: "Club" and "club" are one set. */
function fold(key: string): string {
  return key.toLowerCase();
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function floatsOf(text: string): Float32Array {
  return new Float32Array(bytesOf(text).buffer);
}

function readChosen(): string {
  try {
    return localStorage.getItem(CHOSEN) ?? "";
  } catch {
    return ""; // private mode
  }
}
