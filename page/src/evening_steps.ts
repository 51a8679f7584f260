/** What a player does with the photos of an evening: open the next one, record it, skip it. */

import { effect, signal, untracked } from "@preact/signals";
import { goTo } from "./address";
import {
  addPhotos,
  claimPhoto,
  endEvening,
  loadEvening,
  nextPhoto,
  photoOf,
  photos,
  replacePhoto,
  settlePhoto,
} from "./evening";
import { areGamesOpened, game } from "./game_store";
import { draft, meanwhile } from "./hand_draft";
import { isForTable } from "./hand_facts";
import { readPhoto } from "./hand_reading";
import { fault } from "./hand_step";
import { clear } from "./next_hand";
import { handSpot } from "./places";
import { leaveEvening, recordHand } from "./recorded_hand";
import { onOtherTab } from "./tabs";

/** The photo that could not be opened last. */
export const unopened = signal<string | null>(null);
/** The photo whose deal this tab records now. */
let recorded: string | null = null;

/** Bring the evening back that was in work, and begin one of photos that were shared. */
export async function startEvening(shared: Promise<readonly File[]>): Promise<void> {
  await loadEvening();
  if (isEnded()) await endEvening(); // of an earlier visit
  onOtherTab("evening", () => void loadEvening());
  effect(settleBroken);
  effect(leaveEnded);
  const files = await shared;
  if (files.length < 2) return; // one alone is read as any other
  await gamesOpened();
  await takePhotos(files);
}

function gamesOpened(): Promise<void> {
  return new Promise((resolve) => {
    effect(() => {
      if (areGamesOpened.value) resolve();
    });
  });
}

/** Read a photo; several become the deals of a game. */
export async function takePhotos(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  if (files.length === 1) return readPhoto(first);
  await addPhotos(files);
  if (isInGame()) await openNextPhoto();
  else goTo({ place: "game", part: "" });
}

/** Read a photo in the place of one that shows no win, or could not be opened. */
export async function takeOtherPhoto(file: File): Promise<void> {
  const id = draft.value.evening ?? unopened.value;
  if (id == null || nextPhoto.value?.id !== id) return readPhoto(file);
  await replacePhoto(id, file);
  await readNextPhoto();
}

/** Return whether deals of photos can be recorded now. */
export function isInGame(): boolean {
  return game.value?.state.over === false && !isForTable.value;
}

/** Read the photo whose turn it is. */
export async function openNextPhoto(): Promise<void> {
  const next = nextPhoto.value;
  if (next === null) return;
  if (draft.value.evening === next.id) return goTo(handSpot.value); // it is read already
  await readNextPhoto();
}

async function readNextPhoto(): Promise<void> {
  const next = nextPhoto.value;
  if (next === null) return;
  const photo = await photoOf(next.id);
  if (photo === null) return skipPhoto(); // the browser lost it
  unopened.value = null;
  await readPhoto(photo, next.id);
  if (fault.value !== null && draft.value.evening !== next.id) unopened.value = next.id;
}

/** Leave the photo out whose turn it is, and go on with the next one. */
export async function skipPhoto(): Promise<void> {
  const next = nextPhoto.value;
  if (next === null) return;
  await settlePhoto(next.id, "skipped");
  fault.value = null;
  if (draft.value.evening === next.id) clear();
  await goOn();
}

/** Record the shown hand; of an evening's photo the next one follows. */
export async function recordShownHand(): Promise<void> {
  const id = draft.value.evening;
  const shown = game.value;
  if (id === undefined || shown === null) return void (await recordHand());
  if (recorded === id) return; // a second tap
  recorded = id;
  let isRecorded = false;
  try {
    const isFree = await claimPhoto(id, { game: shown.id, next: shown.next });
    if (!isFree) return leaveEvening();
    isRecorded = await recordHand();
    await settlePhoto(id, isRecorded ? "recorded" : "waiting");
  } finally {
    recorded = null;
  }
  if (isRecorded) await goOn();
}

async function goOn(): Promise<void> {
  if (nextPhoto.value !== null && isInGame()) await openNextPhoto();
  else goTo({ place: "game", part: game.value?.id ?? "" });
}

/** The hand, the game and its deal in which the last photo was settled; null while photos wait. */
let endedIn: readonly unknown[] | null = null;

/** What became of the photos is no more shown once a hand, a deal or another game follows. */
function leaveEnded(): void {
  const { photo, typed } = draft.value;
  const now = [photo ?? typed, game.value?.id, game.value?.next];
  const before = isEnded() ? (endedIn ?? now) : null;
  endedIn = before;
  // a hand that is put away is none that follows
  if (before?.some((one, at) => now[at] != null && now[at] !== one)) {
    untracked(() => void endEvening());
  }
}

/** Return whether each of the photos is a deal, or was skipped. */
function isEnded(): boolean {
  return photos.value.length > 0 && nextPhoto.value === null;
}

/** The page was closed while a deal was recorded: the game has it, or the photo still waits. */
function settleBroken(): void {
  const broken = photos.value.find(({ id, state }) => state === "recording" && id !== recorded);
  const shown = game.value;
  if (!areGamesOpened.value || broken?.deal === undefined || shown === null) return;
  const isThere = shown.id === broken.deal.game && shown.next > broken.deal.next;
  untracked(() => {
    void settlePhoto(broken.id, isThere ? "recorded" : "waiting");
    if (isThere && draft.value.evening === broken.id && meanwhile.value === null) clear();
  });
}
