import { useState } from "preact/hooks";
import { parsePlayers, statedText } from "../entrants";
import { text } from "../texts";
import type { TournamentPlayer, TournamentView } from "../tournament";
import { changeTournament } from "../tournament_store";
import "./entrant_tools.css";
import { TextField } from "./text_field";

const STATED = ["player_number", "country", "team", "last_name"] as const;
const LONGEST = { player_number: 16, country: 3, team: 40, last_name: 40 } as const;

/** Players: who comes, leaves, is called otherwise, and what they state. */
export function PlayerTools({ shown }: { shown: TournamentView }) {
  return (
    <details class="tools">
      <summary>{text("tournament_players")}</summary>
      <ul class="games entrants">
        {shown.players.map((player) => (
          <li key={player.number}>
            <PlayerLine player={player} isOrganiser={shown.is_organiser} />
          </li>
        ))}
      </ul>
      {shown.is_organiser && <AdditionForm />}
    </details>
  );
}

function PlayerLine({ player, isOrganiser }: { player: TournamentPlayer; isOrganiser: boolean }) {
  const [isChanging, setChanging] = useState(false);
  const { number, present } = player;
  if (isChanging) return <PlayerForm player={player} onDone={() => setChanging(false)} />;
  const stated = statedText(player);
  return (
    <div class="row spread">
      <span class={present ? "name" : "name struck"}>
        {player.name}
        {player.substitute && <small> {text("substitute")}</small>}
        {!present && <small> {text("has_left")}</small>}
        {stated !== "" && <small class="stated">{stated}</small>}
      </span>
      {isOrganiser && (
        <span class="row">
          <button type="button" class="quiet" onClick={() => setChanging(true)}>
            {text("change_player")}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              void changeTournament("attendance", { entrant: number, present: !present })
            }
          >
            {text(present ? "leaves" : "is_back")}
          </button>
        </span>
      )}
    </div>
  );
}

/** A player's name, and what the player states. */
function PlayerForm({ player, onDone }: { player: TournamentPlayer; onDone: () => void }) {
  const [name, setName] = useState(player.name);
  const [stated, setStated] = useState(() => statedOf(player));
  const save = async () => {
    const entrant = player.number;
    if (name !== player.name && !(await changeTournament("renamed", { entrant, name }))) return;
    const isOther = STATED.some((field) => stated[field] !== player[field]);
    if (!isOther || (await changeTournament("registration", { entrant, ...stated }))) onDone();
  };
  return (
    <form
      class="player-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField label={text("name_field")} limit={40} value={name} onInput={setName} />
      {STATED.map((field) => (
        <label class="fact" key={field}>
          <span>{text(`field_${field}`)}</span>
          <input
            type="text"
            maxLength={LONGEST[field]}
            autocomplete="off"
            value={stated[field]}
            onInput={(event) => {
              const { value } = event.currentTarget;
              setStated({ ...stated, [field]: value });
            }}
          />
        </label>
      ))}
      <div class="actions">
        <button type="submit" class="primary">
          {text("save_result")}
        </button>
        <button type="button" onClick={onDone}>
          {text("cancel")}
        </button>
      </div>
    </form>
  );
}

function statedOf(player: TournamentPlayer): Record<(typeof STATED)[number], string> {
  const { player_number, country, team, last_name } = player;
  return { player_number, country, team, last_name };
}

function AdditionForm() {
  const [names, setNames] = useState("");
  const [isSubstitute, setSubstitute] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = { players: parsePlayers(names), substitute: isSubstitute };
        void changeTournament("entrants", wanted).then((isDone) => isDone && setNames(""));
      }}
    >
      <NamesField value={names} onInput={setNames} />
      <label class="tick">
        <input
          type="checkbox"
          checked={isSubstitute}
          onChange={(event) => setSubstitute(event.currentTarget.checked)}
        />
        <span>{text("as_substitutes")}</span>
      </label>
      <button type="submit">{text("add_players")}</button>
    </form>
  );
}

/** A field for players, one a line. */
export function NamesField({
  value,
  onInput,
}: {
  value: string;
  onInput: (value: string) => void;
}) {
  return (
    <label class="names">
      <span>{text("names_field")}</span>
      <textarea rows={5} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
      <small>{text("names_more")}</small>
    </label>
  );
}
