import type { Score, Scored } from "../answers";
import { dealChanges } from "../deal_preview";
import { assumedFacts, type Facts, winnerSeat } from "../facts";
import type { SeatPoints } from "../game_store";
import { statedFacts } from "../hand_facts";
import { evaluation } from "../hand_score";
import { type LastAnswer, lastAnswer } from "../last_answer";
import { text } from "../texts";
import { seatName, windName } from "../tile_names";
import { dotted, signedText } from "./numbers";
import { showFact } from "./show_fact";
import "./total_bar.css";

/** The total and the payments, which stay in view, with what they assume. */
export function TotalBar() {
  if (lastAnswer.value !== null) return <Last {...lastAnswer.value} />;
  const scored = evaluation.value?.score;
  if (scored?.state !== "won" && scored?.state !== "no_win") return null;
  const { score } = scored;
  const isWon = scored.state === "won" && score !== null;
  return (
    <div class={isWon ? "total" : "total no-win"}>
      <strong>{isWon ? totalText(score) : text("not_a_win")}</strong>
      {isWon && <span>{paymentsText(score)}</span>}
      <Assumptions scored={scored} />
    </div>
  );
}

/** The last answer, until it is confirmed. */
function Last({ total, pays }: LastAnswer) {
  return (
    <div class="last-total" aria-busy="true">
      <strong>{total}</strong>
      <span>{pays}</span>
    </div>
  );
}

/** Return the shown total and payments; null while there are none. */
export function answerInWords(): Pick<LastAnswer, "total" | "pays"> | null {
  const scored = evaluation.value?.score;
  if (scored?.state !== "won" || scored.score === null) return null;
  return { total: totalText(scored.score), pays: paymentsText(scored.score) };
}

/** Return the total in words. */
export function totalText({ total }: Score): string {
  return `${total} ${text("points_of_total", { count: total })}`;
}

/** Return who pays and who is paid, in one line: in a game what is recorded, sticks included. Who won
 * is named once it is stated. */
export function paymentsText(score: Score): string {
  return changesText(dealChanges.value ?? score.changes ?? []);
}

/** Return what each seat wins or loses, in one line. */
export function changesText(
  changes: NonNullable<Score["changes"]> | readonly SeatPoints[],
): string {
  const facts: Facts = statedFacts.value;
  const nameOf = (seat: string) =>
    "seat" in facts || seat !== winnerSeat(facts) ? seatName(seat) : text("the_winner");
  return dotted(changes.map(({ seat, points }) => `${nameOf(seat)}\u00a0${signedText(points)}`));
}

/** The facts that the total assumes: a tap on one leads to the buttons that change it. */
function Assumptions({ scored }: { scored: Scored & { state: "won" | "no_win" } }) {
  const facts: Record<string, unknown> = statedFacts.value;
  const names = assumedFacts(facts, scored.facts, scored.score);
  if (names.length === 0) return null;
  const words: Record<string, string> = {
    riichi: text("if_no_riichi"),
    dora_indicators: text("if_no_dora"),
    ura_indicators: text("if_no_ura"),
    seat: text("if_seat", { wind: seatName(winnerSeat(facts)) }),
    round: text("if_round", { wind: windName("E") }),
    self_drawn: text("if_discard"),
  };
  return (
    <p class="assumptions">
      <span>{text("assuming")}</span>
      {names.map((name) => (
        <button type="button" class="assumes" key={name} onClick={() => showFact(name)}>
          {words[name]}
        </button>
      ))}
    </p>
  );
}
