/** The work of reading and scoring: by the device's own workers, or by the table's server. */

import { pyodide, sizes } from "virtual:assets";
import { computed, signal } from "@preact/signals";
import { withoutMetadata } from "./photo";
import type { Adapter } from "./recognition/classifier";
import type { Pixels } from "./recognition/pixels";
import type { QuickLook } from "./recognition/recognizer";
import type { SeenTile } from "./recognition/seen_tile";
import type { RelationInputs, Relations } from "./relation_net";
import { getFrom, isCamera, postTo, sendFile, server } from "./server";
import { Channel } from "./workers/channel";
import type { Finding, LiveLook, Picture, ReadRequest, Recognition } from "./workers/reader";

/** Why the device cannot read or score, and the reason in the browser's words. */
export interface LoadFault {
  readonly code: "load_failed" | "too_old" | "stopped";
  readonly why: string;
}

/** Nothing can be scored: `pythonFault` has the reason, which the page shows. */
export class NoScoring extends Error {}

/** How far a photo is on its way through the server. */
export interface Sending {
  /** The share of it that is sent. */
  readonly share: number;
  /** How many photos are read before it; null while it is unknown. */
  readonly before: number | null;
}

const RUNTIME_BYTES = 14_300_000;
const TOTAL_BYTES = RUNTIME_BYTES + sizes.finder + sizes.namer + sizes.bodies + sizes.relations;
const KEPT = "handreader.reads";
const KEPT_SET = "handreader.set";
const EVERY = 1000; // milliseconds between looks at the queue
const MOST_LETTERS = 200; // of a reason

/** Whether the user prefers the server's reader. */
export const prefersServer = signal(server !== null && readKept(KEPT) === "server");
/** The taught set of tiles with which the server reads; "" for the one in use there. */
export const chosenSet = signal(readKept(KEPT_SET) ?? "");
/** Why the device cannot score. */
export const pythonFault = signal<LoadFault | null>(null);
/** Why the device cannot read photos. */
export const netsFault = signal<LoadFault | null>(null);
export const sending = signal<Sending | null>(null);
const loaded = signal(0);

export const percent = computed(() => Math.min(99, Math.round((100 * loaded.value) / TOTAL_BYTES)));
/** Why hands cannot be scored, or photos not be read; null where the table's server does it. */
export const deviceFault = computed(() =>
  server === null ? (pythonFault.value ?? netsFault.value) : null,
);
/** Whether the server scores. */
const scoresOnServer = computed(
  () => server !== null && (prefersServer.value || pythonFault.value !== null),
);
/** Whether the server reads photos. */
export const readsOnServer = computed(
  () => server !== null && (prefersServer.value || netsFault.value !== null),
);

let reader: Channel | null = null;
let python: Channel | null = null;
/** Whether there are workers is known then. */
let begun: Promise<unknown> = Promise.resolve();
let opened: Promise<unknown> = Promise.resolve();
let nets: Promise<unknown> = Promise.resolve();

/** Start the device's workers once it is known what this phone does: a camera reads and scores nothing. */
export function startWorkersFor(role: Promise<unknown>): void {
  begun = role.then(() => {
    if (!isCamera.value) startWorkers();
  });
}

/** Start the device's workers, unless the server does their work. */
function startWorkers(): void {
  if (prefersServer.value || reader !== null) return;
  startReader();
  startPython();
}

/** Start those workers again that could not open. */
export function restartWorkers(): void {
  loaded.value = 0;
  if (netsFault.value !== null) {
    reader?.close();
    startReader();
  }
  if (pythonFault.value !== null) {
    python?.close();
    startPython();
  }
}

function startReader(): void {
  const worker = new Worker(new URL("./workers/reader.ts", import.meta.url), { type: "module" });
  reader = new Channel(worker, count);
  netsFault.value = null;
  nets = reader.ask(null).catch((error) => {
    netsFault.value = loadFault(error);
  });
}

function startPython(): void {
  const worker = new Worker(new URL("./workers/python.ts", import.meta.url), { type: "module" });
  python = new Channel(worker, count);
  pythonFault.value = null;
  opened = python.ask({ open: new URL(pyodide, document.baseURI).href }).catch((error) => {
    pythonFault.value = loadFault(error);
  });
}

function count(bytes: number): void {
  loaded.value += bytes;
}

/** Wait until hands can be scored, or never will be here. */
export async function scoringOpened(): Promise<void> {
  await begun;
  await opened;
}

/** Wait until photos can be read, or never will be here. */
export async function readingOpened(): Promise<void> {
  await begun;
  await nets;
}

/** Choose who reads and scores, and remember it. */
export function preferServer(isPreferred: boolean): void {
  prefersServer.value = isPreferred;
  keep(KEPT, isPreferred ? "server" : "device");
  startWorkers();
}

export function chooseSet(name: string): void {
  chosenSet.value = name;
  keep(KEPT_SET, name);
}

/** Ask Python, here or on the server (`handreader.web.browser_worker`).
 *
 * @throws NoScoring where neither can be had; ServerError where the server refuses. */
export async function askPython<T>(request: object): Promise<T> {
  await scoringOpened();
  const isForNet = readsOnServer.value && lacksRelations(request);
  if (scoresOnServer.value || isForNet) return postTo<T>("api/answer", request);
  if (python === null || pythonFault.value !== null) throw new NoScoring(pythonFault.value?.why);
  let answer: string;
  try {
    answer = await python.ask<string>({ json: JSON.stringify(request) });
  } catch (error) {
    pythonFault.value = { code: "stopped", why: reason(error) };
    return askPython<T>(request);
  }
  return JSON.parse(answer);
}

/** Return whether a request is of a photo's tiles, of which the relation net has said nothing. */
function lacksRelations(request: object): boolean {
  return "tiles" in request && !("relations" in request && request.relations);
}

/** Have the relation net here say what the tiles are in a request of a photo; null where the server
 * answers, which has the net, too.
 *
 * @throws NoScoring where neither can be had. */
export async function findRelations(request: object): Promise<Relations | null> {
  await scoringOpened();
  if (scoresOnServer.value || readsOnServer.value) return null;
  const { inputs } = await askPython<{ readonly inputs?: RelationInputs | null }>({
    ...request,
    do: "relation_inputs",
  });
  if (inputs == null) return null; // no tiles, or an error that the request itself gives, too
  try {
    return await askReader<Relations>({ relate: inputs });
  } catch (error) {
    netsFault.value ??= { code: "stopped", why: reason(error) };
    if (server === null) throw new NoScoring(netsFault.value.why);
    return null;
  }
}

/** Look at a picture of the live camera; null while the device cannot. */
export async function lookAt(pixels: Pixels, adapter: Adapter | null): Promise<LiveLook | null> {
  if (reader === null || netsFault.value !== null) return null;
  return findTiles(await askReader<Finding & QuickLook>({ look: pixels, adapter }, pixels));
}

/** Have Python decide which boxes are tiles.
 *
 * @throws as `askPython`. */
async function findTiles<F extends Finding>({ found, ...rest }: F) {
  if (found.length === 0) return { ...rest, tiles: [] };
  const { width, height } = rest;
  const request = { do: "tiles", boxes: found, width, height };
  const { tiles, error } = await askPython<{ tiles: SeenTile[]; error?: string }>(request);
  if (error !== undefined) throw new Error(error);
  return { ...rest, tiles };
}

/** Ask the device's reader; the picture moves to it.
 *
 * @throws where the device cannot read photos. */
export async function askReader<T>(request: ReadRequest, picture?: Picture): Promise<T> {
  if (reader === null || netsFault.value !== null) throw new Error(netsFault.value?.why);
  if (picture === undefined) return reader.ask<T>(request);
  return reader.ask<T>(request, ["data" in picture ? picture.data.buffer : picture]);
}

/** Read a decoded photo here, or the photo on the server, where the device cannot, too. */
export async function readTiles(
  photo: Blob,
  picture: Picture,
  adapter: Adapter | null,
): Promise<Recognition> {
  await begun;
  if (readsOnServer.value || reader === null) return readOnServer(photo);
  try {
    return await findTiles(await askReader<Finding>({ read: picture, adapter }, picture));
  } catch (error) {
    if (server === null) throw error;
    return readOnServer(photo); // too little memory here
  }
}

async function readOnServer(photo: Blob): Promise<Recognition> {
  sending.value = { share: 0, before: null };
  const timer = setInterval(() => void lookAtQueue(), EVERY);
  try {
    const chosen = chosenSet.value === "" ? "" : `?set=${encodeURIComponent(chosenSet.value)}`;
    const copy = await withoutMetadata(photo);
    return await sendFile<Recognition>(`api/tiles${chosen}`, copy, (share) => {
      if (sending.value !== null) sending.value = { ...sending.value, share };
    });
  } finally {
    clearInterval(timer);
    sending.value = null;
  }
}

async function lookAtQueue(): Promise<void> {
  if (sending.value?.share !== 1) return;
  const found = await getFrom<{ place: number | null }>("api/place").catch(() => null);
  if (found !== null && sending.value !== null) {
    sending.value = { ...sending.value, before: found.place };
  }
}

function loadFault(error: unknown): LoadFault {
  const isOld =
    typeof WebAssembly === "undefined" || /CompileError|simd|LinkError/i.test(String(error));
  return { code: isOld ? "too_old" : "load_failed", why: reason(error) };
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MOST_LETTERS);
}

function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // private mode
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // private mode: the choice lasts until the page is closed
  }
}
