/** Facts of a win: what a person stated, and what is assumed. */

import type { Fact, FactOption, Score, Scored } from "./answers";
import { type Seats, seatNow } from "./deal";

export type Facts = Readonly<Record<string, unknown>>;
export const WINDS = ["E", "S", "W", "N"] as const;
/** Facts of every win, which have buttons of their own. */
export const MAIN = ["seat", "round", "self_drawn", "discarder"];
/** What decides in riichi: asked before all else. */
export const RIICHI = ["riichi", "double_riichi", "ippatsu"];
export const INDICATORS = ["dora_indicators", "ura_indicators"];
/** What the open game knows. */
const OF_THE_TABLE = ["counters", "riichi_sticks"];

/** Return the facts with one more, and with those that change with it (`FactOption.implied`): a
 * self-drawn win has no discarder, and nobody discards to himself. */
export function withFact(facts: Facts, name: string, value: unknown, others: Facts = {}): Facts {
  const found: Record<string, unknown> = { ...facts };
  for (const [other, changed] of Object.entries(others)) {
    if (isUsual(changed)) delete found[other];
    else found[other] = changed;
  }
  found[name] = value;
  if (name === "self_drawn" && value === true) delete found.discarder;
  if (name === "discarder" && value !== null) found.self_drawn = false;
  if (name === "seat" && found.discarder === value) delete found.discarder;
  return found;
}

/** Return the name of a fact as that of a button. */
export function titleOf({ label }: Fact): string {
  return label.charAt(0).toLocaleUpperCase() + label.slice(1);
}

/** Return whether an answer is what holds unless something else is stated. */
function isUsual(value: unknown): boolean {
  return value === null || value === false || value === 0 || String(value) === "";
}

/** Return the answer to a fact that has this value; undefined if it has none. */
export function optionOf(fact: Fact | undefined, value: unknown): FactOption | undefined {
  return fact?.options.find((one) => JSON.stringify(one.value) === JSON.stringify(value));
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

/** Return the facts that are asked for in a form: in a game it knows what is on the table. */
export function askedFacts(facts: readonly Fact[], isInGame: boolean): readonly Fact[] {
  return isInGame ? facts.filter(({ name }) => !OF_THE_TABLE.includes(name)) : facts;
}

/** Return the answer to a fact: as stated, else as the photo shows it or as it usually is. */
export function valueNow(facts: Facts, open: readonly Fact[], name: string): unknown {
  return name in facts ? facts[name] : open.find((fact) => fact.name === name)?.value;
}

/** Return the facts that the shown total or payments assume, what decides most first. What the
 * photo shows has a question of its own. */
export function assumedFacts(
  facts: Facts,
  open: readonly Fact[],
  score: Score | null,
): readonly string[] {
  const names = open.filter(({ matters }) => matters).map(({ name }) => name);
  if (score?.changes && !names.includes("seat")) names.push("seat");
  const isReady = RIICHI.some((name) => valueNow(facts, open, name) === true);
  const isSeen = !["self_drawn", "discarder"].every((name) =>
    isUsual(valueNow(facts, open, name) ?? null),
  );
  const countsDora = score !== null && !score.more.yakuman;
  const isWithout = (indicators: string) =>
    countsDora && open.some(({ name, value }) => name === indicators && String(value) === "");
  const riichi = [
    ...(names.includes("riichi") && !isReady ? ["riichi"] : []),
    ...INDICATORS.filter(isWithout).filter((name) => name !== "ura_indicators" || isReady),
  ];
  const main = MAIN.filter((name) => names.includes(name) && name !== "discarder");
  const assumed = [...riichi, ...main].filter((name) => !(name in facts));
  return assumed.filter((name) => name !== "self_drawn" || !isSeen);
}

/** Return the total with each answer to a fact, where they differ; {} otherwise. */
export function totalsByAnswer(fact: Fact | undefined): Readonly<Record<string, number | null>> {
  if (fact === undefined || new Set(fact.options.map(({ total }) => total)).size < 2) return {};
  return Object.fromEntries(fact.options.map(({ value, total }) => [String(value), total]));
}

/** Return whether a hand wins if it is self-drawn, or if it is not. */
export function isWonBy(scored: Scored, isDrawn: boolean): boolean {
  const drawn = ("facts" in scored ? scored.facts : undefined)?.find(
    ({ name }) => name === "self_drawn",
  );
  const total = totalsByAnswer(drawn)[String(isDrawn)];
  return total === undefined ? scored.state === "won" : total !== null;
}

/** Return whether the hand wins, if only in another seat than the shown one, or only self-drawn. */
export function isWonSomehow(scored: Scored): boolean {
  if (scored.state !== "no_win") return scored.state === "won";
  return scored.facts
    .filter(({ name }) => name === "seat" || name === "self_drawn")
    .some((fact) => Object.values(totalsByAnswer(fact)).some((total) => total !== null));
}

/** Return the fact without which a win cannot be recorded; null if all are stated. */
export function missingFact(facts: Facts): string | null {
  if (!("seat" in facts)) return "seat";
  if (facts.self_drawn === true || facts.discarder != null) return null;
  return facts.self_drawn === false ? "discarder" : "self_drawn";
}
