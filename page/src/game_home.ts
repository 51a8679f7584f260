/** Games as the page shows them, and where they are kept: on the device, or on a table's server. */

import type { DealEntry, GameEvent } from "./deal";
import type { GameFile } from "./game_file";

export interface GameEntry {
  readonly number: number;
  readonly version: number;
  readonly struck: boolean;
  readonly doubtful: boolean;
  readonly text: string;
  readonly seats: Readonly<Record<string, number>>;
  readonly changes: readonly number[];
  readonly points: readonly number[];
  readonly events: readonly GameEvent[];
  /** Case records of its winning hands, where their tiles are known. */
  readonly records: readonly HandRecord[];
  readonly round: string;
  readonly turn: number;
  readonly counters: number;
  /** Riichi sticks of earlier deals on the table before it. */
  readonly sticks: number;
  /** Players who had declared riichi before it. */
  readonly riichi: readonly number[];
  readonly barred: readonly number[];
  /** Whether the deal ended with it. */
  readonly ends: boolean;
}

/** A case record (`scoring/record.py`), as far as the page reads it. */
export interface HandRecord {
  readonly concealed: string;
  readonly winning_tile: string | null;
  readonly melds: readonly { readonly tiles: string; readonly concealed: boolean }[];
  readonly flowers: readonly string[];
  readonly dora_indicators: readonly string[];
  readonly ura_indicators: readonly string[];
  readonly seat: string;
  readonly self_drawn: boolean;
  readonly discarder: string | null;
  readonly flags: Readonly<Record<string, unknown>>;
}

export interface Standing {
  readonly player: number;
  readonly place: number;
  readonly points: number;
  readonly uma: number;
  readonly fine: number;
  readonly total: number;
}

/** Where a game is listed. */
export type Shelf = "current" | "archived" | "deleted";

/** Which games to list. */
export interface GameQuery {
  /** Words, each a part of the game's name or a player's. */
  readonly search: string;
  readonly shelf: Shelf;
  /** How many of them, the newest first. */
  readonly limit: number;
}

/** A part of the games of a home. */
export interface GameList {
  readonly games: readonly GameSummary[];
  readonly total: number;
  /** Names that fill in, the frequent ones first. */
  readonly players: readonly string[];
}

/** Versions of an entry, and the form by which it can be entered again. */
export interface EntryHistory {
  readonly versions: readonly { readonly time: string; readonly text: string }[];
  readonly form: DealEntry;
}

/** What a player did in some games. */
export interface PlayerStatistics {
  readonly name: string;
  readonly games: number;
  readonly hands: number;
  readonly wins: number;
  readonly self_drawn: number;
  readonly deal_ins: number;
  readonly average_win: number | null;
  readonly points: number;
  readonly places: readonly number[];
  readonly patterns: readonly { readonly name: string; readonly count: number }[];
}

/** What the players did in the games that are found, by rule set. */
export interface Statistics {
  readonly rule_sets: readonly {
    /** The name of the rule set. */
    readonly rules: string;
    readonly games: number;
    readonly players: readonly PlayerStatistics[];
  }[];
}

/** What a game brought its players. */
export interface GameResult {
  readonly id: string;
  readonly over: boolean;
  /** Points won or lost by each name. */
  readonly points: readonly (readonly [string, number])[];
}

/** What the players won or lost in the games of one rule set. */
export interface RuleSetSum {
  /** The name of the rule set. */
  readonly rules: string;
  readonly games: number;
  readonly players: readonly {
    readonly name: string;
    readonly games: number;
    readonly points: number;
  }[];
}

/** Results of the listed games, and the sums over all games of a query. */
export interface GameResults {
  readonly results: readonly GameResult[];
  /** Number of games in the sums: the newest of `total`. */
  readonly counted: number;
  readonly total: number;
  readonly sums: readonly RuleSetSum[];
}

/** A game in a list of games. */
export interface GameSummary {
  readonly id: string;
  readonly started: string;
  readonly players: readonly string[];
  readonly rules: { readonly id: string };
  readonly archived?: boolean;
  /** Its own name; "" if it goes by players and date. */
  readonly title?: string;
  /** When a deleted game is removed for good. */
  readonly kept_until?: string | null;
}

/** A phone by the name of who joined with it, and four letters that tell phones apart. */
export interface PhoneName {
  readonly name: string;
  readonly code: string;
}

/** A player's signature under a result. */
export interface Signature {
  readonly player: number;
  readonly time: string;
  /** Null for the computer itself. */
  readonly phone: PhoneName | null;
  /** Whether the signed points are still those of the result. */
  readonly holds: boolean;
}

/** What this phone may do with a game of the server. */
export interface GameRights {
  readonly record: boolean;
  readonly shelve: boolean;
  readonly sign: boolean;
}

/** A replayed game (`handreader/web/views/game.py`); what a server adds is optional. */
export interface GameView extends GameSummary {
  readonly rights?: GameRights;
  /** Points of each player that can be signed; null while there is no result. */
  readonly result?: readonly number[] | null;
  readonly signatures?: readonly Signature[];
  /** Another text after every change, also of rights and signatures. */
  readonly version?: string;
  /** By what a hand is worth something, and how much of it a hand needs. */
  readonly measure?: "points" | "faan" | "fan";
  readonly least?: number;
  /** Another number after every change. */
  readonly revision: number;
  readonly name: string;
  /** Points of each player before the first deal. */
  readonly start: number;
  readonly next: number;
  readonly riichi: boolean;
  readonly noten: boolean;
  /** How many may win on one discard. */
  readonly winners: number;
  readonly uma: boolean;
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
    readonly sticks: number;
    readonly on_table: number;
    readonly riichi: readonly number[];
    readonly barred: readonly number[];
  };
  readonly standings: readonly Standing[] | null;
  readonly entries: readonly GameEntry[];
  readonly sheet: {
    readonly turns: readonly {
      readonly hands: readonly { readonly changes: readonly number[]; readonly turn: number }[];
      readonly totals: readonly number[];
    }[];
    /** Points that moved apart from the deals; `after` how many of these. */
    readonly penalties: readonly {
      readonly after: number;
      readonly changes: readonly number[];
      readonly reason: string;
    }[];
  };
}

export interface RuleSet {
  readonly id: string;
  readonly name: string;
  readonly options: readonly GameOption[];
}

/** A point on which tables differ. */
export interface GameOption {
  readonly name: string;
  readonly default: OptionAnswer;
  readonly choices: readonly OptionAnswer[];
  readonly labels: readonly string[];
  readonly rule: string;
  readonly ref: string;
}

export type OptionAnswer = string | number | boolean;

/** A game to begin. */
export interface NewGame {
  readonly players: readonly string[];
  readonly rules: string;
  readonly options: Readonly<Record<string, OptionAnswer>>;
  readonly title: string;
}

/** What a winner's photo showed (`handreader/web/forms/seen_tiles.py`): the server keeps it. */
export interface Evidence {
  readonly reading: {
    readonly model: string;
    readonly width: number;
    readonly height: number;
    readonly tiles: readonly object[];
    readonly answers: Readonly<Record<string, string>>;
  };
}

/** The way back from a step on the device: the game's file before it, and after. */
export interface DeviceUndo {
  readonly home: "device";
  readonly game: string;
  readonly before: GameFile;
  readonly after: GameFile;
}

/** The way back from a step on the server: what to post. */
export interface ServerUndo {
  readonly home: "server";
  readonly game: string;
  readonly path: string;
  readonly body: object;
}

export type Undo = DeviceUndo | ServerUndo;

/** A game after a step, and the way back. */
export interface GameStep {
  readonly game: GameView;
  readonly undo: Undo | null;
}

/** A file to save. */
export interface NamedFile {
  readonly name: string;
  readonly content: string;
}

/** Where games are kept. What is refused is an error in words for the player. */
export interface GameHome {
  readonly kind: "device" | "server";
  /** Return games, the newest first. */
  list(query: GameQuery): Promise<GameList>;
  statistics(search: string): Promise<Statistics>;
  /** Return what the games of a query brought their players. */
  results(query: GameQuery): Promise<GameResults>;
  open(id: string): Promise<GameView>;
  /** Return the game as it is now; the same object where nothing has changed. */
  look(game: GameView): Promise<GameView>;
  begin(wanted: NewGame): Promise<GameStep>;
  /** Record a deal, correct one by its number, or strike it out (`happened` null). */
  record(
    game: GameView,
    happened: object | null,
    number: number | null,
    evidence: Evidence | null,
  ): Promise<GameStep>;
  /** Return the versions of an entry, the first one first. */
  history(game: GameView, number: number): Promise<EntryHistory>;
  /** Move a game into the archive, or back into the list. */
  archive(game: GameView, archived: boolean): Promise<GameStep>;
  /** Give a game a name of its own; "" removes it. */
  rename(game: GameView, title: string): Promise<GameStep>;
  /** Take over a game from its file. */
  importFile(content: string): Promise<GameStep>;
  /** Return the game as a file that another home takes over. */
  exportFile(game: GameView): Promise<NamedFile>;
  /** Return the deals as a table for spreadsheets. */
  exportTable(game: GameView): Promise<NamedFile>;
  /** Delete a game; undo brings it back. */
  remove(game: GameView): Promise<Undo>;
  /** Bring the state of a game before a step back. */
  undo(step: Undo): Promise<GameView>;
  /** Bring a deleted game back. */
  restore(id: string): Promise<GameView>;
  /** Sign the result of a game as one of its players. */
  sign(game: GameView, player: number): Promise<GameStep>;
  /** Remove a deleted game for good. */
  purge(id: string): Promise<void>;
}

/** Return whether the standings of a game are its result: it is over, or its round of a tournament is. */
export function hasResult({ state, result }: GameView): boolean {
  return state.over || result != null;
}

/** Return what may be done with a game: with one of the device, everything. */
export function rightsOf({ rights }: GameView): GameRights {
  return rights ?? { record: true, shelve: true, sign: false };
}

/** Begins a table: without it spreadsheets read the ë of Zoë as two letters. */
export const BYTE_ORDER = "\ufeff";

/** Return the name of a game's file. */
export function fileName({ started, players, title }: GameSummary, ending: string): string {
  const parts = title ? title.split(/\s+/) : players;
  const names = parts.join("-").replace(/[^\p{L}\p{N}-]+/gu, "");
  return `handreader-${started.slice(0, 10)}-${names}.${ending}`;
}
