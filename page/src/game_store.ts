/** The games' state, and the actions that change it. */

import { computed, effect, signal } from "@preact/signals";
import { type Ask, DeviceGames } from "./device_games";
import { NoScoring } from "./engines";
import { changesOfGame, type GameChange } from "./game_changes";
import { isGameFile } from "./game_file";
import type {
  EntryHistory,
  Evidence,
  GameEntry,
  GameHome,
  GameQuery,
  GameResults,
  GameStep,
  GameSummary,
  GameView,
  NamedFile,
  NewGame,
  RuleSet,
  Statistics,
  Undo,
} from "./game_home";
import { loadSteps, saveSteps } from "./game_steps";
import { draft } from "./hand_draft";
import { Refusal } from "./refusal";
import { isReachable, server, UNREACHABLE } from "./server";
import { ServerGames } from "./server_games";
import { onOtherTab } from "./tabs";
import { text } from "./texts";

/** What a deal brings a seat. */
export interface SeatPoints {
  readonly seat: string;
  readonly points: number;
}

interface OpenGame {
  readonly home: GameHome;
  readonly game: GameView;
}

const PART = 50; // games in the list at once
const EVERY_GAME: GameQuery = { search: "", shelf: "current", limit: 10_000 };
const KEPT = "handreader.game";
const EVERY = 4000; // milliseconds between looks at a game that others may record in
const EVERY_RESULTS = 15_000; // milliseconds between looks at the results of unchanged lists

/** The games of the table's server; of the device where there is no server. */
export const games = signal<readonly GameSummary[]>([]);
/** Which of them are listed. */
export const query = signal<GameQuery>({ search: "", shelf: "current", limit: PART });
/** What the listed games brought their players; null while that is not known. */
export const gameResults = signal<GameResults | null>(null);
/** How many games the query finds. */
export const totalGames = signal(0);
/** Names of players that fill in. */
export const knownPlayers = signal<readonly string[]>([]);
/** Games on the device that could move to the server. */
export const movableGames = signal<readonly GameSummary[]>([]);
export const ruleSets = signal<readonly RuleSet[]>([]);
/** Whether the games are there, and the one that was open. */
export const areGamesOpened = signal(false);
/** Whether somebody asked for a new game elsewhere on the page. */
export const isNewGameWanted = signal(false);
const opened = signal<OpenGame | null>(null);
export const game = computed(() => opened.value?.game ?? null);
/** The recorded deal that the hand in work belongs to. */
const handDeal = computed(() => draft.value.deal ?? null);
/** That deal, while its game is open. */
export const corrected = computed<GameEntry | null>(() => {
  const deal = handDeal.value;
  if (deal === null || game.value?.id !== deal.game) return null;
  return game.value.entries[deal.number - 1] ?? null;
});
/** Whether the hand in work is one more winner's of that deal. */
export const isJoined = computed(() => handDeal.value?.isJoined === true);
/** Seats that cannot have won with the hand in work: those who won before, and who discarded. */
export const closedSeats = computed<readonly (string | null)[]>(() => {
  const records = isJoined.value ? (corrected.value?.records ?? []) : [];
  return records.flatMap(({ seat, discarder }) => [seat, discarder]);
});
/** Whether the open game is on the server. */
export const isServerGame = computed(() => opened.value?.home.kind === "server");
/** Return who else records in the open game: another phone, or another tab of this browser. */
export function otherRecorder(): string {
  return text(isServerGame.value ? "other_phone" : "other_tab");
}

/** Why the last step was refused, in words for the player. */
export const refusal = signal<string | null>(null);
/** What another phone did to the open game, apart from deals, and was not read yet. */
export const changes = signal<readonly GameChange[]>([]);
/** How often another phone changed the open game. */
export const changesByOthers = signal(0);
/** Ways back from the steps in games, the oldest first. */
const earlier = signal<readonly Undo[]>([]);
/** The step that undo takes back: the newest one in the open game, or a game's deletion. */
const newest = computed<Undo | null>(() => {
  const shown = game.value?.id;
  const steps = earlier.value.filter((step) =>
    shown === undefined ? isDeletion(step) : step.game === shown,
  );
  return steps[steps.length - 1] ?? null;
});
export const canUndoGame = computed(() => newest.value !== null);

let ask: Ask;
let device: DeviceGames;
/** Where new games begin. */
let main: GameHome;
let isRecording = false;
/** Of which query the results are, and when they were asked for. */
let resultsOf: GameQuery | null = null;
let resultsTime = 0;

/** Choose where games are kept; before anything else. */
export function openHomes(asking: Ask): void {
  ask = asking;
  device = new DeviceGames(asking);
  main = server === null ? device : new ServerGames();
}

/** Bring the kept games back, and the one that was open. */
export async function startGames(): Promise<void> {
  await resumeGame();
  await resumeSteps();
  onOtherTab("games", lookAtDevice);
  if (server !== null) setTimeout(watchGame, EVERY);
}

/** The newest look at the games of the device: the next one waits for it. */
let looking: Promise<unknown> = Promise.resolve();

/** Show what another tab has recorded in the games of the device. */
function lookAtDevice(): void {
  device.forget();
  looking = looking.then(showDevice, showDevice);
}

async function showDevice(): Promise<void> {
  let shown: OpenGame | null;
  do {
    shown = opened.value;
    if (shown?.home === device) await lookAgain();
  } while (opened.value !== shown); // another step was faster: once more
  if (main === device || movableGames.value.length > 0) await listGames();
}

/** Open the game that was open. */
export async function resumeGame(): Promise<void> {
  const onDevice = await listGames();
  const kept = readKept();
  if (kept !== null) await resume(kept, onDevice.some(({ id }) => id === kept) ? device : main);
}

/** Bring the kept steps back, and keep those that follow. */
async function resumeSteps(): Promise<void> {
  const kept = (await loadSteps()).filter(({ home }) => home === "device" || server !== null);
  const made = earlier.value;
  // a step that was made meanwhile has changed its game: all are compared together
  const found = await device.possible([...kept, ...made]);
  earlier.value = found;
  effect(() => {
    if (earlier.value !== found || made.length > 0) saveSteps(earlier.value);
  });
}

/** Get the lists of games again; return those on the device. */
async function listGames(): Promise<readonly GameSummary[]> {
  const onDevice = (await device.list(EVERY_GAME)).games;
  if (server !== null) movableGames.value = onDevice;
  const asked = query.value;
  try {
    const found = await main.list(asked);
    if (query.value === asked) {
      games.value = found.games;
      totalGames.value = found.total;
      void getResults(asked);
    }
    knownPlayers.value = found.players;
  } catch {
    // out of reach: the page says so, and asks again
  }
  return onDevice;
}

/** Get the results of the listed games, unless they were just had. */
async function getResults(asked: GameQuery): Promise<void> {
  const isOfPoll = resultsOf === asked && Date.now() - resultsTime < EVERY_RESULTS;
  if (asked.shelf === "deleted" || isOfPoll) return;
  [resultsOf, resultsTime] = [asked, Date.now()];
  try {
    const found = await main.results(asked);
    if (query.value === asked) gameResults.value = found;
  } catch {
    resultsOf = null; // the next look asks again
  }
}

/** List other games: those of a search, the archived ones, or more of them. */
export function findGames(change: Partial<GameQuery>): void {
  query.value = { ...query.value, limit: PART, ...change };
  void listGames();
}

export function listMore(): void {
  findGames({ limit: query.value.limit + PART });
}

/** Return the statistics of the games that the search finds; null where they cannot be had. */
export async function gameStatistics(): Promise<Statistics | null> {
  try {
    return await main.statistics(query.value.search);
  } catch (error) {
    await refuse(error);
    return null;
  }
}

/** Return an entry's versions and its form; null where they cannot be had. */
export async function entryHistory(number: number): Promise<EntryHistory | null> {
  const current = opened.value;
  if (current === null) return null;
  try {
    return await current.home.history(current.game, number);
  } catch (error) {
    await refuse(error);
    return null;
  }
}

/** Give the open game a name of its own; "" removes it. */
export async function renameGame(title: string): Promise<boolean> {
  const current = opened.value;
  if (current === null) return false;
  const isRenamed = await settle(current.home, () => current.home.rename(current.game, title));
  if (isRenamed) void listGames();
  return isRenamed;
}

/** Bring a deleted game back, and open it. */
export async function restoreGame(id: string): Promise<void> {
  const home = opened.value?.game.id === id ? opened.value.home : main;
  const isBack = await settle(home, async () => ({ game: await home.restore(id), undo: null }));
  if (isBack) findGames({ shelf: "current" });
}

/** Remove a deleted game for good. */
export async function purgeGame(id: string): Promise<void> {
  try {
    await main.purge(id);
    earlier.value = earlier.value.filter(({ game }) => game !== id);
    refusal.value = null;
  } catch (error) {
    await refuse(error);
  }
  await listGames();
}

/** Close what is stated about another phone's changes. */
export function dismissChanges(): void {
  changes.value = [];
}

/** Move the open game into the archive, or back into the list. */
export async function archiveGame(archived: boolean): Promise<void> {
  const current = opened.value;
  if (current === null) return;
  await settle(current.home, () => current.home.archive(current.game, archived));
}

/** Get the games' texts in the chosen language; return what shows them. */
export async function translateGames(): Promise<() => void> {
  const found = await ask<{ rule_sets: readonly RuleSet[] }>({ do: "game_rules" });
  const shown = opened.value;
  // where it cannot be had its texts stay as they are
  const game = await shown?.home.open(shown.game.id).catch(() => null);
  return () => {
    if (found.error === undefined) ruleSets.value = found.rule_sets;
    if (shown !== null && game != null && opened.value === shown) opened.value = { ...shown, game };
    resultsOf = null;
    void getResults(query.value);
  };
}

export function openGame(id: string): Promise<boolean> {
  return settle(main, async () => ({ game: await main.open(id), undo: null }));
}

/** Open a game of the device beside a server. */
export function openDeviceGame(id: string): Promise<boolean> {
  return settle(device, async () => ({ game: await device.open(id), undo: null }));
}

/** Open a game by its id, wherever it is kept. */
export async function openGameAnywhere(id: string): Promise<boolean> {
  const onDevice = (await device.list(EVERY_GAME)).games.some((one) => one.id === id);
  return onDevice ? openDeviceGame(id) : openGame(id);
}

export function beginGame(wanted: NewGame): Promise<boolean> {
  return settle(main, () => main.begin(wanted));
}

/**
 * Record a deal, correct one by its number, or strike it out (`happened` null).
 * Return whether it was; a second tap while one is being recorded does nothing.
 */
export async function recordDeal(
  happened: object | null,
  number: number | null = null,
  evidence: Evidence | null = null,
): Promise<boolean> {
  const current = opened.value;
  if (current === null || isRecording) return false;
  const { home, game } = current;
  isRecording = true;
  try {
    return await settle(home, () => home.record(game, happened, number, evidence));
  } finally {
    isRecording = false;
    if (home === device) lookAtDevice(); // what came meanwhile was not shown
  }
}

/** Sign the result of the open game as one of its players. */
export async function signResult(player: number): Promise<boolean> {
  const current = opened.value;
  if (current === null) return false;
  return settle(current.home, () => current.home.sign(current.game, player));
}

/** Import a game from its file. */
export async function importGame(file: File): Promise<boolean> {
  const content = await file.text().catch(() => "");
  return settle(main, async () => {
    if (isGameFile(content)) return main.importFile(content);
    throw new Refusal("no_game_file", text("no_game_file", { name: file.name }));
  });
}

/** Move a game from the device to the server. */
export async function moveGame(id: string): Promise<void> {
  const isMoved = await settle(main, async () => {
    const game = await device.open(id);
    const step = await main.importFile((await device.exportFile(game)).content);
    await device.remove(game);
    return step;
  });
  if (isMoved) await listGames();
}

/** Bring the state of a game before the last step back. */
export async function undoGame(): Promise<void> {
  const last = newest.value;
  if (last === null) return;
  const home = last.home === "device" ? device : main;
  const isBack = await settle(home, async () => ({ game: await home.undo(last), undo: null }));
  const isDone = isBack || refusalCode !== UNREACHABLE;
  if (isDone) earlier.value = earlier.value.filter((step) => step !== last);
}

function isDeletion(step: Undo): boolean {
  if (step.home === "device") return step.after.deleted !== undefined;
  return "deleted" in step.body;
}

export function closeGame(): void {
  opened.value = null;
  resultsOf = null;
  refusal.value = null;
  changes.value = [];
  keep(null);
  void listGames();
}

/** Delete the open game; undo brings it back. */
export async function removeGame(): Promise<void> {
  const current = opened.value;
  if (current === null) return;
  try {
    const undo = await current.home.remove(current.game);
    earlier.value = [...earlier.value, undo];
    closeGame();
  } catch (error) {
    await refuse(error);
  }
}

/** Return the open game as a file to save. */
export function exportGame(): Promise<NamedFile | null> {
  return exported((home, shown) => home.exportFile(shown));
}

/** Return the open game's deals as a table for spreadsheets. */
export function exportTable(): Promise<NamedFile | null> {
  return exported((home, shown) => home.exportTable(shown));
}

/** Return who discarded the tile with which the deal was won that the hand in work belongs to. */
export function knownDiscarder(): string | null {
  return corrected.value?.records[0]?.discarder ?? null;
}

/** Return the open game before the deal that is being corrected, or now. */
export function stateOfDeal(): GameEntry | GameView["state"] | undefined {
  return corrected.value ?? game.value?.state;
}

/** Return the facts of a win that the open game knows. */
export function gameFacts(): Readonly<Record<string, unknown>> {
  const at = stateOfDeal();
  if (at === undefined) return {};
  if (game.value?.riichi !== true) return { round: at.round };
  return { round: at.round, counters: at.counters, riichi_sticks: at.sticks + at.riichi.length };
}

/** Return what a deal would bring each seat, as it would be recorded; null if it could not be. */
export async function previewDeal(happened: object): Promise<readonly SeatPoints[] | null> {
  const at = stateOfDeal();
  const rules = game.value?.state.rules;
  if (at === undefined || rules === undefined) return null;
  const { round, turn, seats, counters, sticks, riichi, barred } = at;
  const state = { rules, round, turn, seats, counters, sticks, riichi, barred };
  const found = await ask<{ changes: readonly SeatPoints[] }>({
    do: "game_preview",
    state,
    happened,
  });
  return found.error === undefined ? found.changes : null;
}

/** Return the name of the player in a seat of the open game, at the corrected deal or now. */
export function playerIn(seat: string): string | undefined {
  const found = game.value;
  const player = (corrected.value ?? found?.state)?.seats[seat];
  return player === undefined ? undefined : found?.players[player];
}

/** Take the outcome of a step: the game after it, or why it was refused. */
async function settle(home: GameHome, step: () => Promise<GameStep>): Promise<boolean> {
  let found: GameStep;
  try {
    found = await step();
  } catch (error) {
    await refuse(error);
    return false;
  }
  refusal.value = null;
  changes.value = [];
  opened.value = { home, game: found.game };
  keep(found.game.id);
  const { undo } = found;
  if (undo !== null) earlier.value = [...earlier.value, undo];
  if (home === main) games.value = withSummary(games.value, found.game);
  return true;
}

let refusalCode = "";
// what was refused for want of an answer can be tried again once the server can be reached
effect(() => {
  if (!isReachable.value || refusalCode !== UNREACHABLE) return;
  refusalCode = "";
  refusal.value = null;
});

/** Say why; where another phone was faster, show what it recorded. */
async function refuse(error: unknown): Promise<void> {
  refusalCode = error instanceof Refusal ? error.code : "";
  if (error instanceof NoScoring) return; // the page shows why
  if (refusalCode === "stale") await lookAgain(true);
  if (isLoss(error) && opened.value !== null) changes.value = [error.code];
  else refusal.value = error instanceof Error ? error.message : String(error);
}

async function exported(
  work: (home: GameHome, game: GameView) => Promise<NamedFile>,
): Promise<NamedFile | null> {
  const current = opened.value;
  if (current === null) return null;
  try {
    return await work(current.home, current.game);
  } catch (error) {
    await refuse(error);
    return null;
  }
}

/** Show the kept game; it stays the kept one while the server, or Python here, cannot be had. */
async function resume(id: string, home: GameHome): Promise<void> {
  try {
    const game = await home.open(id);
    if (opened.value === null) opened.value = { home, game };
  } catch (error) {
    const isLater = error instanceof Refusal || error instanceof NoScoring;
    if (isLoss(error) || !isLater) keep(null);
    if (isLoss(error)) refusal.value = error.message;
  }
}

/** See what other phones record, as long as the page is open. */
async function watchGame(): Promise<void> {
  if (!document.hidden) {
    const kept = readKept();
    if (opened.value !== null) await lookAgain();
    else if (kept !== null) await resume(kept, main);
    else await listGames();
  }
  setTimeout(watchGame, EVERY);
}

async function lookAgain(isWanted = false): Promise<void> {
  const shown = opened.value;
  if (shown === null) return;
  try {
    const found = await shown.home.look(shown.game);
    if (found === shown.game || opened.value !== shown || (isRecording && !isWanted)) return;
    opened.value = { ...shown, game: found };
    changesByOthers.value += 1;
    changes.value = changesOfGame(shown.game, found, changes.value);
  } catch (error) {
    // the page says that the server is out of reach
    if (isLoss(error) && opened.value === shown) changes.value = [error.code];
  }
}

/** Return whether the server has the game no more. */
function isLoss(error: unknown): error is Refusal & { code: "deleted_game" | "unknown_game" } {
  return error instanceof Refusal && /^(deleted|unknown)_game$/.test(error.code);
}

function withSummary(
  shown: readonly GameSummary[],
  { id, started, players, rules, title = "" }: GameView,
): readonly GameSummary[] {
  if (shown.some((one) => one.id === id)) return shown;
  return [{ id, started, players, rules, title }, ...shown];
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // private mode
  }
}

function keep(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, id);
  } catch {
    // private mode: the game is open until the page is closed
  }
}
