import type { Fact } from "../answers";
import { shownValue, state } from "../fact_steps";
import { optionOf, titleOf } from "../facts";
import { text } from "../texts";
import "./fact_field.css";

/** A fact with a list of answers, each with its total where totals differ. */
export function FactField({ fact }: { fact: Fact }) {
  const chosen = optionOf(fact, shownValue(fact));
  const current = chosen === undefined ? 0 : fact.options.indexOf(chosen);
  const differing = new Set(fact.options.map(({ total }) => total)).size > 1;
  return (
    <label class="fact">
      <span>{titleOf(fact)}</span>
      <select
        value={String(current)}
        onChange={(event) => {
          const option = fact.options[Number(event.currentTarget.value)];
          if (option !== undefined) state(fact.name, option.value);
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

/** A fact that is a number: one more, or one fewer. */
export function FactNumber({ fact }: { fact: Fact }) {
  const now = Number(shownValue(fact));
  return (
    <div id={`fact-${fact.name}`} class="fact" role="group" aria-label={fact.label}>
      <span>{titleOf(fact)}</span>
      <span class="stepper">
        <button
          type="button"
          aria-label={text("one_fewer", { what: fact.label })}
          disabled={now === 0}
          onClick={() => state(fact.name, now - 1)}
        >
          −
        </button>
        <output>{now}</output>
        <button
          type="button"
          aria-label={text("one_more", { what: fact.label })}
          disabled={now >= fact.most}
          onClick={() => state(fact.name, now + 1)}
        >
          +
        </button>
      </span>
    </div>
  );
}
