/** A hand that the camera saw, as the hand in work: every way to correct it is there. */

import { entryOf, notation } from "./entry";
import type { Facts } from "./facts";
import { enterTableHand } from "./next_hand";
import type { ShownWin } from "./watch_state";
import { chooseView, shownPicture, tableNow, watch } from "./watch_store";

/** Facts of a case record that its tiles do not show. */
const KEPT = [
  "round",
  "counters",
  "riichi_sticks",
  "norths",
  "dora_indicators",
  "ura_indicators",
] as const;
const KIND = /^[0-9][mpszf]$/;

/** Go on with a proposed hand in the form in which hands are entered. */
export function correctProposal(proposal: ShownWin): void {
  const table = tableNow.peek();
  const rules = watch.peek()?.rules;
  if (table === null || rules === undefined || proposal.hand === null) return;
  const found = entryOf(proposal.hand);
  const entry = { ...found, tiles: found.tiles.filter((kind) => KIND.test(kind)) };
  const { number, seats } = proposal;
  void enterTableHand({
    photo: shownPicture.peek()?.photo ?? null,
    typed: notation(entry),
    entry,
    rules,
    facts: factsOf(proposal),
    table: { deal: table.deal, proposal: number, seats },
  });
  chooseView("hand");
}

/** Return what is known of a proposed win besides its tiles. */
function factsOf({ record, seat, how }: ShownWin): Facts {
  const facts: Record<string, unknown> = {};
  for (const name of KEPT) if (record !== null && name in record) facts[name] = record[name];
  for (const [name, value] of Object.entries((record?.flags ?? {}) as Facts)) {
    if (value) facts[name] = value;
  }
  if (seat != null) facts.seat = seat;
  if (how === "wall") facts.self_drawn = true;
  else if (how != null) Object.assign(facts, { self_drawn: false, discarder: how });
  return facts;
}
