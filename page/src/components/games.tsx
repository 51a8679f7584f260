import { useState } from "preact/hooks";
import type { GameSummary } from "../game_home";
import {
  beginGame,
  canUndoGame,
  game,
  games,
  importGame,
  movableGames,
  moveGame,
  openDeviceGame,
  openGame,
  ruleSets,
  undoGame,
} from "../game_store";
import { parseRules } from "../rules";
import { server } from "../server";
import { draft, isReady } from "../store";
import { text } from "../texts";
import { GameOptions, type NewGameOptions } from "./game_options";
import { GameSheet } from "./game_sheet";

const SEATS = [0, 1, 2, 3];

/** The open game; or the kept games, and ways to begin or import one. */
export function Games() {
  if (game.value !== null) return <GameSheet shown={game.value} />;
  return (
    <section aria-labelledby="games-title">
      <h2 id="games-title">{text("games")}</h2>
      {games.value.length === 0 && (
        <p class="hint">{text(server === null ? "games_hint" : "server_games_hint")}</p>
      )}
      <ul class="games">
        {games.value.map((one) => (
          <li key={one.id}>
            <GameButton summary={one} onOpen={openGame} />
          </li>
        ))}
      </ul>
      <MovableGames />
      <details>
        <summary>{text("new_game")}</summary>
        <NewGame />
      </details>
      <div class="actions">
        <ImportButton />
        {canUndoGame.value && (
          <button type="button" onClick={() => void undoGame()}>
            {text("undo_game")}
          </button>
        )}
      </div>
    </section>
  );
}

function GameButton({
  summary,
  onOpen,
}: {
  summary: GameSummary;
  onOpen: (id: string) => Promise<boolean>;
}) {
  const { id, players, started } = summary;
  return (
    <button type="button" class="change" onClick={() => void onOpen(id)}>
      <span>
        {players.join(", ")}
        <br />
        <small>{new Date(started).toLocaleString(document.documentElement.lang)}</small>
      </span>
    </button>
  );
}

/** Games that were begun on this device: they can move to the table's server. */
function MovableGames() {
  if (movableGames.value.length === 0) return null;
  return (
    <>
      <h3>{text("games_here")}</h3>
      <ul class="games">
        {movableGames.value.map((one) => (
          <li key={one.id}>
            <GameButton summary={one} onOpen={openDeviceGame} />
            <button type="button" onClick={() => void moveGame(one.id)}>
              {text("move_game")}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function NewGame() {
  const last = games.value[0]?.players;
  const [names, setNames] = useState<readonly string[]>(last ?? SEATS.map(() => ""));
  const [rules, setRules] = useState(parseRules(draft.value.rules).id);
  const [options, setOptions] = useState<NewGameOptions>({});
  const ruleSet = ruleSets.value.find(({ id }) => id === rules) ?? ruleSets.value[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = ruleSet?.id ?? "";
        void beginGame({ players: names, rules: chosen, options });
      }}
    >
      {SEATS.map((seat) => (
        <label class="fact" key={seat}>
          <span>{text(`first_${"ESWN"[seat] as "E" | "S" | "W" | "N"}`)}</span>
          <input
            type="text"
            required
            maxLength={40}
            autocomplete="off"
            value={names[seat]}
            onInput={(event) => {
              const { value } = event.currentTarget;
              setNames(names.map((name, at) => (at === seat ? value : name)));
            }}
          />
        </label>
      ))}
      <label class="fact">
        <span>{text("rules")}</span>
        <select
          value={ruleSet?.id}
          onChange={(event) => {
            setRules(event.currentTarget.value);
            setOptions({});
          }}
        >
          {ruleSets.value.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {ruleSet !== undefined && (
        <GameOptions ruleSet={ruleSet} answers={options} onChange={setOptions} />
      )}
      <button type="submit" class="primary" disabled={!isReady.value}>
        {text("begin")}
      </button>
    </form>
  );
}

function ImportButton() {
  return (
    <label class="button">
      <input
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) void file.text().then(importGame);
        }}
      />
      {text("import")}
    </label>
  );
}
