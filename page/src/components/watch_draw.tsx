import { signal } from "@preact/signals";
import { WINDS } from "../facts";
import { text } from "../texts";
import type { TableNow } from "../watch_state";
import { command } from "../watch_store";
import { Choices } from "./choices";
import { Dialog } from "./dialog";

/** The players that were tapped, and in which deal: a closed dialog loses none. */
const tapped = signal<{ readonly deal: number; readonly seats: readonly string[] } | null>(null);

/** The dialog of a deal without a winner, where players who were ready are paid. */
export function WatchDraw({ table, onClose }: { table: TableNow; onClose: () => void }) {
  const ready = tapped.value?.deal === table.deal ? tapped.value.seats : [];
  const toggle = (seat: string) => {
    const rest = ready.filter((one) => one !== seat);
    tapped.value = { deal: table.deal, seats: ready.includes(seat) ? rest : [...ready, seat] };
  };
  return (
    <Dialog titleId="draw-title" onClose={onClose}>
      <div class="row spread">
        <h2 id="draw-title">{text("nobody_won")}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {text("close")}
        </button>
      </div>
      <Choices
        label={text("ready")}
        options={WINDS.map((seat) => [seat, table.seats[seat] ?? seat])}
        chosen={ready}
        onTap={toggle}
      />
      <div class="actions">
        <button
          type="button"
          id="record-draw"
          class="primary"
          onClick={() => {
            onClose();
            void command(() => ({ do: "draw", deal: table.deal, ready }));
          }}
        >
          {text("record")}
        </button>
      </div>
    </Dialog>
  );
}
