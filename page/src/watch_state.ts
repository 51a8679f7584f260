/** The watched table, as the server states it (`handreader/web/views/watch.py`). */

import type { Hand, Reading, Score } from "./answers";

type BySeat<T> = Readonly<Record<string, T>>;

/** The game at the table: who sits where, with how many points. */
export interface TableNow {
  readonly deal: number;
  /** Whether the deal is over, and the next one has not begun. */
  readonly over: boolean;
  /** Whether the last deal was played. */
  readonly last: boolean;
  readonly ended: boolean;
  readonly round: string;
  readonly turn: number;
  readonly counters: number;
  readonly seats: BySeat<string>;
  readonly points: BySeat<number>;
  readonly riichi: boolean;
  /** Whether an exhaustive draw is paid by who was ready. */
  readonly noten: boolean;
  readonly aborts: readonly { readonly reason: string; readonly name: string }[];
}

export interface WatchEvent {
  readonly number: number;
  readonly kind: string;
  readonly at: string;
  readonly text: string;
  readonly author: string;
  readonly confidence: number | null;
  readonly undone: boolean;
  readonly tile: string | null;
  readonly can_undo: boolean;
  readonly can_fix: boolean;
  /** Whether it can be struck out: nothing of the kind happened at the table. */
  readonly can_remove: boolean;
}

/** A point of a shown hand of which the camera is not sure. */
export interface Doubt {
  readonly code: string;
  readonly text: string;
  readonly tiles: readonly number[];
}

interface AnyProposal {
  readonly number: number;
  /** Whether the log has a picture of it. */
  readonly picture: boolean;
  readonly seats: BySeat<string>;
}

/** A hand that was laid down: is it a win? */
export interface ShownWin extends AnyProposal {
  readonly what: "win";
  /** Null if it was read before this program began. */
  readonly reading?: Reading;
  readonly hand: Hand | null;
  readonly score: Score | null;
  readonly record: Readonly<Record<string, unknown>> | null;
  /** Whether the camera knows who won. */
  readonly whose?: boolean;
  readonly seat?: string | null;
  /** The seat of the discarder; "wall" if the tile was drawn. */
  readonly how?: string | null;
  readonly needs: readonly string[];
  readonly doubts: readonly Doubt[];
}

/** Tiles are gone: is the deal over? */
export interface ShownEnd extends AnyProposal {
  readonly what: "deal_end";
  readonly text: string;
}

/** What can be played after the watching has ended. */
export interface NextGame extends GameChoice {
  readonly rule_sets: readonly { readonly id: string; readonly name: string }[];
  /** Whether the same game can go on. */
  readonly go_on: boolean;
}

/** A corner in pixels of the camera's picture. */
export type Corner = readonly [number, number];

/** A new game's players and rules, and where its first East sits. */
export interface GameChoice {
  readonly players: readonly string[];
  readonly rules: string;
  readonly east: string;
}

/** What the organiser of the table sees while it is set up. */
export interface SetupPicture {
  readonly camera: string;
  readonly size: readonly [number, number] | null;
  /** Of the walls: far left, far right, near right, near left. */
  readonly corners: readonly Corner[] | null;
  readonly origin: "walls" | "stored" | "first" | "dragged" | null;
  readonly places: readonly (readonly Corner[])[];
  readonly searching: boolean;
  /** Why there is no picture. */
  readonly fault: string | null;
}

/** The set-up of the table (`handreader/web/views/table_setup.py`). */
export interface SetupState extends GameChoice {
  readonly active: boolean;
  /** Whether this phone organises the table. */
  readonly mine: boolean;
  readonly sources: readonly Source[];
  readonly source: Source;
  readonly view: SetupPicture | null;
  readonly rule_sets: readonly { readonly id: string; readonly name: string }[];
  /** Whether a game was interrupted. */
  readonly resumes: boolean;
}

export type Source = "server" | "phone";

export interface WatchState {
  readonly revision: string;
  /** Another one for each game. */
  readonly log: string;
  readonly camera: string;
  readonly days: number;
  readonly whole: boolean;
  readonly game: string | null;
  readonly rules: string;
  readonly name: string;
  readonly state: "setup" | "watching" | "paused" | "over";
  /** Whether a person ends the pause. */
  readonly resumes: boolean;
  readonly text: string | null;
  readonly table: TableNow | null;
  readonly events: readonly WatchEvent[];
  readonly warnings: readonly string[];
  readonly proposal: ShownWin | ShownEnd | null;
  readonly next: NextGame | null;
  /** Null where a video is watched. */
  readonly setup: SetupState | null;
}
