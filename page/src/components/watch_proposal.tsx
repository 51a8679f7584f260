import { useState } from "preact/hooks";
import { text } from "../texts";
import type { ShownEnd } from "../watch_state";
import { command, tableNow, watch } from "../watch_store";
import { WatchDraw } from "./watch_draw";
import { WatchWin } from "./watch_win";
import "./watch_proposal.css";

/** What the camera proposes: a win, or the end of the deal. */
export function WatchProposal() {
  const proposal = watch.value?.proposal;
  if (proposal == null || tableNow.value === null) return null;
  if (proposal.what === "deal_end") return <DealEnd proposal={proposal} />;
  return <WatchWin key={proposal.number} proposal={proposal} />;
}

function DealEnd({ proposal }: { proposal: ShownEnd }) {
  const [isOpen, setOpen] = useState(false);
  const table = tableNow.value;
  if (table === null) return null;
  return (
    <section aria-labelledby="proposal-title" id="proposal">
      <h2 id="proposal-title">{proposal.text}</h2>
      <div class="actions">
        <button
          type="button"
          id="deal-over"
          class="primary"
          onClick={() => {
            if (table.noten) setOpen(true);
            else void command(() => ({ do: "draw", deal: table.deal, ready: [] }));
          }}
        >
          {text("nobody_won")}
        </button>
        <button
          type="button"
          id="refuse"
          onClick={() => void command(() => ({ do: "refuse", proposal: proposal.number }))}
        >
          {text("deal_goes_on")}
        </button>
      </div>
      {isOpen && <WatchDraw table={table} onClose={() => setOpen(false)} />}
    </section>
  );
}
