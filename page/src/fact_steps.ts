/** What a player states of the win in work, and how it is shown. */

import type { Fact } from "./answers";
import { toggled } from "./deal";
import { type Draft, NOBODY } from "./draft";
import { optionOf, withFact } from "./facts";
import { change, draft, meanwhile, remember } from "./hand_draft";
import { isForTable, statedFacts } from "./hand_facts";
import { gameNow, ownHand } from "./hand_players";
import { evaluate, evaluation } from "./hand_score";

/** State a fact of the win. */
export function state(name: string, value: unknown): void {
  ownHand();
  const { facts, declared = NOBODY } = draft.value;
  const others = optionOf(factNow(name), value)?.implied;
  const isTakenBack = name === "riichi" && value === false;
  const by = declared.by.filter((seat) => !isTakenBack || seat !== facts.seat);
  stateInDeal({ facts: withFact(facts, name, value, others), declared: { ...declared, by } });
}

/** State whether a player declared riichi; of the winner it is a fact of the hand. */
export function declareRiichi(seat: string): void {
  ownHand();
  const { facts, declared = NOBODY } = draft.value;
  if (seat === facts.seat) {
    state("riichi", statedFacts.value.riichi !== true);
  } else {
    stateInDeal({ declared: { ...declared, by: toggled(declared.by, seat) } });
  }
}

/** State whether the discarder declared riichi with the winning tile. */
export function declareOnTile(onTile: boolean): void {
  stateInDeal({ declared: { ...(draft.value.declared ?? NOBODY), onTile } });
}

/** Change what is stated of the deal, with the seats that hold now. */
function stateInDeal(stated: Partial<Draft>): void {
  remember();
  meanwhile.value = null;
  const now = isForTable.value ? null : gameNow();
  const at = now === null ? {} : { statedAt: now };
  change({ ...draft.value, ...at, ...stated });
  void evaluate();
}

/** Return a fact of the shown win. */
function factNow(name: string): Fact | undefined {
  const score = evaluation.value?.score;
  if (score == null || score.state === "waiting") return undefined;
  return score.facts?.find((one) => one.name === name);
}

/** Return the answer to a fact: as it was stated last, though it is not scored yet. */
export function shownValue({ name, value }: Fact): unknown {
  const facts = statedFacts.value;
  return name in facts ? facts[name] : value;
}
