import { useEffect, useState } from "preact/hooks";
import type { Comparison, Score } from "../answers";
import { ask } from "../complaint";
import { evaluation } from "../hand_score";
import { useKeptState } from "../kept_state";
import { rulesName, shownRulebook } from "../names";
import { text } from "../texts";
import { Dialog } from "./dialog";
import "./dispute.css";

/** Fan of riichi that are no patterns, by their names in a score. */
const BONUS = ["dora", "red_fives", "ura_dora", "norths"] as const;
type Bonus = (typeof BONUS)[number];

/** How often a pattern, or a fan of dora, can be claimed. */
const MOST = 99;

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
  return (
    <div class="actions">
      <button type="button" onClick={() => keep({ ...current, isOpen: true })}>
        {text("dispute", { rules: rulesName() })}
      </button>
      {current.isOpen && (
        <DisputeForm
          score={score}
          record={found.record}
          claim={current.claim}
          onChange={(claim) => keep({ ...current, claim })}
          onClose={() => keep({ ...current, isOpen: false })}
        />
      )}
    </div>
  );
}

/** The claim above what is said of it: both are in sight on one screen. */
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
    <Dialog look="dispute" titleId="dispute-title" onClose={onClose}>
      <div class="row spread">
        <h2 id="dispute-title">{text("dispute", { rules: rulesName() })}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {text("close")}
        </button>
      </div>
      <div class="claim">
        <p class="hint">{text("dispute_hint")}</p>
        {Object.entries(claim.items).map(([id, times]) => (
          <Count
            key={id}
            name={names.get(id) ?? id}
            now={times}
            onChange={(next) => count(id, next)}
          />
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
          <Count
            key={name}
            name={text(`bonus_${name}`)}
            now={claim.bonus?.[name] ?? 0}
            onChange={(fan) => onChange({ ...claim, bonus: { ...claim.bonus, [name]: fan } })}
          />
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
      </div>
      {comparison !== null && <Verdict comparison={comparison} />}
    </Dialog>
  );
}

/** How often something is claimed: by taps, since a keyboard would cover what is said of it. */
function Count({
  name,
  now,
  onChange,
}: {
  name: string;
  now: number;
  onChange: (next: number) => void;
}) {
  return (
    <div class="fact" role="group" aria-label={name}>
      <span>{name}</span>
      <span class="stepper">
        <button
          type="button"
          aria-label={text("one_fewer", { what: name })}
          disabled={now === 0}
          onClick={() => onChange(now - 1)}
        >
          −
        </button>
        <output>{now}</output>
        <button
          type="button"
          aria-label={text("one_more", { what: name })}
          disabled={now >= MOST}
          onClick={() => onChange(now + 1)}
        >
          +
        </button>
      </span>
    </div>
  );
}

function Verdict({ comparison }: { comparison: Comparison }) {
  return (
    <div class="findings" role="status">
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
