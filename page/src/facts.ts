/** Facts of a win: what a person stated, and what is assumed. */

import type { Fact, Score } from "./answers";
import { type Seats, seatNow } from "./deal";

export type Facts = Readonly<Record<string, unknown>>;
export const WINDS = ["E", "S", "W", "N"] as const;
/** Facts that have buttons of their own; the others are rare. */
export const MAIN = ["seat", "round", "self_drawn", "discarder"];

/** Return the facts with one more: a self-drawn win has no discarder, and nobody discards to himself. */
export function withFact(facts: Facts, name: string, value: unknown): Facts {
  const found: Record<string, unknown> = { ...facts, [name]: value };
  if (name === "self_drawn" && value === true) delete found.discarder;
  if (name === "discarder" && value !== null) found.self_drawn = false;
  if (name === "seat" && found.discarder === value) delete found.discarder;
  return found;
}

/** Return the facts of the same players at their seats of now: others may have recorded a deal. */
export function factsOfPlayers(facts: Facts, before: Seats, now: Seats): Facts {
  const seats = ["seat", "discarder"].filter((name) => typeof facts[name] === "string");
  const moved = seats.map((name) => [name, seatNow(facts[name] as string, before, now)]);
  return { ...facts, ...Object.fromEntries(moved) };
}

/** Return the seat of the winner, as stated or assumed. */
export function winnerSeat(facts: Facts): string {
  return typeof facts.seat === "string" ? facts.seat : "E";
}

/** Return the main facts that the shown total or payments assume. */
export function assumedFacts(
  facts: Facts,
  open: readonly Fact[],
  score: Score | null,
): readonly string[] {
  const names = open.map(({ name }) => name).filter((name) => MAIN.includes(name));
  if (score?.changes && !names.includes("seat")) names.push("seat");
  return MAIN.filter((name) => names.includes(name) && !(name in facts) && name !== "discarder");
}

/** Return the total with each answer to a fact, where they differ; {} otherwise. */
export function totalsByAnswer(fact: Fact | undefined): Readonly<Record<string, number | null>> {
  if (fact === undefined || new Set(fact.options.map(({ total }) => total)).size < 2) return {};
  return Object.fromEntries(fact.options.map(({ value, total }) => [String(value), total]));
}

/** Return the fact without which a win cannot be recorded; null if all are stated. */
export function missingFact(facts: Facts): string | null {
  if (!("seat" in facts)) return "seat";
  if (facts.self_drawn === true || facts.discarder != null) return null;
  return facts.self_drawn === false ? "discarder" : "self_drawn";
}
