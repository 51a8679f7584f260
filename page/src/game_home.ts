/** Games as the page shows them, and where they are kept: on the device, or on a table's server. */

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

/** A game in a list of games. */
export interface GameSummary {
  readonly id: string;
  readonly started: string;
  readonly players: readonly string[];
  readonly rules: { readonly id: string };
}

/** A replayed game (`handreader/web/views/game.py`). */
export interface GameView extends GameSummary {
  /** Another number after every change. */
  readonly revision: number;
  readonly name: string;
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

/** A game to begin. */
export interface NewGame {
  readonly players: readonly string[];
  readonly rules: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A photo that the server read: it keeps its tiles beside the deal. */
export interface Evidence {
  readonly reading: string;
  readonly answers: Readonly<Record<string, string>>;
}

/** Brings the state of a game before a step back. */
export type Undo = () => Promise<GameView>;

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
  /** Return the games, the newest first. */
  list(): Promise<readonly GameSummary[]>;
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
  /** Take over a game from its file. */
  importFile(content: string): Promise<GameStep>;
  /** Return the game as a file that another home takes over. */
  exportFile(game: GameView): Promise<NamedFile>;
  /** Return the deals as a table for spreadsheets. */
  exportTable(game: GameView): Promise<NamedFile>;
  /** Delete a game; undo brings it back. Null where games cannot be deleted. */
  readonly remove: ((game: GameView) => Promise<Undo>) | null;
}

/** Begins a table: without it spreadsheets read the ë of Zoë as two letters. */
export const BYTE_ORDER = "\ufeff";

/** Return the name of a game's file. */
export function fileName({ started, players }: GameSummary, ending: string): string {
  const names = players.join("-").replace(/[^\p{L}\p{N}-]+/gu, "");
  return `handreader-${started.slice(0, 10)}-${names}.${ending}`;
}
