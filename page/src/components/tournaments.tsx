import { useEffect, useState } from "preact/hooks";
import { parsePlayers } from "../entrants";
import { ruleSets } from "../game_store";
import { draft } from "../hand_draft";
import { isReady } from "../names";
import { parseRules } from "../rules";
import { isLooking } from "../server";
import { text } from "../texts";
import {
  createTournament,
  deletedTournaments,
  listDeletedTournaments,
  listTournaments,
  openTournament,
  restoreTournament,
  tournamentRefusal,
  tournaments,
} from "../tournament_store";
import { NamesField } from "./entrant_tools";
import { GameOptions, type NewGameOptions } from "./game_options";
import { RatingTools } from "./rating";
import { TextField } from "./text_field";
import { PlanFields, planNumbers, planTexts } from "./tournament_tools";

const PLAN = { rounds: 4, minutes: 120, last_minutes: 5 };

/** The tournaments of the server, and a form for a new one. */
export function Tournaments() {
  useEffect(() => {
    void listTournaments();
    void listDeletedTournaments();
  }, []);
  return (
    <section aria-labelledby="tournaments-title">
      <h2 id="tournaments-title">{text("tournaments")}</h2>
      <ul class="games">
        {tournaments.value.map(({ id, name, players, rounds, rounds_begun }) => (
          <li key={id}>
            <button type="button" class="change" onClick={() => openTournament(id)}>
              <span>
                {name}
                <br />
                <small>
                  {text("players_count", { count: players })} ·{" "}
                  {text("rounds_begun", { begun: rounds_begun, count: rounds })}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <DeletedTournaments />
      <RatingTools />
      {!isLooking.value && (
        <details>
          <summary>{text("new_tournament")}</summary>
          <NewTournament />
        </details>
      )}
    </section>
  );
}

/** Deleted tournaments; their organisers can restore them. */
function DeletedTournaments() {
  if (deletedTournaments.value.length === 0) return null;
  return (
    <details class="tools">
      <summary>{text("deleted_tournaments")}</summary>
      {tournamentRefusal.value !== null && (
        <p role="alert" class="alert">
          {tournamentRefusal.value}
        </p>
      )}
      <ul class="games">
        {deletedTournaments.value.map(({ id, name, players, is_organiser: isOrganiser }) => (
          <li key={id} class="row spread">
            <span class="name">
              {name} <small>{text("players_count", { count: players })}</small>
            </span>
            {isOrganiser && (
              <button type="button" onClick={() => void restoreTournament(id)}>
                {text("restore_tournament")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function NewTournament() {
  const [name, setName] = useState("");
  const [names, setNames] = useState("");
  const [plan, setPlan] = useState(planTexts(PLAN));
  const [rules, setRules] = useState(parseRules(draft.value.rules).id);
  const [options, setOptions] = useState<NewGameOptions>({});
  const [isRefused, setRefused] = useState(false);
  const four = ruleSets.value.filter(({ id }) => !/three/.test(id));
  const ruleSet = four.find(({ id }) => id === rules) ?? four[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = { name, rules: ruleSet?.id ?? "", options, players: parsePlayers(names) };
        void createTournament({ ...wanted, ...planNumbers(plan) }).then((isDone) =>
          setRefused(!isDone),
        );
      }}
    >
      <TextField label={text("tournament_name")} limit={40} value={name} onInput={setName} />
      <label class="fact">
        <span>{text("rules")}</span>
        <select
          value={ruleSet?.id}
          onChange={(event) => {
            setRules(event.currentTarget.value);
            setOptions({});
          }}
        >
          {four.map(({ id, name: title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {ruleSet !== undefined && (
        <GameOptions ruleSet={ruleSet} answers={options} onChange={setOptions} />
      )}
      <PlanFields plan={plan} onChange={setPlan} />
      <NamesField value={names} onInput={setNames} />
      {isRefused && tournamentRefusal.value !== null && (
        <p role="alert" class="alert">
          {tournamentRefusal.value}
        </p>
      )}
      <button type="submit" class="primary" disabled={!isReady.value}>
        {text("create_tournament")}
      </button>
    </form>
  );
}
