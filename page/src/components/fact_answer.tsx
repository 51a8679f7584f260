import type { ComponentChildren } from "preact";
import type { Fact } from "../answers";
import { shownValue, state } from "../fact_steps";
import { optionOf, titleOf } from "../facts";
import { text } from "../texts";
import "./fact_answer.css";

/** Answers to a fact, one of which holds. */
export function Group({
  id,
  label,
  isAssumed,
  children,
}: {
  id: string;
  label: string;
  isAssumed: boolean;
  children: ComponentChildren;
}) {
  return (
    <fieldset id={id}>
      <legend>
        {label}
        {isAssumed && <small> ({text("assumed")})</small>}
      </legend>
      <div class="segments">{children}</div>
    </fieldset>
  );
}

/** An answer, with the total that it would give where that is another one. */
export function Answer({
  label,
  total,
  isChosen,
  isAssumed,
  onChoose,
}: {
  label: string;
  total?: number | null | undefined;
  isChosen: boolean;
  isAssumed: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      class={isChosen && isAssumed ? "segment assumed" : "segment"}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {label}
      {total !== undefined && <small>{total ?? text("not_a_win")}</small>}
    </button>
  );
}

function changeText(now: number | null | undefined, then: number | null | undefined): string {
  return then === now ? text("no_change") : String(then ?? text("not_a_win"));
}

/** A fact that is so or not, with what it changes. */
export function Switch({ fact }: { fact: Fact }) {
  const isOn = shownValue(fact) === true;
  const other = optionOf(fact, !isOn);
  const now = optionOf(fact, isOn)?.total;
  return (
    <button
      id={fact.name === "riichi" ? undefined : `fact-${fact.name}`}
      type="button"
      class="segment switch"
      aria-pressed={isOn}
      disabled={other === undefined}
      onClick={() => state(fact.name, !isOn)}
    >
      {titleOf(fact)}
      <small>{isOn ? "✓" : changeText(now, other?.total)}</small>
    </button>
  );
}
