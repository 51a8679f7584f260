import type { Fact } from "../answers";
import { MAIN, totalsByAnswer, WINDS, winnerSeat } from "../facts";
import { closedSeats, game, isJoined } from "../game_store";
import { draft, evaluation, isForTable, state } from "../store";
import { text } from "../texts";
import { seatName, windName } from "../tile_names";

/** How the hand was won: the main facts as buttons, the rare ones in a list. */
export function Facts() {
  const score = evaluation.value?.score;
  if (score?.state !== "won" && score?.state !== "no_win" && score?.state !== "open") return null;
  const { facts } = score;
  const rare = facts.filter(({ name }) => !MAIN.includes(name));
  const isGiven = rare.some(({ name }) => name in draft.value.facts);
  return (
    <section aria-labelledby="facts-title">
      <h2 id="facts-title">{text("facts")}</h2>
      <Choice name="seat" label={text("winner_sits")} fact={find(facts, "seat")} />
      {!isJoined.value && <Ending facts={facts} />}
      {game.value === null && !isForTable.value && find(facts, "round") !== undefined && (
        <Choice name="round" label={text("round")} fact={find(facts, "round")} />
      )}
      {rare.length > 0 && (
        <details open={isGiven || score.state === "open"}>
          <summary>
            {text("rare")} <small>{rare.map(({ label }) => label).join(", ")}</small>
          </summary>
          {rare.map((fact) => (
            <FactField key={fact.name} fact={fact} />
          ))}
        </details>
      )}
    </section>
  );
}

function find(facts: readonly Fact[], name: string): Fact | undefined {
  return facts.find((fact) => fact.name === name);
}

/** Buttons for a wind: each with the total that it would give, where totals differ. */
function Choice({
  name,
  label,
  fact,
}: {
  name: "seat" | "round";
  label: string;
  fact: Fact | undefined;
}) {
  const totals = totalsByAnswer(fact);
  const given = draft.value.facts[name];
  return (
    <Group id={`fact-${name}`} label={label} isAssumed={given === undefined}>
      {WINDS.filter((wind) => name !== "seat" || !closedSeats.value.includes(wind)).map((wind) => (
        <Answer
          key={wind}
          label={name === "seat" ? seatName(wind) : windName(wind)}
          total={totals[wind]}
          isChosen={(given ?? "E") === wind}
          isAssumed={given === undefined}
          onChoose={() => state(name, wind)}
        />
      ))}
    </Group>
  );
}

/** Whether the winning tile was drawn, or who discarded it. */
function Ending({ facts }: { facts: readonly Fact[] }) {
  const given = draft.value.facts;
  const totals = totalsByAnswer(find(facts, "self_drawn"));
  const isAssumed = !("self_drawn" in given) && !("discarder" in given);
  const isDrawn = given.self_drawn === true;
  const seat = winnerSeat(given);
  return (
    <>
      <Group id="fact-self_drawn" label={text("winning")} isAssumed={isAssumed}>
        <Answer
          label={text("drawn")}
          total={totals.true}
          isChosen={isDrawn}
          isAssumed={isAssumed}
          onChoose={() => state("self_drawn", true)}
        />
        <Answer
          label={text("discard")}
          total={totals.false}
          isChosen={!isDrawn}
          isAssumed={isAssumed}
          onChoose={() => state("self_drawn", false)}
        />
      </Group>
      {!isDrawn && (
        <Group id="fact-discarder" label={text("discarded_by")} isAssumed={false}>
          {WINDS.filter((wind) => wind !== seat).map((wind) => (
            <Answer
              key={wind}
              label={seatName(wind)}
              isChosen={given.discarder === wind}
              isAssumed={false}
              onChoose={() => state("discarder", wind)}
            />
          ))}
        </Group>
      )}
    </>
  );
}

function Group({
  id,
  label,
  isAssumed,
  children,
}: {
  id: string;
  label: string;
  isAssumed: boolean;
  children: preact.ComponentChildren;
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

function Answer({
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

function FactField({ fact }: { fact: Fact }) {
  const given = draft.value.facts[fact.name];
  const isGiven = fact.name in draft.value.facts;
  const current = fact.options.findIndex(({ value }) => same(value, isGiven ? given : undefined));
  const differing = new Set(fact.options.map(({ total }) => total)).size > 1;
  return (
    <label class="fact">
      <span>{fact.label}</span>
      <select
        value={String(Math.max(0, current))}
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

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
