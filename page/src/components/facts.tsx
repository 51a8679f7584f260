import type { Fact } from "../answers";
import {
  askedFacts,
  INDICATORS,
  MAIN,
  RIICHI,
  totalsByAnswer,
  valueNow,
  WINDS,
  winnerSeat,
} from "../facts";
import { closedSeats, game, isJoined } from "../game_store";
import { draft, evaluation, isForTable, state } from "../store";
import { text } from "../texts";
import { seatName, windName } from "../tile_names";
import { DeclaredRiichi } from "./declared_riichi";
import { Answer, Group, Switch } from "./fact_answer";
import { FactField, FactNumber } from "./fact_field";
import { FactTiles } from "./fact_tiles";

/** How the hand was won: what decides first, then who won and on whom, what is rare in a list. */
export function Facts() {
  const score = evaluation.value?.score;
  if (score == null || score.state === "waiting") return null;
  if (score.state === "no_win" && score.score === null) return null; // no fact makes sets of them
  const isInGame = game.value !== null || isForTable.value;
  const facts = askedFacts(score.facts ?? [], isInGame);
  if (facts.length === 0) return null;
  const round = find(facts, "round");
  const isRoundShown = !isInGame && round?.matters === true;
  const shown = [...MAIN.filter((name) => name !== "round" || isRoundShown), ...RIICHI];
  const rare = facts.filter(({ name }) => ![...shown, ...INDICATORS].includes(name));
  const asked = isInGame ? rare.filter(({ name }) => name !== "round") : rare;
  const isGiven = asked.some(({ name }) => name in draft.value.facts);
  return (
    <section aria-labelledby="facts-title">
      <h2 id="facts-title">{text("facts")}</h2>
      <Riichi facts={facts} />
      <Choice name="seat" label={text("winner_sits")} fact={find(facts, "seat")} />
      {!isJoined.value && <Ending facts={facts} />}
      <DeclaredRiichi />
      {isRoundShown && <Choice name="round" label={text("round")} fact={round} />}
      {asked.length > 0 && (
        <details open={isGiven || score.state === "open"}>
          <summary>
            {text("rare")} <small>{asked.map(({ label }) => label).join(", ")}</small>
          </summary>
          {asked.map((fact) => (
            <RareFact key={fact.name} fact={fact} />
          ))}
        </details>
      )}
    </section>
  );
}

function find(facts: readonly Fact[], name: string): Fact | undefined {
  return facts.find((fact) => fact.name === name);
}

/** Riichi and its indicators. */
function Riichi({ facts }: { facts: readonly Fact[] }) {
  const flags = facts.filter(({ name }) => RIICHI.includes(name));
  const indicators = facts.filter(({ name }) => INDICATORS.includes(name));
  if (flags.length + indicators.length === 0) return null;
  return (
    <div class="riichi">
      {flags.length > 0 && (
        <fieldset id="fact-riichi">
          <legend class="hidden">{flags[0]?.label}</legend>
          <div class="segments">
            {flags.map((fact) => (
              <Switch key={fact.name} fact={fact} />
            ))}
          </div>
        </fieldset>
      )}
      <div class="indicators">
        {indicators.map((fact) => (
          <FactTiles key={fact.name} fact={fact} />
        ))}
      </div>
    </div>
  );
}

/** A fact that few wins have. */
function RareFact({ fact }: { fact: Fact }) {
  if (fact.name === "flowers") return <FactTiles fact={fact} />;
  if (fact.most > 0) return <FactNumber fact={fact} />;
  if (fact.options.every(({ value }) => typeof value === "boolean")) return <Switch fact={fact} />;
  return <FactField fact={fact} />;
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
  const isPossible = (wind: string) =>
    fact === undefined || fact.options.some(({ value }) => value === wind);
  const winds = WINDS.filter(isPossible);
  return (
    <Group id={`fact-${name}`} label={label} isAssumed={given === undefined}>
      {winds
        .filter((wind) => name !== "seat" || !closedSeats.value.includes(wind))
        .map((wind) => (
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
  const drawn = find(facts, "self_drawn");
  const discarders = find(facts, "discarder")?.options.map(({ value }) => value);
  const totals = totalsByAnswer(drawn);
  const isAssumed = !("self_drawn" in given) && !("discarder" in given);
  const isDrawn = valueNow(given, facts, "self_drawn") === true;
  const discarder = valueNow(given, facts, "discarder");
  const seat = winnerSeat(given);
  const winds = WINDS.filter((wind) => wind !== seat && (discarders?.includes(wind) ?? true));
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
        <Group
          id="fact-discarder"
          label={text("discarded_by")}
          isAssumed={isAssumed && discarder != null}
        >
          {winds.map((wind) => (
            <Answer
              key={wind}
              label={seatName(wind)}
              isChosen={discarder === wind}
              isAssumed={isAssumed}
              onChoose={() => state("discarder", wind)}
            />
          ))}
        </Group>
      )}
    </>
  );
}
