import type { Score, Scored } from "../answers";
import { assumedFacts, MAIN, winnerSeat } from "../facts";
import { evaluation, statedFacts } from "../store";
import { text } from "../texts";
import { seatName, windName } from "../tile_names";
import { signedText } from "./numbers";
import { showFact } from "./show_fact";

/** The total and the payments, which stay in view, with what they assume. */
export function TotalBar() {
  const scored = evaluation.value?.score;
  if (scored?.state !== "won" && scored?.state !== "no_win") return null;
  const { score } = scored;
  const isWon = scored.state === "won" && score !== null;
  return (
    <div class="total">
      <strong>{isWon ? totalText(score) : text("not_a_win")}</strong>
      {isWon && <span>{paymentsText(score)}</span>}
      <Assumptions scored={scored} />
    </div>
  );
}

/** Return the total in words. */
export function totalText(score: Score): string {
  return `${score.total} ${text("points")}`;
}

/** Return who pays and who is paid, in one line. */
export function paymentsText(score: Score): string {
  return (score.changes ?? [])
    .map(({ seat, points }) => `${seatName(seat)}\u00a0${signedText(points)}`)
    .join(" · ");
}

/** The facts that the total assumes: a tap leads to the buttons that change them. */
function Assumptions({ scored }: { scored: Scored & { state: "won" | "no_win" } }) {
  const facts: Record<string, unknown> = statedFacts.value;
  const names = assumedFacts(facts, scored.facts, scored.score);
  if (names.length === 0) return null;
  const drawn = scored.facts.find(({ name }) => name === "self_drawn");
  const words: Record<string, string> = {
    seat: text("if_seat", { wind: seatName(winnerSeat(facts)) }),
    round: text("if_round", { wind: windName("E") }),
    self_drawn: text(drawn?.options[0]?.value === true ? "if_drawn" : "if_discard"),
  };
  return (
    <button
      type="button"
      class="assumes"
      onClick={() => {
        const first = MAIN.find((name) => names.includes(name));
        if (first !== undefined) showFact(first);
      }}
    >
      {text("assuming", { facts: names.map((name) => words[name]).join(", ") })}
    </button>
  );
}
