import { evaluation } from "../store";
import { text } from "../texts";

/** The same hand by the other rules. */
export function OtherRules() {
  const scored = evaluation.value?.score;
  if (scored?.state !== "won" && scored?.state !== "no_win") return null;
  return (
    <section aria-labelledby="others-title">
      <h2 id="others-title">{text("other_rules")}</h2>
      <ul>
        {scored.others.map((other) => (
          <li key={other.rules}>
            {other.name}: {other.total ?? other.why}
          </li>
        ))}
      </ul>
    </section>
  );
}
