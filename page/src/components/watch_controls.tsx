import { useState } from "preact/hooks";
import { WINDS } from "../facts";
import { beginSetup } from "../table_setup";
import { text } from "../texts";
import { showStart } from "../watch_game";
import type { TableNow } from "../watch_state";
import { command, type WatchCommand, watch } from "../watch_store";
import { Dialog } from "./dialog";
import { WatchDraw } from "./watch_draw";

/** What people do at the table: a button each for the frequent things, a dialog for the rare ones. */
export function WatchControls({ table }: { table: TableNow }) {
  const [open, setOpen] = useState<"draw" | "more" | null>(null);
  const close = () => setOpen(null);
  const isPaused = watch.value?.resumes === true;
  return (
    <div class="actions" id="watch-controls">
      {table.over ? (
        <button
          type="button"
          id="next-deal"
          disabled={table.ended}
          onClick={() => void command(() => ({ do: "deal", deal: table.deal }))}
        >
          {text(table.last ? "end_game" : "next_deal")}
        </button>
      ) : (
        <>
          <button type="button" id="read-now" onClick={() => void command(() => ({ do: "win" }))}>
            {text("read_now")}
          </button>
          <button
            type="button"
            id="nobody-won"
            onClick={() => {
              if (table.noten) setOpen("draw");
              else void command(() => ({ do: "draw", deal: table.deal, ready: [] }));
            }}
          >
            {text("nobody_won")}
          </button>
          <button type="button" id="other-hand" onClick={showStart}>
            {text("photograph_win")}
          </button>
        </>
      )}
      <button type="button" id="more" onClick={() => setOpen("more")}>
        {text("more")}
      </button>
      <button
        type="button"
        id="pause"
        onClick={() => void command(() => ({ do: isPaused ? "resume" : "pause" }))}
      >
        {text(isPaused ? "resume" : "pause")}
      </button>
      {open === "draw" && <WatchDraw table={table} onClose={close} />}
      {open === "more" && <More table={table} onClose={close} />}
    </div>
  );
}

/** What happens seldom. */
function More({ table, onClose }: { table: TableNow; onClose: () => void }) {
  const [isEnding, setEnding] = useState(false);
  const act = (wanted: WatchCommand) => {
    onClose();
    void command(() => wanted);
  };
  const seats = (what: string) =>
    WINDS.map((seat) => ({
      name: table.seats[seat] ?? seat,
      act: () => act({ do: what, deal: table.deal, seat }),
    }));
  const aborts = table.aborts.map(({ reason, name }) => ({
    name,
    act: () => act({ do: "abort", deal: table.deal, reason }),
  }));
  return (
    <Dialog titleId="more-title" onClose={onClose}>
      <div class="row spread">
        <h2 id="more-title">{text("more")}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {text("close")}
        </button>
      </div>
      {!table.over && <Acts id="false-win" label={text("false_win_by")} acts={seats("false")} />}
      {!table.over && table.riichi && (
        <Acts id="riichi" label={text("riichi_by")} acts={seats("riichi")} />
      )}
      {!table.over && aborts.length > 0 && (
        <Acts id="abort" label={text("ended_aborted")} acts={aborts} />
      )}
      {watch.value?.setup != null && (
        <div class="actions">
          <button
            type="button"
            id="set-up-table"
            onClick={() => {
              onClose();
              void beginSetup();
            }}
          >
            {text("set_up_table")}
          </button>
        </div>
      )}
      <div class="actions">
        {isEnding ? (
          <>
            <p>{text("end_game_ask")}</p>
            <button type="button" id="end-now" class="primary" onClick={() => act({ do: "end" })}>
              {text("end_game")}
            </button>
          </>
        ) : (
          <button type="button" id="end-game" onClick={() => setEnding(true)}>
            {text("end_game")}
          </button>
        )}
      </div>
    </Dialog>
  );
}

function Acts({
  id,
  label,
  acts,
}: {
  id: string;
  label: string;
  acts: readonly { readonly name: string; readonly act: () => void }[];
}) {
  return (
    <fieldset id={id}>
      <legend>{label}</legend>
      <div class="options">
        {acts.map(({ name, act }) => (
          <button type="button" key={name} onClick={act}>
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
