import { useState } from "preact/hooks";
import type { GameView } from "../game_home";
import { archiveGame, isServerGame, knownPlayers, recordDeal } from "../game_store";
import { text } from "../texts";
import { Choices } from "./choices";

const NAMES = "known-players";

/** What happens in a game apart from its deals: names, penalties, its end, the archive. */
export function GameTools({ shown }: { shown: GameView }) {
  const { over } = shown.state;
  return (
    <details class="tools">
      <summary>{text("game_tools")}</summary>
      <NameForm shown={shown} />
      <AdjustmentForm shown={shown} />
      <div class="actions">
        {!over && (
          <button type="button" onClick={() => void recordEvent({ type: "ended" })}>
            {text("end_game_now")}
          </button>
        )}
        <button type="button" onClick={() => void archiveGame(shown.archived !== true)}>
          {text(shown.archived === true ? "unarchive" : "archive")}
        </button>
      </div>
      {isServerGame.value && <p class="hint">{text("archive_hint")}</p>}
    </details>
  );
}

/** The names of known players, to fill in. */
export function KnownPlayers() {
  return (
    <datalist id={NAMES}>
      {knownPlayers.value.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

/** A field for a player's name. */
export function NameField({
  label,
  value,
  onInput,
}: {
  label: string;
  value: string;
  onInput: (value: string) => void;
}) {
  return (
    <label class="fact">
      <span>{label}</span>
      <input
        type="text"
        required
        maxLength={40}
        autocomplete="off"
        list={NAMES}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

function NameForm({ shown }: { shown: GameView }) {
  const [kind, setKind] = useState("renamed");
  const [seat, setSeat] = useState<string | null>(null);
  const [name, setName] = useState("");
  const kinds = shown.state.over ? ["renamed"] : ["renamed", "substituted"];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void recordEvent({ type: kind, seat, name }).then((isRecorded) => {
          if (isRecorded) setName("");
        });
      }}
    >
      <h3>{text("player_names")}</h3>
      <Choices
        label={text("who")}
        options={Object.entries(shown.state.seats).map(([wind, player]) => [
          wind,
          shown.players[player] ?? wind,
        ])}
        chosen={seat === null ? [] : [seat]}
        onTap={setSeat}
      />
      <Choices
        label={text("name_change")}
        options={kinds.map((one) => [one, text(one === "renamed" ? "renamed" : "substituted")])}
        chosen={[kind]}
        onTap={setKind}
      />
      <KnownPlayers />
      <NameField label={text("new_name")} value={name} onInput={setName} />
      <button type="submit" disabled={seat === null || name.trim() === ""}>
        {text("record")}
      </button>
    </form>
  );
}

function AdjustmentForm({ shown }: { shown: GameView }) {
  const [amounts, setAmounts] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState("");
  const changes = Object.fromEntries(
    Object.keys(shown.state.seats).map((wind) => [wind, Number(amounts[wind] ?? 0)]),
  );
  const isWhole = reason.trim() !== "" && Object.values(changes).some((points) => points !== 0);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void recordEvent({ type: "adjusted", changes, reason }).then((isRecorded) => {
          if (!isRecorded) return;
          setAmounts({});
          setReason("");
        });
      }}
    >
      <h3>{text("adjustment")}</h3>
      <p class="hint">{text("adjustment_hint")}</p>
      {Object.entries(shown.state.seats).map(([wind, player]) => (
        <label class="fact" key={wind}>
          <span class="name">{shown.players[player]}</span>
          <input
            type="number"
            class="amount"
            step={1}
            min={-1000000}
            max={1000000}
            value={amounts[wind] ?? ""}
            onInput={(event) => setAmounts({ ...amounts, [wind]: event.currentTarget.value })}
          />
        </label>
      ))}
      <label class="fact">
        <span>{text("reason")}</span>
        <input
          type="text"
          required
          maxLength={200}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={!isWhole}>
        {text("record")}
      </button>
    </form>
  );
}

function recordEvent(ended: object): Promise<boolean> {
  return recordDeal({ riichi: [], ended });
}
