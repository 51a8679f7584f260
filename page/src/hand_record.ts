/** A hand as it is recorded in a game: its tiles and its facts. */

import type { Facts } from "./facts";
import type { HandRecord } from "./game_home";

function isStated(value: unknown): boolean {
  return value !== false && value !== null && String(value) !== "";
}

/** Return the facts of a win that a case record states. */
export function recordFacts(record: HandRecord): Facts {
  const { seat, self_drawn, discarder, flags, dora_indicators, ura_indicators } = record;
  const known: Record<string, unknown> = { ...flags, dora_indicators, ura_indicators };
  return {
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => isStated(value))),
    seat,
    ...(discarder === null ? { self_drawn } : { self_drawn: false, discarder }),
  };
}

/** Write the hand of a case record in tile notation. */
export function recordNotation({ concealed, melds, flowers, winning_tile }: HandRecord): string {
  const sets = melds.map((meld) => (meld.concealed ? `(${meld.tiles})` : `[${meld.tiles}]`));
  const won = winning_tile === null ? [] : [`+${winning_tile}`];
  return [concealed, ...sets, ...flowers, ...won].join(" ");
}
