import { useState } from "preact/hooks";
import { openGame } from "../game_store";
import { text } from "../texts";
import type { TournamentRound, TournamentTable, TournamentView } from "../tournament";
import { changeTournament, closeTournament } from "../tournament_store";
import { signedText } from "./numbers";
import { RoundTime } from "./round_clock";
import "./tournament_round.css";

const SEATS = ["E", "S", "W", "N"] as const;

/** A round: its time, its tables, and what the organiser does with it. */
export function TournamentRoundCard({
  shown,
  round,
}: {
  shown: TournamentView;
  round: TournamentRound;
}) {
  const names = round.byes.map((player) => shown.players[player]?.name).join(", ");
  return (
    <section aria-labelledby={`round-${round.number}`} class="round">
      <h2 id={`round-${round.number}`}>
        {text("round_of", { number: round.number, rounds: shown.plan.rounds })}
      </h2>
      <RoundTime shown={shown} round={round} />
      {shown.is_organiser && <RoundActions shown={shown} round={round} />}
      {round.outdated && <p class="problem">{text("draw_outdated")}</p>}
      <ol class="tables">
        {round.tables.map((table) => (
          <li key={table.table} class="table-card">
            <TableCard shown={shown} round={round} table={table} />
          </li>
        ))}
      </ol>
      {names !== "" && <p>{text("byes", { names })}</p>}
    </section>
  );
}

function RoundActions({ shown, round }: { shown: TournamentView; round: TournamentRound }) {
  const { number, clock } = round;
  const ask = (type: string, fields: object = {}) =>
    void changeTournament(type, { round: number, ...fields });
  if (round.status === "drawn") {
    const begun = shown.rounds.filter(({ status }) => status !== "drawn").length;
    if (number !== begun + 1 || shown.current_round !== null) return null;
    return (
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={round.outdated}
          onClick={() => ask("start")}
        >
          {text("begin_round", { number })}
        </button>
      </div>
    );
  }
  if (round.status === "over") {
    return (
      <div class="actions">
        <button type="button" onClick={() => ask("end", { ended: false })}>
          {text("reopen_round")}
        </button>
      </div>
    );
  }
  const open = round.tables.filter(({ over, paper }) => !(over || paper)).length;
  const isUntouched = round.tables.every(({ hands, paper }) => hands === 0 && !paper);
  return (
    <>
      <div class="actions">
        {clock?.running ? (
          <button type="button" onClick={() => ask("clock_pause")}>
            {text("pause_clock")}
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => ask("clock_start")}>
            {text("start_clock")}
          </button>
        )}
        <button type="button" onClick={() => ask("clock_extension", { minutes: 5 })}>
          {text("five_more")}
        </button>
        <button type="button" onClick={() => ask("clock_extension", { minutes: -5 })}>
          {text("five_fewer")}
        </button>
        <button type="button" onClick={() => ask("end", { ended: true })}>
          {text("end_round")}
        </button>
        {isUntouched && (
          <button type="button" class="quiet" onClick={() => ask("revoke")}>
            {text("revoke_round")}
          </button>
        )}
      </div>
      {open > 0 && <p class="hint">{text("tables_open", { count: open })}</p>}
    </>
  );
}

function TableCard({
  shown,
  round,
  table,
}: {
  shown: TournamentView;
  round: TournamentRound;
  table: TournamentTable;
}) {
  const [isEntering, setEntering] = useState(false);
  const [isSeating, setSeating] = useState(false);
  const { results, points } = table;
  const isScore = shown.rank_by === "score";
  return (
    <>
      <div class="row spread">
        <h3>{text("table_number", { number: table.table })}</h3>
        <small>{tableState(round, table)}</small>
      </div>
      <table class="players">
        <tbody>
          {table.seats.map((player, seat) => (
            <tr key={player}>
              <td>{text(`seat_${SEATS[seat] ?? "E"}`)}</td>
              <th scope="row">{shown.players[player]?.name}</th>
              <td class="number">{points === null ? "" : signedText(points[seat] ?? 0)}</td>
              <td class="number">
                {results !== null &&
                  (isScore
                    ? signedText(results[seat]?.score ?? 0)
                    : text("table_points", {
                        points: Math.round((results[seat]?.table_points ?? 0) * 100) / 100,
                      }))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {points !== null && <Imbalance points={points} start={shown.start} />}
      {table.signatures.length > 0 && (
        <small>{text("signatures_count", { count: table.signatures.length })}</small>
      )}
      {table.game !== null && (
        <div class="actions">
          <button
            type="button"
            onClick={() => {
              const id = table.game ?? "";
              void openGame(id).then((isOpen) => isOpen && closeTournament(id));
            }}
          >
            {text("open_table_game")}
          </button>
          {shown.is_organiser && !isEntering && (
            <button type="button" onClick={() => setEntering(true)}>
              {text(table.paper ? "correct_result" : "enter_result")}
            </button>
          )}
          {shown.is_organiser && round.status === "playing" && !isSeating && (
            <button type="button" onClick={() => setSeating(true)}>
              {text("change_seat")}
            </button>
          )}
        </div>
      )}
      {isEntering && (
        <ResultForm shown={shown} round={round} table={table} onDone={() => setEntering(false)} />
      )}
      {isSeating && (
        <SeatForm shown={shown} round={round} table={table} onDone={() => setSeating(false)} />
      )}
    </>
  );
}

function tableState(round: TournamentRound, table: TournamentTable): string {
  if (round.status === "drawn") return "";
  if (table.paper) return text("on_paper");
  const hands = text("played_hands", { count: table.hands });
  if (table.results !== null) return `${hands} · ${text("table_over")}`;
  return round.status === "over" ? text("no_result") : hands;
}

/** Says that points do not add up: a sum of four starts is right. */
function Imbalance({ points, start }: { points: readonly number[]; start: number }) {
  const excess = points.reduce((sum, one) => sum + one, 0) - 4 * start;
  if (excess === 0) return null;
  return <small class="problem">{text("imbalance", { points: signedText(excess) })}</small>;
}

function ResultForm({
  shown,
  round,
  table,
  onDone,
}: {
  shown: TournamentView;
  round: TournamentRound;
  table: TournamentTable;
  onDone: () => void;
}) {
  const [values, setValues] = useState(() => table.seats.map((_, k) => startText(table, k)));
  const points = values.map(Number);
  const isWhole = values.every((value) => /^-?\d+$/.test(value.trim()));
  const send = (sent: readonly number[]) =>
    changeTournament("result", { round: round.number, table: table.table, points: sent }).then(
      (isDone) => isDone && onDone(),
    );
  return (
    <form
      class="result-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) void send(points);
      }}
    >
      <p class="hint">{text("result_hint", { start: shown.start })}</p>
      {table.seats.map((player, seat) => (
        <label class="fact" key={player}>
          <span>{shown.players[player]?.name}</span>
          <input
            type="text"
            inputMode="text"
            required
            pattern="\s*-?[0-9]{1,7}\s*"
            value={values[seat]}
            onInput={(event) => {
              const { value } = event.currentTarget;
              setValues(values.map((one, at) => (at === seat ? value : one)));
            }}
          />
        </label>
      ))}
      {isWhole && <Imbalance points={points} start={shown.start} />}
      <div class="actions">
        <button type="submit" class="primary">
          {text("save_result")}
        </button>
        {table.paper && (
          <button type="button" onClick={() => void send([])}>
            {text("game_counts")}
          </button>
        )}
        <button type="button" onClick={onDone}>
          {text("cancel")}
        </button>
      </div>
    </form>
  );
}

function startText(table: TournamentTable, seat: number): string {
  return table.points === null ? "" : String(table.points[seat] ?? "");
}

/** Seats a player who plays nowhere in this round in the place of another. */
function SeatForm({
  shown,
  round,
  table,
  onDone,
}: {
  shown: TournamentView;
  round: TournamentRound;
  table: TournamentTable;
  onDone: () => void;
}) {
  const [seat, setSeat] = useState(0);
  const playing = new Set(round.tables.flatMap(({ seats }) => seats));
  const free = shown.players.filter(({ number }) => !playing.has(number));
  const [entrant, setEntrant] = useState(free[0]?.number ?? -1);
  if (free.length === 0) {
    return (
      <p class="hint">
        {text("nobody_free")}{" "}
        <button type="button" onClick={onDone}>
          {text("close")}
        </button>
      </p>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = { round: round.number, table: table.table, seat, entrant };
        void changeTournament("seat", wanted).then((isDone) => isDone && onDone());
      }}
    >
      <label class="fact">
        <span>{text("who_leaves")}</span>
        <select value={seat} onChange={(event) => setSeat(Number(event.currentTarget.value))}>
          {table.seats.map((player, at) => (
            <option key={player} value={at}>
              {shown.players[player]?.name}
            </option>
          ))}
        </select>
      </label>
      <label class="fact">
        <span>{text("who_sits_down")}</span>
        <select value={entrant} onChange={(event) => setEntrant(Number(event.currentTarget.value))}>
          {free.map(({ number, name }) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div class="actions">
        <button type="submit" class="primary">
          {text("change_seat")}
        </button>
        <button type="button" onClick={onDone}>
          {text("cancel")}
        </button>
      </div>
    </form>
  );
}
