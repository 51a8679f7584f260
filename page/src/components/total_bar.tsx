import { evaluation } from "../store";
import { text } from "../texts";

/** The total and the payments, which stay in view. */
export function TotalBar() {
  const scored = evaluation.value?.score;
  if (scored?.state !== "won" && scored?.state !== "no_win") return null;
  const { score } = scored;
  return (
    <div class="total" role="status">
      <strong>
        {scored.state === "won" && score !== null
          ? `${score.total} ${text("points")}`
          : text("not_a_win")}
      </strong>
      {scored.state === "won" && (
        <span>
          {score?.changes
            ?.map(({ name, points }) => `${name}\u00a0${points > 0 ? "+" : ""}${points}`)
            .join(" · ")}
        </span>
      )}
    </div>
  );
}
