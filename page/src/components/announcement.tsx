import { evaluation } from "../hand_score";
import { openQuestions, questionsByNeed } from "../open_questions";
import { text } from "../texts";
import { inWords } from "../tile_names";
import { paymentsText, totalText } from "./total_bar";

/** The result, for screen readers: announced once, when it changes. */
export function Announcement() {
  return (
    <p class="hidden" role="status">
      {resultText()}
    </p>
  );
}

function resultText(): string {
  const found = evaluation.value;
  const scored = found?.score;
  const { needed } = questionsByNeed(openQuestions(found));
  if (needed.length > 0) {
    return `${text("questions")}: ${needed.map((one) => inWords(one.text)).join(" ")}`;
  }
  if (scored?.state === "won" && scored.score !== null) {
    return `${totalText(scored.score)}. ${paymentsText(scored.score)}`;
  }
  return scored?.state === "no_win" ? text("not_a_win") : "";
}
