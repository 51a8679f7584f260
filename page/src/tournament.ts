/** A tournament as the server states it (`docs/schemas/tournament.json`), and its clock. */

/** A tournament in the list. */
export interface TournamentSummary {
  readonly id: string;
  readonly name: string;
  readonly started: string;
  readonly players: number;
  readonly rounds: number;
  readonly rounds_begun: number;
  readonly is_organiser: boolean;
}

export interface TournamentPlayer {
  readonly number: number;
  readonly name: string;
  readonly substitute: boolean;
  readonly present: boolean;
  readonly player_number: string;
  readonly country: string;
  readonly team: string;
  readonly last_name: string;
}

/** How much of what finalists had counts on. */
export const CARRIES = ["full", "half", "none"] as const;

/** The rounds from the first one after a cut on. */
export interface TournamentFinals {
  readonly first: number;
  readonly finalists: readonly number[];
  readonly carry: (typeof CARRIES)[number];
}

export interface TeamStanding {
  readonly rank: number;
  readonly team: string;
  readonly players: readonly number[];
  readonly counted: readonly number[];
  readonly table_points: number;
  readonly balance: number;
  readonly score: number;
}

export interface SeatResult {
  readonly place: number;
  readonly points: number;
  readonly balance: number;
  readonly table_points: number;
  readonly uma: number;
  readonly score: number;
}

export interface TournamentTable {
  readonly table: number;
  readonly game: string | null;
  readonly seats: readonly number[];
  readonly hands: number;
  readonly over: boolean;
  readonly paper: boolean;
  readonly points: readonly number[] | null;
  readonly results: readonly SeatResult[] | null;
  /** Players who signed these points. */
  readonly signatures: readonly { readonly player: number }[];
}

export interface RoundClock {
  readonly seconds_left: number;
  readonly running: boolean;
}

export interface TournamentRound {
  readonly number: number;
  readonly status: "drawn" | "playing" | "over";
  /** Whether players came or left since the draw. */
  readonly outdated: boolean;
  readonly clock: RoundClock | null;
  readonly byes: readonly number[];
  readonly tables: readonly TournamentTable[];
}

export interface RoundScore {
  readonly table: number | null;
  readonly table_points: number | null;
  readonly score: number | null;
}

export interface TournamentStanding {
  readonly rank: number;
  readonly player: number;
  readonly table_points: number;
  readonly balance: number;
  readonly uma: number;
  readonly score: number;
  readonly rounds: readonly (RoundScore | null)[];
  readonly lost_table_points: number;
  readonly lost_points: number;
  /** How many cuts the player passed. */
  readonly finals: number;
  readonly carried: Pick<SeatResult, "table_points" | "balance" | "score"> | null;
}

export interface TournamentPenalty {
  readonly number: number;
  readonly player: number;
  readonly table_points: number;
  readonly points: number;
  readonly reason: string;
  readonly revoked: boolean;
}

/** A phone that may change a tournament. */
export interface Organiser {
  readonly name: string;
  readonly since: string;
  readonly is_creator: boolean;
  /** Whether it is this phone. */
  readonly is_own: boolean;
}

export interface TournamentView {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly version: string;
  readonly rules_name: string;
  readonly rank_by: "table_points" | "score";
  /** Points of each player before a game. */
  readonly start: number;
  readonly is_organiser: boolean;
  /** For organisers alone. */
  readonly organisers: readonly Organiser[];
  readonly plan: {
    readonly rounds: number;
    readonly minutes: number;
    readonly last_minutes: number;
    readonly team_size: number;
    readonly days: number;
    readonly has_qualification: boolean;
  };
  readonly current_round: number | null;
  readonly players: readonly TournamentPlayer[];
  readonly rounds: readonly TournamentRound[];
  readonly meetings: { readonly most: number };
  readonly standings: readonly TournamentStanding[];
  readonly teams: readonly TeamStanding[];
  readonly finals: readonly TournamentFinals[];
  readonly penalties: readonly TournamentPenalty[];
}

/** What a round's clock announces. */
export type ClockPhase = "waiting" | "running" | "paused" | "last_hand" | "time_up";

/** Return the seconds left now, when the clock was stated some milliseconds ago. */
export function secondsLeft(clock: RoundClock, age: number): number {
  return clock.seconds_left - (clock.running ? age / 1000 : 0);
}

/** Return what a clock announces with so many seconds left. */
export function clockPhase(
  clock: RoundClock,
  left: number,
  plan: Pick<TournamentView["plan"], "minutes" | "last_minutes">,
): ClockPhase {
  if (left <= 0) return "time_up";
  if (!clock.running) return left < plan.minutes * 60 ? "paused" : "waiting";
  return left <= plan.last_minutes * 60 ? "last_hand" : "running";
}

/** Return seconds as minutes and seconds; what is over, with a minus sign. */
export function clockText(seconds: number): string {
  const whole = Math.abs(seconds < 0 ? Math.floor(seconds) : Math.ceil(seconds));
  const rest = String(whole % 60).padStart(2, "0");
  return `${seconds < 0 ? "\u2212" : ""}${Math.floor(whole / 60)}:${rest}`;
}

/** Return the round to show first: the one being played, else the next, else the last. */
export function shownRound(shown: TournamentView): TournamentRound | undefined {
  const next = shown.rounds.find(({ status }) => status !== "over");
  const current = shown.rounds.find(({ number }) => number === shown.current_round);
  return current ?? next ?? shown.rounds[shown.rounds.length - 1];
}

/** Return how many players, substitutes apart, the next draw has: after a cut the finalists. */
export function presentPlayers({ players, finals }: TournamentView): number {
  const last = finals[finals.length - 1];
  return players.filter(
    ({ number, present, substitute }) =>
      present && !substitute && (last === undefined || last.finalists.includes(number)),
  ).length;
}

/** Return how many players can go to finals at most: a multiple of four that leaves somebody out. */
export function mostFinalists(shown: TournamentView): number {
  return Math.max(0, 4 * Math.floor((presentPlayers(shown) - 1) / 4));
}

/** Return table points without surplus decimals: 2.33. */
export function decimalText(points: number): string {
  const rounded = Math.round(points * 100) / 100;
  return String(rounded).replace("-", "\u2212");
}

/** Return parts of a list of at most `most` each. */
export function partsOf<T>(list: readonly T[], most: number): readonly (readonly T[])[] {
  const parts = Math.ceil(list.length / most);
  return Array.from({ length: parts }, (_, part) => list.slice(part * most, (part + 1) * most));
}
