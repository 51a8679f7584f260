/** The games' state, and the actions that change it; Python replays a game from its file. */

import { computed, signal } from "@preact/signals";
import { deleteGame, type GameFile, loadGames, newId, saveGame, withGame } from "./games";

export interface GameEntry {
  readonly number: number;
  readonly version: number;
  readonly struck: boolean;
  readonly doubtful: boolean;
  readonly text: string;
  readonly seats: Readonly<Record<string, number>>;
  readonly changes: readonly number[];
  readonly points: readonly number[];
}

export interface Standing {
  readonly player: number;
  readonly place: number;
  readonly total: number;
}

/** A replayed game (`handreader/web/views/game.py`). */
export interface GameView {
  readonly id: string;
  readonly name: string;
  readonly players: readonly string[];
  readonly next: number;
  readonly riichi: boolean;
  readonly noten: boolean;
  readonly aborts: readonly { readonly reason: string; readonly name: string }[];
  readonly state: {
    readonly rules: { readonly id: string };
    readonly over: boolean;
    readonly round: string;
    readonly turn: number;
    readonly hand: number;
    readonly seats: Readonly<Record<string, number>>;
    readonly points: readonly number[];
    readonly counters: number;
    readonly on_table: number;
    readonly riichi: readonly number[];
  };
  readonly standings: readonly Standing[] | null;
  readonly entries: readonly GameEntry[];
}

export interface RuleSet {
  readonly id: string;
  readonly name: string;
}

interface OpenGame {
  readonly file: GameFile;
  readonly game: GameView;
}

type Asked = OpenGame & { readonly error?: string };
/** Asks Python; what it refuses is an `error`. */
export type Ask = <T>(request: object) => Promise<T & { readonly error?: string }>;

const KEPT = "handreader.game";

export const games = signal<readonly GameFile[]>([]);
export const ruleSets = signal<readonly RuleSet[]>([]);
const opened = signal<OpenGame | null>(null);
export const game = computed(() => opened.value?.game ?? null);
/** Why the last step was refused, in Python's words. */
export const refusal = signal<string | null>(null);
export const areGamesKept = signal(true);
/** Earlier states of games, for undo. */
const earlier = signal<readonly GameFile[]>([]);
export const canUndoGame = computed(() => earlier.value.length > 0);

let ask: Ask;
let isRecording = false;

/** Bring the kept games back, and the one that was open. */
export async function startGames(asking: Ask): Promise<void> {
  ask = asking;
  games.value = await loadGames();
  const kept = games.value.find(({ id }) => id === readKept());
  if (kept !== undefined) await openGame(kept);
}

/** Get the game's texts again, in the page's language. */
export async function translateGames(): Promise<void> {
  const found = await ask<{ rule_sets: readonly RuleSet[] }>({ do: "game_rules" });
  if (found.error === undefined) ruleSets.value = found.rule_sets;
  const shown = opened.value;
  if (shown === null) return;
  const again = await ask<Asked>({ do: "game_open", file: shown.file });
  if (opened.value === shown && again.error === undefined) opened.value = again;
}

export async function openGame(file: GameFile): Promise<boolean> {
  return settle(await ask<Asked>({ do: "game_open", file }), false);
}

export async function beginGame(players: readonly string[], rules: string): Promise<boolean> {
  const request = { do: "game_begin", id: newId(), players, rules: { id: rules }, time: now() };
  return settle(await ask<Asked>(request), true);
}

/**
 * Record a deal, correct one by its number, or strike it out (`happened` null).
 * Return whether it was; a second tap while one is being recorded does nothing.
 */
export async function recordDeal(
  happened: object | null,
  number: number | null = null,
): Promise<boolean> {
  const current = opened.value;
  if (current === null || isRecording) return false;
  const { file } = current;
  isRecording = true;
  try {
    const found = await ask<Asked>({ do: "game_record", file, happened, number, time: now() });
    const isRecorded = await settle(found, true);
    if (isRecorded) earlier.value = [...earlier.value, file];
    return isRecorded;
  } finally {
    isRecording = false;
  }
}

/** Import a game; one of the same name is kept for undo. */
export async function importGame(content: string): Promise<boolean> {
  let file: unknown;
  try {
    file = JSON.parse(content);
  } catch {
    file = {};
  }
  const isObject = typeof file === "object" && file !== null && !Array.isArray(file);
  const found = await ask<Asked>({ do: "game_open", file: isObject ? file : {} });
  const before = games.value.find(({ id }) => id === found.file?.id);
  const isRead = await settle(found, true);
  if (isRead && before !== undefined) earlier.value = [...earlier.value, before];
  return isRead;
}

/** Bring the state of a game before the last step back. */
export async function undoGame(): Promise<void> {
  const last = earlier.value[earlier.value.length - 1];
  if (last === undefined) return;
  earlier.value = earlier.value.slice(0, -1);
  await settle(await ask<Asked>({ do: "game_open", file: last }), true);
}

export function closeGame(): void {
  opened.value = null;
  refusal.value = null;
  keep(null);
}

/** Delete the open game; undo brings it back. */
export function removeGame(): void {
  const current = opened.value;
  if (current === null) return;
  earlier.value = [...earlier.value, current.file];
  games.value = games.value.filter(({ id }) => id !== current.file.id);
  void deleteGame(current.file.id);
  closeGame();
}

/** Return the open game as a file to save: its name and its content. */
export function exportGame(): { readonly name: string; readonly content: string } | null {
  const file = opened.value?.file;
  if (file === undefined) return null;
  return { name: fileName(file, "json"), content: JSON.stringify(file, null, 1) };
}

/** Return the open game's deals as a table for spreadsheets. */
export async function exportTable(): Promise<{ name: string; content: string } | null> {
  const file = opened.value?.file;
  if (file === undefined) return null;
  const found = await ask<{ csv: string }>({ do: "game_table", file });
  refusal.value = found.error ?? null;
  return found.error === undefined ? { name: fileName(file, "csv"), content: found.csv } : null;
}

/** Return the facts of a win that the open game knows. */
export function gameFacts(): Readonly<Record<string, unknown>> {
  const state = game.value?.state;
  if (state === undefined) return {};
  const counters = game.value?.riichi ? { counters: state.counters } : {};
  return { round: state.round, ...counters };
}

/** Return the name of the player in a seat of the open game. */
export function playerIn(seat: string): string | undefined {
  const found = game.value;
  const player = found?.state.seats[seat];
  return player === undefined ? undefined : found?.players[player];
}

async function settle(found: Asked, isChanged: boolean): Promise<boolean> {
  refusal.value = found.error ?? null;
  if (found.error !== undefined) return false;
  opened.value = found;
  keep(found.file.id);
  games.value = withGame(games.value, found.file);
  if (isChanged) areGamesKept.value = await saveGame(found.file);
  return true;
}

function fileName({ started, players }: GameFile, ending: string): string {
  const names = players.join("-").replace(/[^\p{L}\p{N}-]+/gu, "");
  return `handreader-${started.slice(0, 10)}-${names}.${ending}`;
}

function now(): string {
  return new Date().toISOString();
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
