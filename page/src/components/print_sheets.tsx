import { addressOf } from "../address";
import { statedText } from "../entrants";
import { text } from "../texts";
import type { TournamentRound, TournamentTable, TournamentView } from "../tournament";
import { place, spotOf, tournament, tournamentRefusal } from "../tournament_store";
import "./print_sheets.css";

const SEATS = ["E", "S", "W", "N"] as const;

/** Sheets of A4 to be cut: a card a player, or a slip a table. */
export function PrintSheets() {
  const shown = tournament.value;
  const isCards = place.value?.kind === "cards";
  return (
    <main class="prints">
      <nav class="actions">
        <button type="button" class="primary" onClick={() => print()}>
          {text("print")}
        </button>
        <a class="button" href={addressOf(spotOf("tournament", place.value?.id ?? ""))}>
          {text("close")}
        </a>
      </nav>
      <h1>{text(isCards ? "seat_cards" : "result_slips")}</h1>
      {shown === null && <p>{tournamentRefusal.value ?? text("tournament")}</p>}
      {shown !== null && shown.rounds.length === 0 && <p>{text("nothing_to_print")}</p>}
      {shown !== null && (isCards ? <SeatCards shown={shown} /> : <ResultSlips shown={shown} />)}
    </main>
  );
}

/** Where each player sits, round by round. */
function SeatCards({ shown }: { shown: TournamentView }) {
  const seated = shown.players.filter(({ number }) =>
    shown.rounds.some((round) => seatOf(round, number) !== null || round.byes.includes(number)),
  );
  return (
    <ol class="print-cards">
      {seated.map((player) => (
        <li key={player.number}>
          <small>{shown.name}</small>
          <h2>{player.name}</h2>
          <small>{statedText(player)}</small>
          <table>
            <thead>
              <tr>
                <th scope="col">{text("round_column")}</th>
                <th scope="col">{text("table_column")}</th>
                <th scope="col">{text("seat_at")}</th>
              </tr>
            </thead>
            <tbody>
              {shown.rounds.map((round) => (
                <tr key={round.number}>
                  <td>{round.number}</td>
                  <SeatCells round={round} player={player.number} />
                </tr>
              ))}
            </tbody>
          </table>
        </li>
      ))}
    </ol>
  );
}

function SeatCells({ round, player }: { round: TournamentRound; player: number }) {
  const found = seatOf(round, player);
  if (found === null) return <td colSpan={2}>{round.byes.includes(player) ? text("bye") : ""}</td>;
  return (
    <>
      <td>{found.table}</td>
      <td>{text(`seat_${SEATS[found.seat] ?? "E"}`)}</td>
    </>
  );
}

function seatOf(round: TournamentRound, player: number): { table: number; seat: number } | null {
  const found = round.tables.find(({ seats }) => seats.includes(player));
  return found === undefined ? null : { table: found.table, seat: found.seats.indexOf(player) };
}

/** A slip for each table of the rounds that are not over. */
function ResultSlips({ shown }: { shown: TournamentView }) {
  return (
    <>
      {shown.rounds
        .filter(({ status }) => status !== "over")
        .map((round) => (
          <ol class="print-slips" key={round.number}>
            {round.tables.map((table) => (
              <li key={table.table}>
                <ResultSlip shown={shown} round={round} table={table} />
              </li>
            ))}
          </ol>
        ))}
    </>
  );
}

function ResultSlip({
  shown,
  round,
  table,
}: {
  shown: TournamentView;
  round: TournamentRound;
  table: TournamentTable;
}) {
  const isScore = shown.rank_by === "score";
  return (
    <>
      <small>{shown.name}</small>
      <h2>
        {text("round_of", { number: round.number, rounds: shown.plan.rounds })} ·{" "}
        {text("table_number", { number: table.table })}
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{text("seat_at")}</th>
            <th scope="col" class="who">
              {text("player")}
            </th>
            <th scope="col">{text("points_at_end")}</th>
            <th scope="col">{text(isScore ? "score_sum" : "table_points_short")}</th>
            <th scope="col" class="signature">
              {text("signature_of_player")}
            </th>
          </tr>
        </thead>
        <tbody>
          {table.seats.map((player, seat) => (
            <tr key={player}>
              <td>{text(`seat_${SEATS[seat] ?? "E"}`)}</td>
              <th scope="row" class="who">
                {shown.players[player]?.name}
              </th>
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {text(isScore ? "result_hint" : "slip_start", { start: shown.start })} {text("referee")}:
        ______________
      </p>
    </>
  );
}
