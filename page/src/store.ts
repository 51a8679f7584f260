/** The page's state and its actions: photo → tiles → hand → score. */

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { goTo, START } from "./address";
import type { BookScore, Catalogue, Evaluation, Fact, Hand, NearWin, Rulebook } from "./answers";
import { declaredIn, seatNow, toggled } from "./deal";
import type { Ask } from "./device_games";
import {
  type DeclaredRiichi,
  type Draft,
  isKeptByOther,
  isNewer,
  loadDrafts,
  type MarkedHand,
  openDrafts,
  saveDraft,
  takeDrafts,
} from "./draft";
import {
  askPython,
  deviceFault,
  NoScoring,
  preferServer,
  pythonFault,
  readingOpened,
  readsOnServer,
  readTiles,
  restartWorkers,
  scoringOpened,
  startWorkers,
} from "./engines";
import { changeKind, type Entry, entryOf, NO_TILES, notation, tileCount, WHOLE } from "./entry";
import { type Facts, factsOfPlayers, missingFact, optionOf, withFact } from "./facts";
import { type Evidence, type GameEntry, type HandRecord, rightsOf } from "./game_home";
import {
  changesByOthers,
  corrected,
  game,
  gameFacts,
  handDeal,
  isJoined,
  knownDiscarder,
  openHomes,
  previewDeal,
  recordDeal,
  resumeGame,
  type SeatPoints,
  startGames,
  stateOfDeal,
  translateGames,
} from "./game_store";
import { type LinkedHand, writeLink } from "./hand_link";
import { type Place, patternPlaces } from "./highlight";
import { PhotoFault } from "./photo";
import { decodeWithPreview, previewOf } from "./preview";
import type { KeptRelations } from "./relation_net";
import { relationsOf } from "./relations";
import { parseRules } from "./rules";
import {
  home,
  isLocked,
  isLooking,
  isReachable,
  loadHome,
  postTo,
  ServerError,
  server,
} from "./server";
import { onOtherTab } from "./tabs";
import { asked, language } from "./texts";
import { loadSetInUse, loadSets } from "./tile_sets";
import {
  chooseView,
  isWatching,
  recordAtTable,
  tableFacts,
  tableNow,
  tableRules,
} from "./watch_store";
import type { Recognition } from "./workers/reader";

type Step = "start" | "reading" | "scoring" | "done";
/** Why a photo is not read, and the reason in the browser's words. */
export interface Fault {
  readonly code: PhotoFault["code"] | "read_failed" | "server_failed";
  readonly why: string;
}

/** A request of a hand (`handreader.web.browser_worker`). */
interface HandRequest {
  readonly relations?: KeptRelations | null;
  readonly [field: string]: unknown;
}

const EMPTY: Draft = {
  photo: null,
  recognition: null,
  typed: null,
  entry: null,
  marked: { only: null, handFrom: null },
  rules: "zung-jung",
  answers: {},
  facts: {},
};
const NOBODY: DeclaredRiichi = { by: [], onTile: false };
const MOST_UNDO = 50;
/** Names of a tile that are kept beside a deal. */
const MOST_NAMES = 3;

export const draft = signal<Draft>(EMPTY);
export const evaluation = signal<Evaluation | null>(null);
export const catalogue = signal<Catalogue | null>(null);
export const step = signal<Step>("start");
export const fault = signal<Fault | null>(null);
/** A sentence of Python about what was asked of it. */
export const complaint = signal<string | null>(null);
/** Whether hands can be scored. */
export const isReady = signal(false);
/** Whether photos can be read, too, or never will be. */
export const isLoaded = signal(false);
/** Whether nothing could answer of the hand as it is: a fault of `engines` has the reason. */
export const isUnanswered = signal(false);
/** The tile that is being corrected. */
export const chosen = signal<number | null>(null);
/** The tiles that are being marked as the hand; null while none are. */
export const marking = signal<ReadonlySet<number> | null>(null);
/** The pattern whose tiles are lit. */
export const litPattern = signal<string | null>(null);
/** The hand by each book; null until they are asked for. */
export const books = signal<readonly BookScore[] | null>(null);
/** Whether the browser keeps the hand when the page is closed. */
export const isKept = signal(true);
/** What another phone, or tab, did since the win was described: its text. */
export const meanwhile = signal<
  "meanwhile" | "deal_meanwhile" | "hand_meanwhile" | "photo_meanwhile" | null
>(null);
/** What the win brings each seat as it would be recorded; null where no game is open, or not all
 * is known of it. */
export const dealChanges = signal<readonly SeatPoints[] | null>(null);
const earlier = signal<readonly Draft[]>([]);
/** Whether the kept hand is there, and so the steps to it. */
export const isOpened = signal(false);
/** Whether the games are there, and the one that was open. */
export const areGamesOpened = signal(false);

export const canUndo = computed(() => earlier.value.length > 0);
/** The hand that is shown: read from the photo, or entered. */
export const hand = computed<Hand | null>(
  () => evaluation.value?.reading?.hand ?? evaluation.value?.hand ?? null,
);
/** The rulebook by which hands are scored; null until the names are here. */
export const shownRulebook = computed<Rulebook | null>(() => {
  const { id } = parseRules(draft.value.rules);
  return catalogue.value?.rulebooks.find((book) => book.id === id) ?? null;
});
/** Places of the lit tiles; null while none are lit. */
export const litPlaces = computed<ReadonlySet<Place> | null>(() => {
  const scored = evaluation.value?.score;
  if (hand.value === null || scored == null || !("score" in scored)) return null;
  const item = scored.score?.items.find(({ id }) => id === litPattern.value);
  return item === undefined ? null : patternPlaces(hand.value, item);
});
/** The shown hand with its rules and facts as a link; null while it is not whole. */
export const handLink = computed<string | null>(() => {
  const record = evaluation.value?.record as HandRecord | null | undefined;
  if (record == null) return null;
  const { dora_indicators, ura_indicators } = record;
  const facts = { ...statedFacts.value, dora_indicators, ura_indicators };
  return writeLink({ typed: recordNotation(record), rules: draft.value.rules, facts });
});
effect(() => {
  handDeal.value = draft.value.deal ?? null;
});
let shownPhoto: Blob | null = null;
/** Of the photo's preview: the photo itself would be held decoded in full, and each one before it. */
export const photoAddress = signal<string | null>(null);
effect(() => {
  const { photo } = draft.value;
  if (photo === shownPhoto) return;
  if (photoAddress.peek() !== null) URL.revokeObjectURL(photoAddress.peek()!);
  shownPhoto = photo;
  photoAddress.value = null;
  if (photo !== null) void showPreview(photo);
});

/** What is known of the win: what a person stated, and what the open game knows. */
export const statedFacts = computed<Facts>(() => {
  const { facts, declared } = draft.value;
  const isDeclared = declared?.by.includes(String(facts.seat)) === true;
  const riichi = isDeclared && facts.double_riichi !== true ? { riichi: true } : {};
  // what is on the table is the game's to know; the watched table's hand may be an earlier one
  const known = isForTable.value
    ? { ...tableFacts.value, ...facts }
    : { ...facts, ...riichi, ...gameFacts() };
  // until the winner is stated East is assumed, who may have discarded
  return isJoined.value && "seat" in facts ? { ...known, discarder: knownDiscarder() } : known;
});
/** Whether a win is recorded at the watched table: it corrects one there, or no other game is open. */
export const isForTable = computed(
  () =>
    isWatching.value &&
    (draft.value.table !== undefined || (game.value === null && tableNow.value?.over === false)),
);

/** Whether the hand in work, or the next one, can be recorded as a win here. */
export const isRecordable = computed(() => {
  const isPlayed =
    draft.value.deal === undefined
      ? isForTable.value || game.value?.state.over === false
      : corrected.value !== null;
  const isRefused = isLooking.value || (game.value !== null && !rightsOf(game.value).record);
  return isPlayed && !isRefused;
});

async function showPreview(photo: Blob): Promise<void> {
  await null; // who reads the photo decodes it for both
  const shown = await previewOf(photo).catch(() => photo);
  if (draft.value.photo === photo) photoAddress.value = URL.createObjectURL(shown);
}

/** The newest evaluation: what is shown may be older than the draft until it ends. */
let evaluating: Promise<void> = Promise.resolve();
/** The draft that `evaluation` is of; another one where the server could not be reached. */
let evaluated: Draft | null = null;

/** Open what reads and scores, and bring the kept hand back, or read a photo that is shared. */
export async function start(shared: Promise<Blob | null>): Promise<void> {
  openHomes(askOrRefuse);
  startWorkers();
  void loadHome();
  void loadSets();
  const scoring = openScoring();
  void restore(shared);
  await Promise.all([scoring, openReading()]);
}

/** Try once more to open what reads and scores, and go on with the hand and the game in work. */
export async function openAgain(): Promise<void> {
  restartWorkers();
  isReady.value = false;
  isLoaded.value = false;
  const { photo, recognition, typed } = draft.value;
  const reading = openReading();
  await openScoring();
  if (isReady.value) await resumeGame();
  const isWaiting = photo !== null && recognition === null && typed === null;
  if (isWaiting) await recognize(photo);
  else if (evaluated !== draft.value) await evaluate();
  await reading;
}

/** Choose whether the server reads and scores, or the device. */
export async function chooseReader(isServer: boolean): Promise<void> {
  preferServer(isServer);
  isLoaded.value = false;
  await Promise.all([openScoring(), openReading()]);
}

/** Until the names of winds and tiles are there no answer is shown: it would have their letters. */
let named: Promise<void> = Promise.resolve();

function openScoring(): Promise<void> {
  named = openNames();
  return named;
}

async function openNames(): Promise<void> {
  await scoringOpened();
  if (pythonFault.value !== null && server === null) return; // `deviceFault` is shown
  await translate();
  isReady.value = true;
}

async function openReading(): Promise<void> {
  await readingOpened();
  isLoaded.value = true;
}

// A server that can be reached again has the names that are still missing.
effect(() => {
  if (server === null || !isReachable.value || isLocked.value || !isReady.value) return;
  untracked(() => {
    if (home.value === null) void loadHome();
    if (catalogue.value === null) void translate();
    else if (step.value === "done" && evaluated !== draft.value) void evaluate();
  });
});

// The watched table needs the names of tiles and winds before Python has started here.
effect(() => {
  if (!isWatching.value || catalogue.value !== null) return;
  void postTo<Catalogue>("api/answer", { do: "rulebooks", lang: asked.value }).then(
    (found) => {
      catalogue.value ??= found;
    },
    () => undefined, // Python here has them, too
  );
});

/** Score by the rules and the round of the open game, or of the watched table. */
function followGame(): void {
  const isAtTable = isForTable.value;
  if (isAtTable) void tableFacts.value;
  const rules = isAtTable ? tableRules.value : game.value?.state.rules.id;
  if (rules === undefined) return;
  untracked(() => {
    if (draft.value.rules !== rules) change({ ...draft.value, rules });
    if (evaluation.value !== null) void evaluate();
  });
}

/** Return the seats and the number of the open game's next deal. */
function gameNow(): NonNullable<Draft["statedAt"]> | null {
  const found = game.value;
  return found === null ? null : { seats: found.state.seats, next: found.next };
}

/** The newest step after the players: who records waits for it. */
let following: Promise<void> = Promise.resolve();

/** Other players may have the seats now: the hand of this tab follows them. One that another tab has
 * gone on with, or recorded, is that tab's. */
function followPlayers(): void {
  void changesByOthers.value;
  void game.value;
  untracked(() => {
    following = following.then(async () => {
      if (isOfOtherTab || !isMoved()) return;
      if (await isKeptByOther()) lookAtDraft();
      else movePlayers();
    });
  });
}

/** Return whether other players have the seats since the hand's were stated. */
function isMoved(): boolean {
  const { deal, statedAt: before, facts, declared = NOBODY } = draft.value;
  const { seat, discarder } = facts;
  const isStated = seat !== undefined || discarder !== undefined || declared.by.length > 0;
  if (deal !== undefined || !isStated) return false;
  if (before === undefined) return changesByOthers.value > 0;
  const now = gameNow();
  return now !== null && now.next !== before.next;
}

/** Move winner and discarder to the seats that they have now, or ask for them again. */
function movePlayers(): void {
  if (!isMoved()) return;
  const { statedAt: before, facts: stated, declared = NOBODY } = draft.value;
  const now = gameNow();
  if (before === undefined || now === null) {
    const { seat: _, discarder: __, ...facts } = stated;
    meanwhile.value = "meanwhile";
    change({ ...draft.value, facts, declared: NOBODY });
  } else {
    meanwhile.value = "deal_meanwhile";
    const moved = factsOfPlayers(stated, before.seats, now.seats);
    const by = declared.by.map((one) => seatNow(one, before.seats, now.seats));
    const moves = { facts: moved, declared: { ...declared, by } };
    change({ ...draft.value, ...moves, statedAt: now });
  }
  void evaluate();
}

/** Bring the kept hand back, the steps to it for undo, and the open game; a shared photo is next. */
async function restore(shared: Promise<Blob | null>): Promise<void> {
  const kept = await openDrafts();
  const isFresh = draft.value === EMPTY;
  const before = [...kept.steps, ...(isFresh || kept.current === null ? [] : [kept.current])];
  const known = before.map((one) => ({ ...EMPTY, ...one }));
  earlier.value = [...known, ...earlier.value].slice(-MOST_UNDO);
  if (isFresh && kept.current !== null) draft.value = { ...EMPTY, ...kept.current };
  isOpened.value = true;
  void startGames().then(() => {
    effect(followGame);
    effect(followPlayers);
    areGamesOpened.value = true;
  });
  onOtherTab("draft", lookAtDraft);
  const next = await shared;
  if (next !== null) return readPhoto(next);
  if (!isFresh) return;
  const { recognition, typed, photo } = draft.value;
  if (recognition !== null || typed !== null) await evaluate();
  else if (photo !== null) await recognize(photo);
}

/** Whether the hand is another tab's, and nothing of it was changed here: then that tab has it follow
 * the players, or has just recorded it. */
let isOfOtherTab = false;
/** The newest look at the kept hand: the next one waits for it. */
let looking: Promise<unknown> = Promise.resolve();

/** Show the hand that another tab has in work. */
function lookAtDraft(): void {
  looking = looking.then(takeNewerDraft, takeNewerDraft);
}

/** Take the kept draft over where it is another tab's, once its photo is read. */
async function takeNewerDraft(): Promise<void> {
  if (document.hidden || step.value === "reading") return;
  const shown = draft.value;
  const kept = await loadDrafts();
  const { current, steps } = kept;
  if (current === null || !isNewer(kept)) return;
  const { photo, recognition, typed } = current;
  if (photo !== null && recognition === null && typed === null) return;
  if (draft.value !== shown) return takeNewerDraft(); // a step of this tab was faster
  takeDrafts(kept);
  earlier.value = steps.map((one) => ({ ...EMPTY, ...one }));
  [chosen.value, marking.value, litPattern.value, meanwhile.value] = [null, null, null, null];
  fault.value = null;
  isOfOtherTab = true;
  const rules = game.value?.state.rules.id ?? current.rules;
  draft.value = { ...EMPTY, ...current, rules };
  await evaluate();
}

/** Return whether the hand was begun in this tab. */
export function isOwnHand(): boolean {
  return !isOfOtherTab;
}

/** Go on with a hand of another tab as this one's own: it follows the players from here. */
function ownHand(): void {
  if (!isOfOtherTab) return;
  isOfOtherTab = false;
  movePlayers();
}

/** Get the names of rulebooks and tiles, and the texts of the hand and the games, in the chosen
 * language; the page changes to it when all are there. */
async function translate(): Promise<void> {
  const chosen = asked.value;
  const shows: (() => void)[] = [];
  try {
    // not `ask`: names that arrive leave what was said of a hand in place
    const found = await askOrRefuse<Catalogue>({ do: "rulebooks" });
    shows.push(() => {
      if (found.error === undefined) catalogue.value = found;
      else complaint.value = found.error;
    });
    shows.push(await translateGames(), await translateHand());
  } catch (error) {
    if (!(error instanceof NoScoring)) throw error;
  }
  if (asked.value !== chosen) return; // another one was chosen meanwhile
  batch(() => {
    language.value = chosen;
    for (const show of shows) show();
  });
}

/** Get the hand's texts in the chosen language; return what shows them. */
async function translateHand(): Promise<() => void> {
  const current = draft.value;
  const shown = evaluation.value;
  if (shown === null) return complaint.value === null ? () => undefined : () => void evaluate();
  const found = await askOrRefuse<Evaluation>(handRequest(current));
  const record = books.value === null ? null : found.record;
  const full =
    record == null
      ? null
      : await askOrRefuse<{ books: readonly BookScore[] }>(booksRequest(record));
  return () => {
    if (draft.value !== current || evaluation.value !== shown || found.error !== undefined) {
      void evaluate();
      return;
    }
    evaluation.value = found;
    if (full !== null && full.error === undefined) books.value = full.books;
  };
}

// Before Python is there the page has no other texts than its own.
effect(() => {
  const chosen = asked.value;
  untracked(() => {
    if (chosen === language.value) return;
    if (isReady.value) void translate();
    else language.value = chosen;
  });
});

/** Read a photo, perhaps one of an evening's. */
export async function readPhoto(photo: Blob, evening?: string): Promise<void> {
  const before = draft.value;
  const of = evening === undefined ? joinedDeal() : { evening };
  beginHand({ ...of, photo });
  await recognize(photo, before);
}

/** Go on with the photo's hand as with any other: its deal was recorded before. */
export function leaveEvening(): void {
  const { evening: _, ...hand } = draft.value;
  change(hand);
  evaluated = draft.value;
  meanwhile.value = "photo_meanwhile";
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

/** Return that the player who has a seat now won the next hand. */
export function wonBy(seat: string): Partial<Draft> {
  const now = isForTable.value ? null : gameNow();
  return { facts: { seat }, ...(now === null ? {} : { statedAt: now }) };
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
  if (earlier.value[earlier.value.length - 1] === before) undo();
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

/** Change the entered hand; it is scored as soon as it has 13 or 14 tiles. */
export function enter(step: (entry: Entry) => Entry): void {
  const before = draft.value.entry ?? NO_TILES;
  const entry = step(before);
  if (entry === before) return;
  remember();
  change({ ...draft.value, entry, typed: notation(entry) });
  void evaluate();
}

/** Change the tile with which the hand wins. */
export function takeNearWin(near: NearWin): void {
  if (near.tile !== null) answer(`tile:${near.tile}`, near.new);
  else enter((entry) => changeKind(entry, near.old, near.new, near.is_winning));
}

/** Score the hand by each book, in full. */
export async function scoreByBooks(): Promise<void> {
  const shown = evaluation.value;
  if (shown?.record == null) return;
  const found = await ask<{ books: readonly BookScore[] }>(booksRequest(shown.record));
  if (found !== null && evaluation.value === shown) books.value = found.books;
}

function booksRequest(record: object): object {
  return { do: "books", record, winner_stated: "seat" in statedFacts.value };
}

/** Go on with the hand of a photo as if it had been entered. */
export function enterShownHand(): void {
  const shown = hand.value;
  if (shown !== null) enter(() => entryOf(shown));
}

/** Take these tiles of the photo as the hand. */
export function markHand(marked: MarkedHand): void {
  remember();
  marking.value = null;
  change({ ...draft.value, marked });
  void evaluate();
}

/** Answer a question, or correct a tile (`tile:ID`). */
export function answer(id: string, value: string): void {
  remember();
  change({ ...draft.value, answers: { ...draft.value.answers, [id]: value } });
  void evaluate();
}

/** Return whether a player in a seat has declared riichi, now or earlier in the deal. */
export function hasDeclared(seat: unknown): boolean {
  const before = stateOfDeal();
  const player = before?.seats[String(seat)];
  const isBefore = player !== undefined && before?.riichi.includes(player) === true;
  return isBefore || draft.value.declared?.by.includes(String(seat)) === true;
}

/** State a fact of the win. */
export function state(name: string, value: unknown): void {
  ownHand();
  const { facts, declared = NOBODY } = draft.value;
  const others = optionOf(factNow(name), value)?.implied;
  const isTakenBack = name === "riichi" && value === false;
  const by = declared.by.filter((seat) => !isTakenBack || seat !== facts.seat);
  stateInDeal({ facts: withFact(facts, name, value, others), declared: { ...declared, by } });
}

/** State whether a player declared riichi; of the winner it is a fact of the hand. */
export function declareRiichi(seat: string): void {
  ownHand();
  const { facts, declared = NOBODY } = draft.value;
  if (seat === facts.seat) {
    state("riichi", statedFacts.value.riichi !== true);
  } else {
    stateInDeal({ declared: { ...declared, by: toggled(declared.by, seat) } });
  }
}

/** State whether the discarder declared riichi with the winning tile. */
export function declareOnTile(onTile: boolean): void {
  stateInDeal({ declared: { ...(draft.value.declared ?? NOBODY), onTile } });
}

/** Change what is stated of the deal, with the seats that hold now. */
function stateInDeal(stated: Partial<Draft>): void {
  remember();
  meanwhile.value = null;
  const now = isForTable.value ? null : gameNow();
  const at = now === null ? {} : { statedAt: now };
  change({ ...draft.value, ...at, ...stated });
  void evaluate();
}

/** Return a fact of the shown win. */
function factNow(name: string): Fact | undefined {
  const score = evaluation.value?.score;
  if (score == null || score.state === "waiting") return undefined;
  return score.facts?.find((one) => one.name === name);
}

/** Return the answer to a fact: as it was stated last, though it is not scored yet. */
export function shownValue({ name, value }: Fact): unknown {
  const facts = statedFacts.value;
  return name in facts ? facts[name] : value;
}

export function rulesName(): string {
  return shownRulebook.value?.name ?? "…";
}

export function chooseRules(rules: string): void {
  if (evaluation.value !== null) remember();
  change({ ...draft.value, rules });
  if (evaluation.value !== null) void evaluate();
}

/** Go back by one answer, correction, fact or hand. */
export function undo(): void {
  const last = earlier.value[earlier.value.length - 1];
  if (last === undefined) return;
  earlier.value = earlier.value.slice(0, -1);
  fault.value = null;
  change(last);
  if (last.photo !== null && last.recognition === null && last.typed === null) {
    void recognize(last.photo);
  } else {
    void evaluate();
  }
}

/** Begin a new hand; undo brings the old one back. */
export function clear(): void {
  beginHand({});
  step.value = "start";
}

/** Return what the next hand keeps of a deal that waits for one more winner's hand. */
function joinedDeal(): Partial<Draft> {
  const { deal, facts, declared = NOBODY, photo, typed } = draft.value;
  const isWaiting = deal?.isJoined === true && photo === null && typed === null;
  return isWaiting ? { deal, facts, declared } : {};
}

function beginHand(given: Partial<Draft>): void {
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

function remember(): void {
  fault.value = null;
  earlier.value = [...earlier.value, draft.value].slice(-MOST_UNDO);
}

function change(next: Draft): void {
  isOfOtherTab = false;
  draft.value = next;
  litPattern.value = null;
  void keepDraft();
}

/** Keep the hand and the steps to it; a hand that another tab kept meanwhile becomes a step. */
async function keepDraft(): Promise<void> {
  const found = await saveDraft(() => ({ draft: draft.value, steps: earlier.value }));
  isKept.value = found.isKept;
  if (found.other === null) return;
  earlier.value = [...earlier.value, { ...EMPTY, ...found.other }].slice(-MOST_UNDO);
  meanwhile.value = "hand_meanwhile";
}

/** Have Python arrange and score the hand as it is. */
function evaluate(): Promise<void> {
  evaluating = evaluateDraft();
  return evaluating;
}

async function evaluateDraft(): Promise<void> {
  isUnanswered.value = false;
  const current = draft.value;
  const { recognition, typed, entry, photo } = current;
  if (recognition === null && typed === null) {
    if (photo === null) evaluation.value = null;
    if (photo === null) step.value = "start";
    return;
  }
  if (entry != null && tileCount(entry) < WHOLE - 1) {
    evaluation.value = null;
    complaint.value = null;
    step.value = "done";
    return;
  }
  step.value = "scoring";
  const request = handRequest(current);
  const found = await ask<Evaluation>(request);
  await named;
  const brought = found === null ? null : await changesOfDeal(found);
  const relations = found === null ? null : (await request).relations;
  if (draft.value !== current) return; // changed meanwhile: a later evaluation follows
  if (found !== null) {
    const isShown = books.value !== null;
    books.value = null;
    evaluation.value = found;
    dealChanges.value = brought;
    if (isShown) void scoreByBooks();
  }
  if (found?.hand !== undefined && entry == null) {
    draft.value = { ...current, entry: entryOf(found.hand) };
  }
  if (recognition !== null && relations && relations !== recognition.relations) {
    draft.value = { ...current, recognition: { ...recognition, relations } };
    if (!isOfOtherTab) void keepDraft();
  }
  if (found !== null) evaluated = draft.value;
  isUnanswered.value = found === null && complaint.value === null;
  // what is shown is of other rules, or of other tiles
  if (isUnanswered.value && pythonFault.value === null) evaluation.value = null;
  step.value = found === null && typed !== null && entry == null ? "start" : "done";
}

/** Return what a win brings each seat of the open game, once it could be recorded. */
async function changesOfDeal({ record, score }: Evaluation): Promise<readonly SeatPoints[] | null> {
  if (record === null || score?.state !== "won" || isForTable.value) return null;
  if (missingFact(statedFacts.value) !== null) return null;
  return previewDeal(happenedNow(record)).catch(() => null);
}

/** How a win ends: the discarder's seat, or null for a winning tile that was drawn. */
export type WinEnding = string | null;

/** Return what a seat gains or loses if the shown win ends so, as it would be recorded; null where it
 * could not be. */
export async function pointsOfEnding(ending: WinEnding, seat: string): Promise<number | null> {
  const record = evaluation.value?.record;
  if (record == null || isForTable.value) return null;
  const ended = { ...record, self_drawn: ending === null, discarder: ending };
  const found = await previewDeal(happenedNow(ended, ending)).catch(() => null);
  return found?.find((one) => one.seat === seat)?.points ?? null;
}

/** Return the entry form (`handreader/web/forms/entry_form.py`) of a win by its tiles. */
function happenedNow(record: object, discarder = statedFacts.value.discarder): object {
  const { by, onTile } = draft.value.declared ?? NOBODY;
  const winners = [...(isJoined.value ? (corrected.value?.records ?? []) : []), record];
  const ended = { type: "won", winners: winners.map((one) => ({ record: one })) };
  const isOnTile = onTile && hasDeclared(discarder);
  return { riichi: by, ended: { ...ended, on_riichi_tile: isOnTile } };
}

/** Return the request that scores a hand, or, with another `do` in `more`, asks something else of it;
 * of a photo, with what the relation net says of its tiles. */
export async function handRequest(asked: Draft, more: object = {}): Promise<HandRequest> {
  const { recognition, typed, rules, answers, photo, marked } = asked;
  const facts = statedFacts.value;
  if (typed !== null) return { do: "evaluate_text", text: typed, rules, facts, ...more };
  const name = photo instanceof File ? photo.name.slice(0, 100) : "photo";
  const { only, handFrom } = marked ?? { only: null, handFrom: null };
  const place = { only, hand_from: handFrom };
  const request = { do: "evaluate", photo: name, ...recognition, ...place, rules, answers, facts };
  return { ...request, relations: await relationsOf(asked, request), ...more };
}

/** Record the hand in the open game with what was stated last, and make room for the next one;
 * return whether it is recorded. */
export async function recordHand(): Promise<boolean> {
  const said = meanwhile.value;
  await following;
  ownHand();
  await keepDraft(); // another tab that had it in work leaves it to this one
  if (meanwhile.value !== said) return false; // another deal or hand now: the player looks first
  let waited: Promise<void>;
  do {
    waited = evaluating;
    await waited;
  } while (waited !== evaluating);
  if (evaluated !== draft.value) await evaluate();
  const record = evaluation.value?.record;
  if (record == null || evaluated !== draft.value) return false;
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
  const { seat, self_drawn, discarder, flags, dora_indicators, ura_indicators } = record;
  const known: Record<string, unknown> = { ...flags, dora_indicators, ura_indicators };
  const facts = {
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => isStated(value))),
    seat,
    ...(discarder === null ? { self_drawn } : { self_drawn: false, discarder }),
  };
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

function isStated(value: unknown): boolean {
  return value !== false && value !== null && String(value) !== "";
}

/** Write the hand of a case record in tile notation. */
function recordNotation({ concealed, melds, flowers, winning_tile }: HandRecord): string {
  const sets = melds.map((meld) => (meld.concealed ? `(${meld.tiles})` : `[${meld.tiles}]`));
  const won = winning_tile === null ? [] : [`+${winning_tile}`];
  return [concealed, ...sets, ...flowers, ...won].join(" ");
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

/** Ask Python; what it refuses is the answer's `error`. Nothing is answered without Python. */
export const askOrRefuse: Ask = async <T>(request: object | Promise<object>) => {
  try {
    return await askPython<T & { error?: string; code?: string }>({
      ...(await request),
      lang: asked.value,
    });
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    return { error: error.message, code: error.code } as T & { error?: string; code?: string };
  }
};

/** Ask Python; what it refuses becomes the page's complaint. Nothing is answered without Python. */
export async function ask<T>(request: object | Promise<object>): Promise<T | null> {
  let found: T & { error?: string };
  try {
    found = await askOrRefuse<T>(request);
  } catch (error) {
    if (!(error instanceof NoScoring)) throw error;
    complaint.value = null;
    return null;
  }
  complaint.value = found.error ?? null;
  return found.error === undefined ? found : null;
}
