import { useState } from "preact/hooks";
import type { GameSummary } from "../game_home";
import {
  beginGame,
  canUndoGame,
  findGames,
  game,
  gameResults,
  games,
  importGame,
  isNewGameWanted,
  listMore,
  movableGames,
  moveGame,
  openDeviceGame,
  openGame,
  purgeGame,
  query,
  restoreGame,
  ruleSets,
  totalGames,
  undoGame,
} from "../game_store";
import { draft } from "../hand_draft";
import { forgetState, useKeptState } from "../kept_state";
import { isReady } from "../names";
import { gameSpot, isGameShown } from "../places";
import { parseRules } from "../rules";
import { home, isLooking, server } from "../server";
import { text } from "../texts";
import { GameOptions, type NewGameOptions } from "./game_options";
import { GameSheet } from "./game_sheet";
import { GamePoints, GameSums } from "./game_sums";
import { KnownPlayers, NameField, TitleField } from "./game_tools";
import { dotted, momentText } from "./numbers";
import { PhotoButton } from "./photo_button";
import { PlaceLink } from "./place_link";
import { GameStatistics } from "./statistics";
import "./games.css";

const SEATS = [0, 1, 2, 3];
const NEW_NAMES = "new game names";
const NEW_TITLE = "new game title";
const SHELVES = ["archived", "deleted"] as const;

/** The open game; or the kept games, and ways to begin or import one. */
export function Games() {
  if (game.value !== null && isGameShown.value) return <GameSheet shown={game.value} />;
  return (
    <section aria-labelledby="games-title">
      <h2 id="games-title">{text("games")}</h2>
      {game.value !== null && (
        <PlaceLink to={gameSpot.value} class="in-game">
          <strong>{text("running_game")}</strong>
          <span>{dotted(game.value.players)}</span>
        </PlaceLink>
      )}
      {!isLooking.value && (
        <details class="new-game" open={isNewGameWanted.value}>
          <summary>{text("new_game")}</summary>
          <NewGame />
        </details>
      )}
      {games.value.length === 0 && isEveryGameWanted() && (
        <p class="hint">{text(server === null ? "games_hint" : "server_games_hint")}</p>
      )}
      <Search />
      {query.value.shelf === "deleted" && <p class="hint">{text("deleted_hint")}</p>}
      <ul class="games">
        {games.value.map((one) => (
          <li key={one.id}>
            {query.value.shelf === "deleted" ? (
              <DeletedGame summary={one} />
            ) : (
              <GameButton summary={one} onOpen={openGame} />
            )}
          </li>
        ))}
      </ul>
      {totalGames.value > games.value.length && (
        <div class="row spread">
          <small>
            {text("listed_games", { shown: games.value.length, count: totalGames.value })}
          </small>
          <button type="button" onClick={listMore}>
            {text("more_games")}
          </button>
        </div>
      )}
      {query.value.shelf !== "deleted" && <GameSums />}
      <GameStatistics />
      {!isLooking.value && <MovableGames />}
      <div class="actions">
        {!isLooking.value && <ImportButton />}
        {!isLooking.value && <PhotoButton label={text("evening")} isCamera={false} isSeveral />}
        {canUndoGame.value && (
          <button type="button" onClick={() => void undoGame()}>
            {text("undo_game")}
          </button>
        )}
      </div>
    </section>
  );
}

function isEveryGameWanted(): boolean {
  return query.value.search === "" && query.value.shelf === "current";
}

/** Finds games by names, and those of the archive. */
function Search() {
  const { search, shelf } = query.value;
  return (
    <div class="row search">
      <input
        type="search"
        aria-label={text("search_games")}
        placeholder={text("search_games")}
        value={search}
        onInput={(event) => findGames({ search: event.currentTarget.value })}
      />
      {SHELVES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={shelf === one}
          onClick={() => findGames({ shelf: shelf === one ? "current" : one })}
        >
          {text(`${one}_games`)}
        </button>
      ))}
    </div>
  );
}

function GameButton({
  summary,
  onOpen,
}: {
  summary: GameSummary;
  onOpen: (id: string) => Promise<boolean>;
}) {
  return (
    <button type="button" class="change" onClick={() => void onOpen(summary.id)}>
      <GameLabel summary={summary} />
    </button>
  );
}

/** A game by its own name and its players, with their points where they are known. */
function GameLabel({ summary: { id, title = "", players, started } }: { summary: GameSummary }) {
  const result = gameResults.value?.results.find((one) => one.id === id);
  return (
    <span>
      {title !== "" && (
        <>
          <strong>{title}</strong>
          <br />
        </>
      )}
      {result === undefined ? players.join(", ") : <GamePoints result={result} />}
      {result === undefined && <br />}
      <small>
        {momentText(started)}
        {result?.over && ` · ${text("game_over")}`}
      </small>
    </span>
  );
}

/** A deleted game: it can come back, or go for good after a second tap. */
function DeletedGame({ summary }: { summary: GameSummary }) {
  const [isAsked, setAsked] = useState(false);
  const { id, kept_until: until } = summary;
  return (
    <div class="deleted">
      <GameLabel summary={summary} />
      {until != null && (
        <small>
          {text("kept_until", {
            date: new Date(until).toLocaleDateString(document.documentElement.lang),
          })}
        </small>
      )}
      <div class="actions">
        {!isLooking.value && (
          <button type="button" onClick={() => void restoreGame(id)}>
            {text("restore_game")}
          </button>
        )}
        {!canPurge() ? null : isAsked ? (
          <>
            <button type="button" onClick={() => void purgeGame(id)}>
              {text("purge_really")}
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              {text("cancel")}
            </button>
          </>
        ) : (
          <button type="button" onClick={() => setAsked(true)}>
            {text("purge_game")}
          </button>
        )}
      </div>
    </div>
  );
}

/** Return whether this page may remove a deleted game for good: no phone of a table may. */
function canPurge(): boolean {
  return server === null || home.value?.host === true;
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
  const [kept, setNames] = useKeptState<readonly string[] | null>(NEW_NAMES, null);
  const names = kept ?? last ?? SEATS.map(() => "");
  const [chosenRules, setRules] = useState<string | null>(null);
  const rules = chosenRules ?? parseRules(draft.value.rules).id;
  const [options, setOptions] = useState<NewGameOptions>({});
  const [title, setTitle] = useKeptState(NEW_TITLE, "");
  const ruleSet = ruleSets.value.find(({ id }) => id === rules) ?? ruleSets.value[0];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = ruleSet?.id ?? "";
        void beginGame({ players: names, rules: chosen, options, title }).then((isBegun) => {
          if (!isBegun) return;
          isNewGameWanted.value = false;
          scrollTo({ top: 0 }); // the players, in the place of the form
          for (const name of [NEW_NAMES, NEW_TITLE]) forgetState(name);
        });
      }}
    >
      <KnownPlayers />
      {SEATS.map((seat) => (
        <NameField
          key={seat}
          label={text(`first_${"ESWN"[seat] as "E" | "S" | "W" | "N"}`)}
          value={names[seat] ?? ""}
          onInput={(value) => setNames(names.map((name, at) => (at === seat ? value : name)))}
        />
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
      <TitleField value={title} onInput={setTitle} />
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
          if (file !== undefined) void importGame(file);
        }}
      />
      {text("import")}
    </label>
  );
}
