import { useState } from "preact/hooks";
import { goTo, START } from "../address";
import { hasCamera, openCamera } from "../camera";
import { dealOf, type Ending, NO_DEAL, withMeasures } from "../deal";
import {
  type EntryHistory,
  type GameEntry,
  type GameView,
  hasResult,
  rightsOf,
} from "../game_home";
import {
  canUndoGame,
  closeGame,
  entryHistory,
  exportGame,
  exportTable,
  isServerGame,
  otherRecorder,
  recordDeal,
  removeGame,
  undoGame,
} from "../game_store";
import { forgetState, useKeptState } from "../kept_state";
import { correctHand, joinWinner } from "../recorded_hand";
import { saveGameFile } from "../saved_page";
import { isLooking } from "../server";
import { text } from "../texts";
import { windName } from "../tile_names";
import { AdjustmentForm } from "./adjustment_form";
import { DealForm } from "./deal_form";
import { GameTools } from "./game_tools";
import { Icon } from "./icon";
import { Ledger } from "./ledger";
import { dotted, momentText, signedText } from "./numbers";
import { PhotoButton } from "./photo_button";
import { PointsPlot } from "./points_plot";
import { ScoreSheet } from "./score_sheet";
import { Signatures } from "./signatures";
import { StayHint } from "./stay_hint";
import "./game_sheet.css";

const WINDS = ["E", "S", "W", "N"];

/** A game: who sits where with how many points, its deals, and what happens next. */
export function GameSheet({ shown }: { shown: GameView }) {
  const { state } = shown;
  const rights = rightsOf(shown);
  return (
    <section aria-labelledby="game-title" class="game">
      <div class="row spread">
        <h2 id="game-title">
          {state.over
            ? text("game_over")
            : text("deal_number", { round: windName(state.round), number: state.turn + 1 })}
        </h2>
        <button type="button" class="quiet" onClick={closeGame}>
          {text("close")}
        </button>
      </div>
      {shown.title ? <p class="title">{shown.title}</p> : null}
      <p class="on-table">
        {state.on_table > 0 && !hasResult(shown) && (
          <span class="chip">{text("on_table", { points: state.on_table })}</span>
        )}
        {state.counters > 0 && !hasResult(shown) && (
          <span class="chip">{text("counters", { count: state.counters })}</span>
        )}
        <span class="hint">
          {shown.name}
          {isServerGame.value && ` · ${text("on_server")}`}
        </span>
      </p>
      <Players shown={shown} />
      {!rights.record && (
        <p role="status" class="notice">
          {text(isLooking.value ? "only_looking" : "round_is_over")}
        </p>
      )}
      {!state.over && rights.record && <NextDeal shown={shown} />}
      <Signatures shown={shown} />
      {canUndoGame.value && rights.record && (
        <button type="button" class="quiet" onClick={() => void undoGame()}>
          {text("undo_game")}
        </button>
      )}
      <Deals shown={shown} />
      <ScoreSheet shown={shown} />
      <PointsPlot shown={shown} />
      {rights.record && <GameTools shown={shown} />}
      {state.over && !isServerGame.value && (
        <p role="status" class="notice">
          {text("export_reminder")}
        </p>
      )}
      <div class="actions">
        <button type="button" onClick={() => void exportGame().then(saveGameFile)}>
          {text("export")}
        </button>
        <button type="button" onClick={() => void exportTable().then(saveGameFile)}>
          {text("table")}
        </button>
        {rights.shelve && (
          <button type="button" onClick={() => void removeGame()}>
            {text("delete_game")}
          </button>
        )}
      </div>
      {/* what comes late is below what can be tapped, which it would move from under a finger */}
      {isServerGame.value && (
        <Ledger of={`games/${shown.id}`} version={shown.version ?? String(shown.revision)} />
      )}
      <StayHint />
    </section>
  );
}

function Players({ shown }: { shown: GameView }) {
  const { state, players, standings } = shown;
  const standingOf = (player: number) => standings?.find((one) => one.player === player);
  const pointsOf = (player: number) => standingOf(player)?.points ?? state.points[player] ?? 0;
  const seatOf = (player: number) => WINDS.find((wind) => state.seats[wind] === player) ?? "E";
  const order = players.map((_, player) => player);
  order.sort((one, other) => WINDS.indexOf(seatOf(one)) - WINDS.indexOf(seatOf(other)));
  return (
    <table class="players">
      <tbody>
        {order.map((player) => (
          <tr key={player} class={seatOf(player) === "E" ? "dealer" : ""}>
            <td>{windName(seatOf(player))}</td>
            <th scope="row">{players[player]}</th>
            <td class="number">{String(pointsOf(player)).replace("-", "\u2212")}</td>
            <td>{placeText(standingOf(player)?.place)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function placeText(place: number | undefined): string {
  return place === undefined ? "" : text("place", { place });
}

/** The next deal: its win is photographed, or it is entered in a form, which then stands alone. */
function NextDeal({ shown }: { shown: GameView }) {
  const name = `deal ${shown.id}`;
  /** The deal for which the form was opened. */
  const [wanted, setWanted] = useKeptState<number | null>(`${name} number`, null);
  const [ending, setEnding] = useKeptState<Ending>(`${name} ending`, "won");
  const [isWarned, setWarned] = useState(false);
  /** Another phone may have recorded the same deal: then it is recorded at the second tap. */
  const record = async (happened: object) => {
    if (wanted === shown.next) return recordDeal(happened);
    setWarned(true);
    setWanted(shown.next);
    return false;
  };
  const open = (one: Ending) => {
    setEnding(one);
    setWarned(false);
    setWanted(shown.next);
  };
  if (wanted !== null) {
    return (
      <DealForm
        shown={shown}
        seats={shown.state.seats}
        before={{ ...NO_DEAL, ending }}
        warning={isWarned ? text("deal_meanwhile", { who: otherRecorder() }) : null}
        keptName={name}
        onDone={() => {
          forgetState(name);
          setWanted(null);
        }}
        onRecord={record}
      />
    );
  }
  return (
    <>
      <button type="button" class="primary big" onClick={photographWin}>
        <Icon name="camera" />
        {text("photograph_win")}
      </button>
      <div class="actions endings">
        <button type="button" onClick={() => open("drawn")}>
          {text("nobody_won")}
        </button>
        <button type="button" onClick={() => open("won")}>
          {text("enter_deal")}
        </button>
        <PhotoButton label={text("evening")} isCamera={false} isSeveral />
      </div>
    </>
  );
}

/** Begin the hand that won: its score is recorded here. */
function photographWin(): void {
  goTo(START);
  if (hasCamera()) void openCamera();
}

function Deals({ shown }: { shown: GameView }) {
  const [corrected, setCorrected] = useState<Corrected | null>(null);
  const open = async (number: number) => {
    const history = await entryHistory(number);
    if (history !== null) setCorrected({ number, history });
  };
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
              history={corrected?.number === entry.number ? corrected.history : null}
              onOpen={() => void open(entry.number)}
              onClose={() => setCorrected(null)}
            />
          </li>
        ))}
    </ol>
  );
}

interface Corrected {
  readonly number: number;
  readonly history: EntryHistory;
}

/** What a form of deals cannot state: it can be struck out alone. */
const APART = ["ended", "renamed", "substituted"];

function Deal({
  shown,
  entry,
  history,
  onOpen,
  onClose,
}: {
  shown: GameView;
  entry: GameEntry;
  history: EntryHistory | null;
  onOpen: () => void;
  onClose: () => void;
}) {
  const changes = shown.players
    .map((name, player) => ({ name, points: entry.changes[player] ?? 0 }))
    .filter(({ points }) => points !== 0)
    .map(({ name, points }) => `${name}\u00a0${signedText(points)}`);
  const isOpen = history !== null;
  return (
    <details>
      <summary>
        <span>{entry.text}</span>
        {changes.length > 0 && <small class="changes">{dotted(changes)}</small>}
        {entry.doubtful && <small class="problem">{text("doubtful_deal")}</small>}
        {entry.version > 0 && !entry.struck && <small>{text("corrected")}</small>}
      </summary>
      {isOpen ? (
        <>
          <Versions history={history} />
          <Correction shown={shown} entry={entry} history={history} onClose={onClose} />
        </>
      ) : (
        <DealActions shown={shown} entry={entry} onOpen={onOpen} />
      )}
    </details>
  );
}

/** What can be done with an entry. */
function DealActions({
  shown,
  entry,
  onOpen,
}: {
  shown: GameView;
  entry: GameEntry;
  onOpen: () => void;
}) {
  if (!rightsOf(shown).record) return null;
  return (
    <div class="actions">
      {!entry.events.some(({ type }) => APART.includes(type)) && (
        <button type="button" class="quiet" onClick={onOpen}>
          {text("correct")}
        </button>
      )}
      {entry.records.length === 1 && (
        <button type="button" class="quiet" onClick={() => correctHand(entry)}>
          {text("correct_hand")}
        </button>
      )}
      {canBeJoined(entry, shown.winners) && (
        <button type="button" class="quiet" onClick={() => joinWinner(entry)}>
          {text("another_winner")}
        </button>
      )}
      {!entry.struck && (
        <button type="button" class="quiet" onClick={() => void recordDeal(null, entry.number)}>
          {text("strike")}
        </button>
      )}
    </div>
  );
}

/** The form by which an entry was entered, filled in. */
function Correction({
  shown,
  entry,
  history,
  onClose,
}: {
  shown: GameView;
  entry: GameEntry;
  history: EntryHistory;
  onClose: () => void;
}) {
  const adjusted = entry.events.find(({ type }) => type === "adjusted");
  const form = {
    shown,
    seats: entry.seats,
    onDone: onClose,
    onRecord: (happened: object) => recordDeal(happened, entry.number),
  };
  if (adjusted !== undefined) return <AdjustmentForm {...form} before={adjusted} />;
  return <DealForm {...form} before={withMeasures(dealOf(entry.events), history.form)} />;
}

/** Return whether another player may have won on the same discard, by tiles, too. */
function canBeJoined({ struck, records }: GameEntry, most: number): boolean {
  const isDiscarded = records.some(({ discarder }) => discarder !== null);
  return !struck && isDiscarded && records.length < most;
}

/** What an entry was, and when that was recorded. */
function Versions({ history }: { history: EntryHistory }) {
  return (
    <ol class="versions">
      {history.versions.map(({ time, text: shown }) => (
        <li key={time}>
          {shown} <small>{momentText(time)}</small>
        </li>
      ))}
    </ol>
  );
}
