/** The watched table's state, and the actions of people at it. */

import { computed, effect, signal } from "@preact/signals";
import { getFrom, home, isCamera, postTo, ServerError, server, UNREACHABLE } from "./server";
import { language } from "./texts";
import type { WatchState } from "./watch_state";

/** The deal at the watched table that a hand belongs to. */
export interface TableHand {
  readonly deal: number;
  /** The number of the proposal that it corrects. */
  readonly proposal: number;
  /** The players' names by their seats. */
  readonly seats: Readonly<Record<string, string>>;
}

/** A command (`handreader/web/forms/watch_form.py`). */
export type WatchCommand = Readonly<Record<string, unknown>>;
type View = "table" | "hand";

const APART = 250; // milliseconds from an answer to the next request: each waits for news
const AGAIN = 1500; // milliseconds until a server that did not answer is asked again
const PICTURE_APART = 500; // milliseconds between two pictures of the table
const PICTURE_PATIENCE = 20_000; // milliseconds: the server answers within 12 s, with news or without
const KEPT = "handreader.view";

/** What the server stated last; null until it did. */
export const watch = signal<WatchState | null>(null);
/** Why the last look at the table was not answered, in words for the player. */
export const lookFault = signal<string | null>(null);
export const isSeen = computed(() => lookFault.value === null);
/** Why the last command was refused, in the server's words. */
export const watchRefusal = signal<string | null>(null);
/** Address of the table's current picture; null while there is none. */
export const tablePicture = signal<string | null>(null);
/** The picture of the shown hand; null while there is none. */
export const shownPicture = signal<{ readonly address: string; readonly photo: Blob } | null>(null);

/** Whether the server watches a table. */
export const isWatching = computed(() => home.value?.watching === true && !isCamera.value);
const chosenView = signal<View>(readView());
/** The part of the page that is shown: the watched table, or hands and games. */
export const view = computed<View>(() => (isWatching.value ? chosenView.value : "hand"));
/** The game at the watched table while it is watched. */
export const tableNow = computed(() =>
  watch.value === null || watch.value.state === "over" ? null : watch.value.table,
);
/** Whether a camera is on at the table: a game is watched. */
export const isOn = computed(
  () => watch.value !== null && watch.value.state !== "over" && watch.value.state !== "setup",
);

export const tableRules = computed(() => watch.value?.rules);
const round = computed(() => tableNow.value?.round);
const counters = computed(() => (tableNow.value?.riichi ? tableNow.value.counters : undefined));
/** The facts of a win that the watched table knows. */
export const tableFacts = computed<Readonly<Record<string, unknown>>>(() => ({
  ...(round.value === undefined ? {} : { round: round.value }),
  ...(counters.value === undefined ? {} : { counters: counters.value }),
}));

/** Follow the watched table as long as the page is open. */
export function startWatching(): void {
  let isStarted = false;
  effect(() => {
    if (!isWatching.value || isStarted) return;
    isStarted = true;
    void follow();
    void followPicture();
  });
  effect(() => {
    void language.value;
    if (isStarted) void look(false);
  });
}

export function chooseView(wanted: View): void {
  chosenView.value = wanted;
  watchRefusal.value = null;
  try {
    sessionStorage.setItem(KEPT, wanted);
  } catch {
    // private mode: a reload shows the table
  }
  scrollTo({ top: 0 });
}

let commands: Promise<unknown> = Promise.resolve();
let isRecording = false;

/**
 * Send a command, after those that were sent before it; it is made of what the server stated by
 * then. Return whether it was carried out.
 */
export function command(
  make: (now: WatchState) => WatchCommand,
  path = "api/watch",
): Promise<boolean> {
  const sent = commands.then(() => send(make, path));
  commands = sent;
  return sent;
}

async function send(make: (now: WatchState) => WatchCommand, path: string): Promise<boolean> {
  const now = watch.peek();
  if (now === null) return false;
  try {
    take(await postTo<WatchState>(path, make(now)));
    watchRefusal.value = null;
    return true;
  } catch (error) {
    scrollTo({ top: 0 }); // the reason is there, the button may be far below
    await look(false);
    const isUnanswered = error instanceof ServerError && error.code === UNREACHABLE;
    watchRefusal.value = isUnanswered ? null : wordsOf(error); // the page states the former itself
    return false;
  }
}

/** State something about the proposal that is open by then. */
export function answerShown(stated: WatchCommand): void {
  void command(({ proposal }) => ({ do: "answer", proposal: proposal?.number ?? 0, ...stated }));
}

/** Record a win at the table: the corrected one of a proposal, or one of the current deal. */
export async function recordAtTable(record: object, corrected: TableHand | null): Promise<boolean> {
  if (isRecording) return false; // a second tap
  isRecording = true;
  try {
    return await command((now) =>
      corrected === null
        ? { do: "hand", deal: now.table?.deal ?? 0, record }
        : { do: "hand", deal: corrected.deal, proposal: corrected.proposal, record },
    );
  } finally {
    isRecording = false;
  }
}

/** Look at the table again and again. */
async function follow(): Promise<void> {
  const isAnswered = document.hidden || (await look(true));
  setTimeout(follow, isAnswered ? APART : AGAIN);
}

/** Get the table's state, the next one where it `waits`; return whether the server answered. */
async function look(waits: boolean): Promise<boolean> {
  const before = watch.peek();
  const spoken = language.peek();
  const since = waits && before !== null ? `?since=${encodeURIComponent(before.revision)}` : "";
  try {
    const found = await getFrom<WatchState | { readonly unchanged: true }>(`api/watch${since}`);
    lookFault.value = null;
    const isLate = watch.peek() !== before || language.peek() !== spoken;
    if (!("unchanged" in found) && !isLate) take(found);
    return true;
  } catch (error) {
    lookFault.value = wordsOf(error);
    return false;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function take(found: WatchState): void {
  if (placeOf(found) !== placeOf(watch.peek())) watchRefusal.value = null; // of what is past
  watch.value = found;
  void showHand(found);
}

/** Return which deal is played, and what is asked about it. */
function placeOf(found: WatchState | null): string {
  return [found?.log, found?.table?.deal, found?.proposal?.number].join(" ");
}

let shownHand: string | null = null;

/** Fetch the picture of the shown hand, once. */
async function showHand({ log, proposal }: WatchState): Promise<void> {
  const name = proposal?.picture ? `${log} ${proposal.number}` : null; // each game counts from 1
  if (shownHand === name) return;
  shownHand = name;
  const before = shownPicture.peek();
  shownPicture.value = null;
  if (before !== null) URL.revokeObjectURL(before.address);
  if (proposal === null || name === null) return;
  const found = await fetchPicture(`api/watch/shown/${proposal.number}`);
  if (found === null || found === "unchanged" || shownHand !== name) return;
  shownPicture.value = { address: URL.createObjectURL(found.photo), photo: found.photo };
}

/** Show the newest picture of the table, as long as it is looked at. */
async function followPicture(shown: string | null = null): Promise<void> {
  let tag = shown;
  if (view.peek() === "table" && !document.hidden && isOn.peek()) {
    const since = shown === null ? "" : `?since=${encodeURIComponent(shown)}`;
    const found = await fetchPicture(`api/watch/picture${since}`);
    if (found !== "unchanged") {
      tag = found?.tag ?? null;
      const before = tablePicture.peek();
      tablePicture.value = found === null ? null : URL.createObjectURL(found.photo);
      if (before !== null) setTimeout(() => URL.revokeObjectURL(before), PICTURE_APART);
    }
  }
  setTimeout(followPicture, PICTURE_APART, tag);
}

export interface Fetched {
  readonly photo: Blob;
  readonly tag: string | null;
}

/** Fetch a picture; null if there is none. */
export async function fetchPicture(path: string): Promise<Fetched | "unchanged" | null> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PICTURE_PATIENCE);
  const address = new URL(`${server ?? ""}${path}`, document.baseURI).href;
  try {
    const response = await fetch(address, { signal: controller.signal });
    if (response.status === 204) return "unchanged";
    if (!response.ok) return null;
    return { photo: await response.blob(), tag: response.headers.get("x-picture") };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function readView(): View {
  try {
    return sessionStorage.getItem(KEPT) === "hand" ? "hand" : "table";
  } catch {
    return "table"; // private mode
  }
}
