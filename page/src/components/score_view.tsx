import type { Item } from "../answers";
import { evaluation } from "../store";
import { text } from "../texts";
import { Face } from "./face";

/** The score, explained. */
export function ScoreView() {
  const scored = evaluation.value?.score;
  if (scored == null || scored.state === "faulty" || scored.state === "open") return null;
  if (scored.state === "waiting") {
    return (
      <section>
        <h2>{text("waits")}</h2>
        <div class="tiles">
          {scored.waits.map(({ tile }) => (
            <span class="tile" key={tile}>
              <Face kind={tile} />
            </span>
          ))}
        </div>
      </section>
    );
  }
  const { score, why, others } = scored;
  return (
    <section>
      {why !== null && <p class="problem">{why}</p>}
      {score !== null && (
        <>
          <p class="hint">{score.read_as}</p>
          <ul class="items">
            {score.items.map((item) => (
              <ItemLine key={item.id} item={item} />
            ))}
          </ul>
          {score.notes.map((note) => (
            <p key={note} class="hint">
              {note}
            </p>
          ))}
          {score.dropped.length > 0 && (
            <details>
              <summary>{text("not_counted")}</summary>
              <ul>
                {score.dropped.map((item) => (
                  <li key={`${item.id} ${item.why}`}>
                    {item.name}, {item.points}: {item.why}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {scored.state === "won" && <Payments payments={score.payments} />}
          {score.other !== null && (
            <p class="hint">
              {text("other_reading", { sets: score.other.read_as, total: score.other.total })}
            </p>
          )}
        </>
      )}
      <details>
        <summary>{text("other_rules")}</summary>
        <ul>
          {others.map((other) => (
            <li key={other.rules}>
              {other.name}: {other.total ?? other.why}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function ItemLine({ item }: { item: Item }) {
  const points = item.count > 1 ? `${item.count} × ${item.value}` : String(item.value);
  return (
    <li>
      <span class="points">{points}</span>
      <span>
        <strong>{item.name}</strong>
        <br />
        <small>{item.rule === "" ? item.ref : `${item.ref}: ${item.rule}`}</small>
      </span>
    </li>
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
