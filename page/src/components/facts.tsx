import type { Fact } from "../answers";
import { state } from "../fact_steps";
import { askedFacts, INDICATORS, MAIN, RIICHI, totalsByAnswer, WINDS } from "../facts";
import { game } from "../game_store";
import { draft } from "../hand_draft";
import { isForTable } from "../hand_facts";
import { evaluation } from "../hand_score";
import { text } from "../texts";
import { windName } from "../tile_names";
import { DeclaredRiichi } from "./declared_riichi";
import { Answer, Group, Switch } from "./fact_answer";
import { FactField, FactNumber } from "./fact_field";
import { FactTiles } from "./fact_tiles";
import { WinTable } from "./win_table";
import "./facts.css";

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
      <WinTable facts={facts} />
      <DeclaredRiichi />
      {isRoundShown && <Round fact={round} />}
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

/** The wind of the round: each with the total that it would give, where totals differ. */
function Round({ fact }: { fact: Fact | undefined }) {
  const totals = totalsByAnswer(fact);
  const given = draft.value.facts.round;
  const isPossible = (wind: string) =>
    fact === undefined || fact.options.some(({ value }) => value === wind);
  return (
    <Group id="fact-round" label={text("round")} isAssumed={given === undefined}>
      {WINDS.filter(isPossible).map((wind) => (
        <Answer
          key={wind}
          label={windName(wind)}
          total={totals[wind]}
          isChosen={(given ?? "E") === wind}
          isAssumed={given === undefined}
          onChoose={() => state("round", wind)}
        />
      ))}
    </Group>
  );
}
