import { text } from "../texts";
import {
  clockPhase,
  clockText,
  decimalText,
  partsOf,
  secondsLeft,
  shownRound,
  type TournamentRound,
  type TournamentStanding,
  type TournamentTable,
  type TournamentView,
} from "../tournament";
import { now, statedAt, tournament, tournamentRefusal } from "../tournament_store";
import { signedText } from "./numbers";
import "./wall.css";

const SEATS = ["E", "S", "W", "N"] as const;
const TABLES = 8; // on one page of the wall
const FEW = 2; // tables that leave space for larger letters
const LINES = 16;
const LONG = 13; // letters that fit beside a wind
const TURN = 10_000; // milliseconds of each page

/** The page for the wall: round, time, and in turn the tables and the standings. */
export function Wall() {
  const shown = tournament.value;
  if (shown === null) return <p class="wall">{tournamentRefusal.value ?? text("tournament")}</p>;
  const round = shownRound(shown);
  const tables = round === undefined ? [] : partsOf(round.tables, TABLES);
  const hasResults = shown.rounds.some((one) => one.tables.some(({ results }) => results !== null));
  const lines = hasResults ? partsOf(shown.standings, LINES) : [];
  const teams = hasResults ? partsOf(shown.teams, LINES) : [];
  const parts = tables.length + lines.length + teams.length;
  const turn = Math.floor(now.value / TURN) % Math.max(1, parts);
  return (
    <main class="wall">
      <WallHead shown={shown} round={round} />
      {tables.map((part, at) => (
        <div key={`tables-${at}`} class={turn === at ? "wall-part" : "wall-part out-of-turn"}>
          <ol class={part.length > FEW ? "wall-tables" : "wall-tables few"}>
            {part.map((table) => (
              <WallTable key={table.table} shown={shown} table={table} />
            ))}
          </ol>
          {(round?.byes.length ?? 0) > 0 && (
            <p>{text("byes", { names: namesOf(shown, round?.byes ?? []) })}</p>
          )}
        </div>
      ))}
      {lines.map((part, at) => (
        <div
          key={`lines-${at}`}
          class={turn === tables.length + at ? "wall-part" : "wall-part out-of-turn"}
        >
          <h2>{text("standings")}</h2>
          <ol class="wall-standings">
            {part.map((line) => (
              <WallLine
                key={line.player}
                shown={shown}
                line={line}
                name={shown.players[line.player]?.name ?? ""}
              />
            ))}
          </ol>
        </div>
      ))}
      {teams.map((part, at) => (
        <div
          key={`teams-${at}`}
          class={turn === tables.length + lines.length + at ? "wall-part" : "wall-part out-of-turn"}
        >
          <h2>{text("team_standings")}</h2>
          <ol class="wall-standings wall-teams">
            {part.map((line) => (
              <WallLine key={line.team} shown={shown} line={line} name={line.team} />
            ))}
          </ol>
        </div>
      ))}
    </main>
  );
}

function WallHead({ shown, round }: { shown: TournamentView; round: TournamentRound | undefined }) {
  const { plan } = shown;
  if (round === undefined) {
    return (
      <header>
        <h1>{shown.name}</h1>
        <p>{text("not_drawn_yet")}</p>
      </header>
    );
  }
  const clock = round.status === "playing" ? round.clock : null;
  const left = clock === null ? 0 : secondsLeft(clock, now.value - statedAt.value);
  const phase = clock === null ? null : clockPhase(clock, left, plan);
  return (
    <header class={phase ?? round.status}>
      <div>
        <h1>{shown.name}</h1>
        <p class="wall-round">{text("round_of", { number: round.number, rounds: plan.rounds })}</p>
      </div>
      <div class="wall-time">
        {clock !== null && <span class="digits">{clockText(left)}</span>}
        <span role="status">
          {phase === null ? text(`round_${round.status}`) : text(`clock_${phase}`)}
        </span>
      </div>
    </header>
  );
}

function WallTable({ shown, table }: { shown: TournamentView; table: TournamentTable }) {
  return (
    <li>
      <h2>
        {text("table_number", { number: table.table })}
        {table.hands > 0 && !table.over && (
          <small>{text("played_hands", { count: table.hands })}</small>
        )}
        {table.results !== null && <small>{text("table_over")}</small>}
      </h2>
      <ol>
        {table.seats.map((player, seat) => (
          <li key={player} class="wall-seat">
            <abbr title={text(`seat_${SEATS[seat] ?? "E"}`)}>
              {text("seat_letters").charAt(seat)}
            </abbr>
            <Name of={shown.players[player]?.name ?? ""} />
          </li>
        ))}
      </ol>
    </li>
  );
}

function WallLine({
  shown,
  line,
  name,
}: {
  shown: TournamentView;
  line: Pick<TournamentStanding, "rank" | "table_points" | "balance" | "score">;
  name: string;
}) {
  const isScore = shown.rank_by === "score";
  return (
    <li class="wall-line">
      <span class="rank">{line.rank}</span>
      <Name of={name} />
      <span class="number">
        {isScore ? signedText(line.score) : decimalText(line.table_points)}
      </span>
      {!isScore && <small class="number">{signedText(line.balance)}</small>}
    </li>
  );
}

/** A name in one line; a long one in smaller letters. */
function Name({ of: name }: { of: string }) {
  return <span class={name.length > LONG ? "name long" : "name"}>{name}</span>;
}

function namesOf(shown: TournamentView, players: readonly number[]): string {
  return players.map((player) => shown.players[player]?.name).join(", ");
}
