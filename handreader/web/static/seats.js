// Seats, hands and points as they are written.

import { say, seatName } from "./words.js";

export const SEATS = ["E", "S", "W", "N"];
export const amount = (points) => (points < 0 ? `−${-points}` : String(points));
export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

/** "East round, hand 2, 1 counter", of a state or of an entry. */
export function hand(at) {
  const parts = [say("round_of").replace("{wind}", seatName(at.round)), `${say("hand_number")} ${at.turn + 1}`];
  if (at.counters) parts.push(`${at.counters} ${say(at.counters === 1 ? "counter" : "counters")}`);
  return parts.join(", ");
}

export const day = (time) => new Date(time).toLocaleDateString(document.documentElement.lang);
