import type { Scored } from "../answers";
import { add } from "../entry";
import { game } from "../game_store";
import { draft } from "../hand_draft";
import { isForTable } from "../hand_facts";
import { litPattern } from "../hand_marks";
import { evaluation } from "../hand_score";
import { enter } from "../hand_steps";
import { text } from "../texts";
import { ExplainedScore } from "./explained_score";
import { Face } from "./face";

/** The score, explained; or what a hand of 13 tiles waits for. */
export function ScoreView() {
  const scored = evaluation.value?.score;
  if (scored == null || scored.state === "faulty" || scored.state === "open") return null;
  if (scored.state === "waiting") return <Waits waits={scored.waits} />;
  const { score, why } = scored;
  const hasPlayers = game.value !== null || isForTable.value; // then the total names who pays
  return (
    <section aria-labelledby="score-title">
      <h2 id="score-title">{text("score")}</h2>
      {why !== null && <p class="problem">{why}</p>}
      {score !== null && (
        <ExplainedScore
          score={score}
          lit={litPattern.value}
          onLight={(id) => {
            litPattern.value = id;
          }}
        >
          {scored.state === "won" && !hasPlayers && <Payments payments={score.payments} />}
        </ExplainedScore>
      )}
    </section>
  );
}

function Waits({ waits }: { waits: (Scored & { state: "waiting" })["waits"] }) {
  const { entry } = draft.value;
  return (
    <section aria-labelledby="waits-title">
      <h2 id="waits-title">{text(waits.length > 0 ? "waits" : "waits_for_none")}</h2>
      <div class="options">
        {waits.map(({ tile, left, drawn, discarded }) => (
          <button
            type="button"
            class="choice"
            key={tile}
            disabled={entry == null}
            onClick={() => enter((now) => add(now, "tile", tile))}
          >
            <span class="tile">
              <Face kind={tile} />
            </span>
            <span>
              {text("left", { count: left })}
              <br />
              <small>
                {text("wait_totals", {
                  drawn: drawn ?? text("not_a_win"),
                  discarded: discarded ?? text("not_a_win"),
                })}
              </small>
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}

function Payments({ payments }: { payments: readonly string[] | null }) {
  return (
    <>
      <h3>{text("payments")}</h3>
      {payments === null ? (
        <p class="hint">{text("payer_unknown")}</p>
      ) : (
        <ul>
          {payments.map((payment) => (
            <li key={payment}>{payment}</li>
          ))}
        </ul>
      )}
    </>
  );
}
