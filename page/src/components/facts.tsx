import type { Fact } from "../answers";
import { draft, evaluation, state } from "../store";
import { text } from "../texts";

/** Facts of the win that the tiles do not show, as far as they change the score. */
export function Facts() {
  const score = evaluation.value?.score;
  const facts = score && "facts" in score ? score.facts : [];
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="facts-title">
      <h2 id="facts-title">{text("facts")}</h2>
      {facts.map((fact) => (
        <FactField key={fact.name} fact={fact} />
      ))}
    </section>
  );
}

function FactField({ fact }: { fact: Fact }) {
  const given = draft.value.facts[fact.name];
  const isGiven = fact.name in draft.value.facts;
  const current = fact.options.findIndex(({ value }) => same(value, isGiven ? given : undefined));
  const differing = new Set(fact.options.map(({ total }) => total)).size > 1;
  return (
    <label class="fact">
      <span>
        {fact.label}
        {!isGiven && <small> ({text("assumed")})</small>}
      </span>
      <select
        value={String(Math.max(0, current))}
        onChange={(event) => {
          const option = fact.options[Number(event.currentTarget.value)];
          if (option !== undefined) state(fact, option.value);
        }}
      >
        {fact.options.map((option, k) => (
          <option key={option.label} value={String(k)}>
            {differing ? `${option.label} — ${option.total ?? text("not_a_win")}` : option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
