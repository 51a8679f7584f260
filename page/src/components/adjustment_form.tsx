import { useState } from "preact/hooks";
import type { GameEvent } from "../deal";
import type { GameView } from "../game_home";
import { text } from "../texts";
import { TextField } from "./text_field";

/** Points that move apart from the deals, with a reason; a correction begins with what it was. */
export function AdjustmentForm({
  shown,
  seats,
  before,
  onDone,
  onRecord,
}: {
  shown: GameView;
  seats: Readonly<Record<string, number>>;
  before?: GameEvent;
  onDone?: () => void;
  onRecord: (happened: object) => Promise<boolean>;
}) {
  const [amounts, setAmounts] = useState(amountsOf(before));
  const [reason, setReason] = useState(before?.reason ?? "");
  const changes = Object.fromEntries(
    Object.keys(seats).map((wind) => [wind, Number(amounts[wind] ?? 0)]),
  );
  const isWhole = reason.trim() !== "" && Object.values(changes).some((points) => points !== 0);
  const record = async () => {
    const ended = { type: "adjusted", changes, reason };
    if (!(await onRecord({ riichi: [], ended }))) return;
    setAmounts({});
    setReason("");
    onDone?.();
  };
  return (
    <form
      class="adjustment"
      onSubmit={(event) => {
        event.preventDefault();
        void record();
      }}
    >
      <h3>{text("adjustment")}</h3>
      <p class="hint">{text("adjustment_hint")}</p>
      {Object.entries(seats).map(([wind, player]) => (
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
      <TextField label={text("reason")} limit={200} value={reason} onInput={setReason} />
      <div class="actions">
        <button type="submit" disabled={!isWhole}>
          {text("record")}
        </button>
        {onDone !== undefined && (
          <button type="button" onClick={onDone}>
            {text("cancel")}
          </button>
        )}
      </div>
    </form>
  );
}

function amountsOf(event: GameEvent | undefined): Readonly<Record<string, string>> {
  const moved = Object.entries(event?.changes ?? {}).filter(([, points]) => points !== 0);
  return Object.fromEntries(moved.map(([wind, points]) => [wind, String(points)]));
}
