import { useEffect, useState } from "preact/hooks";
import type { Comparison, Score } from "../answers";
import { useKeptState } from "../kept_state";
import { ask, evaluation, rulesName, shownRulebook } from "../store";
import { text } from "../texts";

/** Fan of riichi that are no patterns, by their names in a score. */
const BONUS = ["dora", "red_fives", "ura_dora", "norths"] as const;
type Bonus = (typeof BONUS)[number];

/** A score that somebody claims: how often each pattern counts, fan of dora, and the total. */
interface Claim {
  readonly total: number | null;
  readonly items: Readonly<Record<string, number>>;
  /** Null where the rules have no dora. */
  readonly bonus: Readonly<Partial<Record<Bonus, number>>> | null;
}

/** What is claimed of one hand; it survives a reload and a closed dispute. */
interface KeptClaim {
  /** The hand and its win, as JSON. */
  readonly of: string;
  readonly claim: Claim;
  readonly isOpen: boolean;
}

/** A dispute of the score: it opens with what was counted, and compares what is changed. */
export function Dispute() {
  const found = evaluation.value;
  const scored = found?.score;
  const [kept, keep] = useKeptState<KeptClaim | null>("dispute", null);
  if (scored?.state !== "won" && scored?.state !== "no_win") return null;
  if (scored.score === null || found?.record == null) return null;
  const { score } = scored;
  const of = JSON.stringify(found.record);
  const current = kept?.of === of ? kept : { of, claim: claimOf(score), isOpen: false };
  if (!current.isOpen) {
    return (
      <div class="actions">
        <button type="button" onClick={() => keep({ ...current, isOpen: true })}>
          {text("dispute", { rules: rulesName() })}
        </button>
      </div>
    );
  }
  return (
    <DisputeForm
      score={score}
      record={found.record}
      claim={current.claim}
      onChange={(claim) => keep({ ...current, claim })}
      onClose={() => keep({ ...current, isOpen: false })}
    />
  );
}

function DisputeForm({
  score,
  record,
  claim,
  onChange,
  onClose,
}: {
  score: Score;
  record: object;
  claim: Claim;
  onChange: (claim: Claim) => void;
  onClose: () => void;
}) {
  const comparison = useComparison(record, claim);
  const patterns = shownRulebook.value?.patterns ?? [];
  const names = new Map(patterns.map(({ id, name }) => [id, name]));
  const count = (id: string, times: number) => {
    const items = { ...claim.items, [id]: times };
    if (times < 1 && !score.items.some((item) => item.id === id)) delete items[id];
    onChange({ ...claim, items });
  };
  return (
    <section aria-labelledby="dispute-title">
      <div class="row spread">
        <h2 id="dispute-title">{text("dispute", { rules: rulesName() })}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {text("close")}
        </button>
      </div>
      <p class="hint">{text("dispute_hint")}</p>
      {Object.entries(claim.items).map(([id, times]) => (
        <label class="fact" key={id}>
          <span>{names.get(id) ?? id}</span>
          <input
            type="number"
            class="short"
            inputMode="numeric"
            min={0}
            max={99}
            value={times}
            onInput={(event) => count(id, clamp(event.currentTarget.value, 99))}
          />
        </label>
      ))}
      <label class="fact">
        <span>{text("add_pattern")}</span>
        <select
          value=""
          onChange={(event) => {
            count(event.currentTarget.value, 1);
            event.currentTarget.value = "";
          }}
        >
          <option value="" />
          {patterns
            .filter(({ id }) => !(claim.items[id] ?? 0))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </select>
      </label>
      {BONUS.filter((name) => claim.bonus?.[name] !== undefined).map((name) => (
        <label class="fact" key={name}>
          <span>{text(`bonus_${name}`)}</span>
          <input
            type="number"
            class="short"
            inputMode="numeric"
            min={0}
            max={99}
            value={claim.bonus?.[name]}
            onInput={(event) => {
              const fan = clamp(event.currentTarget.value, 99);
              onChange({ ...claim, bonus: { ...claim.bonus, [name]: fan } });
            }}
          />
        </label>
      ))}
      <label class="fact">
        <strong>{text("claimed_total")}</strong>
        <input
          type="number"
          class="short"
          inputMode="numeric"
          min={0}
          max={100000}
          value={claim.total ?? ""}
          onInput={(event) => {
            const { value } = event.currentTarget;
            onChange({ ...claim, total: value === "" ? null : clamp(value, 100_000) });
          }}
        />
      </label>
      {comparison !== null && <Verdict comparison={comparison} />}
    </section>
  );
}

function Verdict({ comparison }: { comparison: Comparison }) {
  return (
    <div role="status">
      {comparison.agrees && <p>{text("claim_agrees")}</p>}
      <ul class="verdict">
        {comparison.remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
        {comparison.lines.flatMap(({ texts, ref }) =>
          texts.map((sentence) => (
            <li key={sentence}>
              {sentence} {ref !== "" && <small>{ref}</small>}
            </li>
          )),
        )}
      </ul>
      {comparison.notes.map((note) => (
        <p class="hint" key={note}>
          {note}
        </p>
      ))}
    </div>
  );
}

/** Have Python compare the claim whenever it changes. */
function useComparison(record: object, claim: Claim): Comparison | null {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  useEffect(() => {
    let isLatest = true;
    const items = Object.fromEntries(Object.entries(claim.items).filter(([, times]) => times > 0));
    void ask<Comparison>({ do: "dispute", record, claimed: { ...claim, items } }).then((found) => {
      if (isLatest) setComparison(found);
    });
    return () => {
      isLatest = false;
    };
  }, [record, claim]);
  return comparison;
}

function claimOf(score: Score): Claim {
  const items = score.items.map(({ id, count }) => [id, count] as const);
  const { more } = score;
  const bonus = BONUS.flatMap((name) => {
    const fan = more[name];
    return typeof fan === "number" ? [[name, fan] as const] : [];
  });
  return {
    total: score.total,
    items: Object.fromEntries(items),
    bonus: bonus.length > 0 ? Object.fromEntries(bonus) : null,
  };
}

function clamp(value: string, most: number): number {
  return Math.min(most, Math.max(0, Math.round(Number(value) || 0)));
}
