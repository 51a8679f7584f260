import { useState } from "preact/hooks";
import { type GameView, rightsOf } from "../game_home";
import { archiveGame, isServerGame, knownPlayers, recordDeal, renameGame } from "../game_store";
import { text } from "../texts";
import { AdjustmentForm } from "./adjustment_form";
import { Choices } from "./choices";
import { TextField } from "./text_field";

const NAMES = "known-players";

/** What happens in a game apart from its deals: names, penalties, its end, the archive. */
export function GameTools({ shown }: { shown: GameView }) {
  const { over } = shown.state;
  return (
    <details class="tools">
      <summary>{text("game_tools")}</summary>
      {rightsOf(shown).shelve && <TitleForm key={shown.title} shown={shown} />}
      <NameForm shown={shown} />
      <AdjustmentForm
        shown={shown}
        seats={shown.state.seats}
        onRecord={(happened) => recordDeal(happened)}
      />
      <div class="actions">
        {!over && (
          <button type="button" onClick={() => void recordEvent({ type: "ended" })}>
            {text("end_game_now")}
          </button>
        )}
        {rightsOf(shown).shelve && (
          <button type="button" onClick={() => void archiveGame(shown.archived !== true)}>
            {text(shown.archived === true ? "unarchive" : "archive")}
          </button>
        )}
      </div>
      {isServerGame.value && rightsOf(shown).shelve && <p class="hint">{text("archive_hint")}</p>}
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
  return <TextField label={label} limit={40} value={value} proposals={NAMES} onInput={onInput} />;
}

/** A field for a game's own name. */
export function TitleField({
  value,
  onInput,
}: {
  value: string;
  onInput: (value: string) => void;
}) {
  return (
    <label class="fact">
      <span>{text("game_title")}</span>
      <input
        type="text"
        maxLength={60}
        autocomplete="off"
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

function TitleForm({ shown }: { shown: GameView }) {
  const before = shown.title ?? "";
  const [title, setTitle] = useState(before);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void renameGame(title);
      }}
    >
      <TitleField value={title} onInput={setTitle} />
      <button type="submit" disabled={title.trim() === before}>
        {text("record")}
      </button>
    </form>
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

function recordEvent(ended: object): Promise<boolean> {
  return recordDeal({ riichi: [], ended });
}
