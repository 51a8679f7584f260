/** What `handreader.web.browser_worker` answers. */

import type { Point } from "./recognition/geometry";

export interface Tile {
  readonly id: number;
  readonly kind: string;
  readonly quad: readonly Point[];
  readonly names: readonly (readonly [string, number])[];
  readonly role: string;
}

/** A tile of a hand; `id` is null if it was not seen. */
export interface HeldTile {
  readonly kind: string;
  readonly id: number | null;
}

export interface Meld {
  readonly type: string;
  readonly tiles: readonly HeldTile[];
  readonly concealed: boolean;
  readonly from: string | null;
}

export interface Hand {
  readonly concealed: readonly HeldTile[];
  readonly winning: HeldTile | null;
  readonly melds: readonly Meld[];
  readonly flowers: readonly HeldTile[];
  readonly dora: readonly HeldTile[];
  readonly ura: readonly HeldTile[];
}

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Whether its options are only the likely ones among all tiles. */
  readonly takes_any_tile: boolean;
  readonly tiles: readonly number[];
  readonly default: string | null;
}

export interface Problem {
  readonly code: string;
  readonly text: string;
  readonly tiles: readonly number[];
  readonly fatal: boolean;
}

export interface Reading {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly Tile[];
  readonly hand: Hand;
  readonly problems: readonly Problem[];
  readonly questions: readonly Question[];
}

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly rule: string;
  readonly ref: string;
  readonly value: number;
  readonly count: number;
  readonly points: number;
  readonly finds: readonly (readonly (readonly string[])[])[];
  /** The tiles that form it, by each time it counts: the whole hand where nothing narrower does. */
  readonly tiles: readonly (readonly string[])[];
}

export interface Score {
  readonly total: number;
  readonly more: Readonly<Record<string, number | string | null>>;
  readonly read_as: string;
  readonly items: readonly Item[];
  readonly dropped: readonly (Item & { readonly why: string })[];
  readonly notes: readonly string[];
  readonly payments: readonly string[] | null;
  readonly changes:
    | readonly { readonly seat: string; readonly name: string; readonly points: number }[]
    | null;
  readonly other: { readonly read_as: string; readonly total: number } | null;
}

/** Something that can be true of a win (`handreader/web/hand_scoring.py`). */
export interface Fact {
  readonly name: string;
  readonly label: string;
  /** Its answer now: tiles, a number, or that of one of the options. */
  readonly value: unknown;
  /** Whether another answer alone changes the points or the payments. */
  readonly matters: boolean;
  readonly options: readonly FactOption[];
  /** Of the tiles, or of the number; 0 where the options have the answers. */
  readonly most: number;
}

export interface FactOption {
  readonly value: unknown;
  readonly label: string;
  readonly total: number | null;
  /** Other facts that change with it. */
  readonly implied: Readonly<Record<string, unknown>>;
}

export interface OtherRules {
  readonly rules: string;
  readonly name: string;
  readonly total: number | null;
  readonly why: string | null;
}

/** A tile that completes a hand of 13, with the total if it is drawn or discarded. */
export interface Wait {
  readonly tile: string;
  readonly left: number;
  readonly drawn: number | null;
  readonly discarded: number | null;
}

/** The score of a hand, by its state. */
export type Scored =
  | {
      readonly state: "faulty";
      readonly faults: readonly string[];
      readonly facts?: readonly Fact[];
    }
  | { readonly state: "waiting"; readonly waits: readonly Wait[] }
  | { readonly state: "open"; readonly facts: readonly Fact[] }
  | {
      readonly state: "won" | "no_win";
      readonly why: string | null;
      readonly score: Score | null;
      readonly facts: readonly Fact[];
      readonly others: readonly OtherRules[];
    };

/** The answer to `evaluate`: a photo has a reading, a typed hand the hand alone. */
export interface Evaluation {
  readonly reading?: Reading;
  readonly hand?: Hand;
  /** The case record of the win. */
  readonly record: object | null;
  readonly score: Scored | null;
  readonly why: string | null;
  /** Changes of one tile that make it a win. */
  readonly near: readonly NearWin[];
}

/** A change of one tile that makes the hand win. */
export interface NearWin {
  readonly tile: number | null;
  readonly old: string;
  readonly new: string;
  readonly is_winning: boolean;
  readonly total: number;
  /** Names of the patterns that would count. */
  readonly patterns: readonly string[];
  readonly probability: number | null;
}

/** Points of a hand over the ways to its nearest wins; null where none of them wins. */
export interface ExpectedPoints {
  readonly ways: number;
  readonly mean: number | null;
  readonly least: number | null;
  readonly most: number | null;
  /** Why none wins. */
  readonly reason: string | null;
}

/** A discard, or null for a hand that has 13 tiles, and the hand that it leaves. */
export interface Choice {
  readonly discard: string | null;
  /** Tiles to exchange until the hand is ready. */
  readonly distance: number;
  /** How many tiles bring it nearer. */
  readonly left: number;
  /** Their kinds; of a ready hand each with its totals. */
  readonly accepted: readonly {
    readonly tile: string;
    readonly left: number;
    readonly drawn?: number | null;
    readonly discarded?: number | null;
  }[];
  /** Null for a hand that is too far from a win, or farther than after other discards. */
  readonly worth: {
    readonly ways: number;
    readonly drawn: ExpectedPoints;
    readonly discarded: ExpectedPoints;
  } | null;
}

/** The answer to `advise`: the best discard first. */
export interface Advice {
  /** -1 for a complete hand. */
  readonly distance: number;
  readonly choices: readonly Choice[];
}

/** The hand by one rule set, in full. */
export interface BookScore {
  readonly rules: string;
  readonly name: string;
  readonly why: string | null;
  readonly score: Score | null;
}

/** A claimed score beside ours. */
export interface Comparison {
  readonly agrees: boolean;
  readonly total: number;
  readonly lines: readonly {
    readonly id: string;
    readonly name: string;
    readonly ours: number;
    readonly agrees: boolean;
    readonly texts: readonly string[];
    readonly ref: string;
  }[];
  readonly remarks: readonly string[];
  /** Our sums in words. */
  readonly notes: readonly string[];
}

export interface Rulebook {
  readonly id: string;
  readonly name: string;
  readonly patterns: readonly { readonly id: string; readonly name: string }[];
  readonly options: readonly RuleOption[];
  /** Levels of the quiz. */
  readonly levels: readonly { readonly number: number; readonly name: string }[];
}

type Answer = string | number | boolean;

/** A point on which tables differ: the book's own answer, and all of them with their names. */
export interface RuleOption {
  readonly name: string;
  readonly value: Answer;
  readonly choices: readonly Answer[];
  readonly labels: readonly string[];
  readonly rule: string;
  readonly ref: string;
}

export interface Catalogue {
  readonly rulebooks: readonly Rulebook[];
  /** Names of the tiles by kind, in the order of a palette. */
  readonly tiles: Readonly<Record<string, string>>;
  /** Names of the winds by letter. */
  readonly winds: Readonly<Record<string, string>>;
}
