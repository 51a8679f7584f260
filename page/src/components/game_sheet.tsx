import { useState } from "preact/hooks";
import { dealOf } from "../deal";
import type { GameEntry, GameView, NamedFile } from "../game_home";
import {
  canRemove,
  canUndoGame,
  closeGame,
  exportGame,
  exportTable,
  isServerGame,
  recordDeal,
  removeGame,
  undoGame,
} from "../game_store";
import { saveFile } from "../saved_page";
import { correctHand } from "../store";
import { text } from "../texts";
import { windName } from "../tile_names";
import { DealForm } from "./deal_form";
import { signedText } from "./numbers";
import { ScoreSheet } from "./score_sheet";

const WINDS = ["E", "S", "W", "N"];

/** A game: who sits where with how many points, its deals, and what happens next. */
export function GameSheet({ shown }: { shown: GameView }) {
  const { state } = shown;
  return (
    <section aria-labelledby="game-title" class="game">
      <div class="row spread">
        <h2 id="game-title">
          {state.over
            ? text("game_over")
            : text("deal_number", { round: windName(state.round), number: state.hand })}
        </h2>
        <button type="button" class="quiet" onClick={closeGame}>
          {text("close")}
        </button>
      </div>
      <p class="hint">
        {shown.name}
        {isServerGame.value && ` · ${text("on_server")}`}
        {state.on_table > 0 && ` · ${text("on_table", { points: state.on_table })}`}
        {state.counters > 0 && ` · ${text("counters", { count: state.counters })}`}
      </p>
      <Players shown={shown} />
      {!state.over && <NextDeal shown={shown} />}
      <Deals shown={shown} />
      <ScoreSheet shown={shown} />
      <div class="actions">
        {canUndoGame.value && (
          <button type="button" onClick={() => void undoGame()}>
            {text("undo_game")}
          </button>
        )}
        <button type="button" onClick={() => void exportGame().then(save)}>
          {text("export")}
        </button>
        <button type="button" onClick={() => void exportTable().then(save)}>
          {text("table")}
        </button>
        {canRemove.value && (
          <button type="button" onClick={() => void removeGame()}>
            {text("delete_game")}
          </button>
        )}
      </div>
    </section>
  );
}

function Players({ shown }: { shown: GameView }) {
  const { state, players, standings } = shown;
  const seatOf = (player: number) => WINDS.find((wind) => state.seats[wind] === player) ?? "E";
  const order = players.map((_, player) => player);
  order.sort((one, other) => WINDS.indexOf(seatOf(one)) - WINDS.indexOf(seatOf(other)));
  return (
    <table class="players">
      <tbody>
        {order.map((player) => (
          <tr key={player}>
            <td>{windName(seatOf(player))}</td>
            <th scope="row">{players[player]}</th>
            <td class="number">{String(state.points[player]).replace("-", "\u2212")}</td>
            <td>{placeText(standings?.find((one) => one.player === player)?.place)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function placeText(place: number | undefined): string {
  return place === undefined ? "" : text("place", { place });
}

function NextDeal({ shown }: { shown: GameView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p class="hint">{text("photo_records")}</p>
      {isOpen ? (
        <DealForm
          shown={shown}
          seats={shown.state.seats}
          onDone={() => setOpen(false)}
          onRecord={(happened) => recordDeal(happened)}
        />
      ) : (
        <div class="actions">
          <button type="button" onClick={() => void recordDeal(NOBODY)} disabled={shown.noten}>
            {text("nobody_won")}
          </button>
          <button type="button" onClick={() => setOpen(true)}>
            {text("enter_deal")}
          </button>
        </div>
      )}
    </>
  );
}

const NOBODY = { ended: { type: "drawn", ready: [] } };

function Deals({ shown }: { shown: GameView }) {
  const [corrected, setCorrected] = useState<number | null>(null);
  if (shown.entries.length === 0) return null;
  return (
    <ol class="deals" reversed>
      {Array.from(shown.entries)
        .reverse()
        .map((entry) => (
          <li key={entry.number} value={entry.number} class={entry.struck ? "struck" : ""}>
            <Deal
              shown={shown}
              entry={entry}
              isOpen={corrected === entry.number}
              onOpen={(isOpen) => setCorrected(isOpen ? entry.number : null)}
            />
          </li>
        ))}
    </ol>
  );
}

function Deal({
  shown,
  entry,
  isOpen,
  onOpen,
}: {
  shown: GameView;
  entry: GameEntry;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
  const changes = shown.players
    .map((name, player) => ({ name, points: entry.changes[player] ?? 0 }))
    .filter(({ points }) => points !== 0)
    .map(({ name, points }) => `${name}\u00a0${signedText(points)}`);
  return (
    <>
      <span>{entry.text}</span>
      {changes.length > 0 && <small class="changes">{changes.join(" · ")}</small>}
      {entry.doubtful && <small class="problem">{text("doubtful_deal")}</small>}
      {entry.version > 0 && !entry.struck && <small>{text("corrected")}</small>}
      {isOpen ? (
        <DealForm
          shown={shown}
          seats={entry.seats}
          before={dealOf(entry.events)}
          onDone={() => onOpen(false)}
          onRecord={(happened) => recordDeal(happened, entry.number)}
        />
      ) : (
        <div class="actions">
          <button type="button" class="quiet" onClick={() => onOpen(true)}>
            {text("correct")}
          </button>
          {entry.records.length === 1 && (
            <button type="button" class="quiet" onClick={() => correctHand(entry)}>
              {text("correct_hand")}
            </button>
          )}
          {!entry.struck && (
            <button type="button" class="quiet" onClick={() => void recordDeal(null, entry.number)}>
              {text("strike")}
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** Save a file on the device. */
function save(file: NamedFile | null): void {
  if (file === null) return;
  saveFile(new Blob([file.content], { type: "text/plain" }), file.name);
}
