import { useState } from "preact/hooks";
import { sentenceLanguage, text } from "../texts";
import type { WatchEvent } from "../watch_state";
import { command, tableNow, watch } from "../watch_store";
import { Dialog } from "./dialog";
import { percentText } from "./numbers";
import { Palette, paletteKinds } from "./palette";
import "./watch_log.css";

const SURE = 0.9;

/** What happened at the table, the latest first: tiles are corrected, entries struck out. */
export function WatchLog() {
  const [fixed, setFixed] = useState<WatchEvent | null>(null);
  const [undone, setUndone] = useState<WatchEvent | null>(null);
  const events = watch.value?.events ?? [];
  return (
    <section aria-labelledby="log-title" class="log">
      <h2 id="log-title">{text("what_happened")}</h2>
      {events.length === 0 && <p class="hint">{text("nothing_happened")}</p>}
      {events.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the list
        <ul class="deals" id="log" tabIndex={0} aria-labelledby="log-title">
          {Array.from(events)
            .reverse()
            .map((event) => (
              <LogLine
                key={event.number}
                event={event}
                onFix={() => setFixed(event)}
                onUndo={() => setUndone(event)}
              />
            ))}
        </ul>
      )}
      {fixed !== null && <FixDialog event={fixed} onClose={() => setFixed(null)} />}
      {undone !== null && <UndoDialog event={undone} onClose={() => setUndone(null)} />}
    </section>
  );
}

function LogLine({
  event,
  onFix,
  onUndo,
}: {
  event: WatchEvent;
  onFix: () => void;
  onUndo: () => void;
}) {
  const isOpen = tableNow.value !== null;
  const { confidence } = event;
  const isUnsure = event.author === "camera" && confidence !== null && confidence < SURE;
  return (
    <li class={`${event.kind} ${event.undone ? "struck" : ""}`}>
      <small>
        {timeText(event.at)} · {event.number}
      </small>
      <span>
        {event.text} {isUnsure && <small>{percentText(confidence)}</small>}
      </span>
      {isOpen && event.can_fix && (
        <button
          type="button"
          class="quiet"
          aria-label={`${text("correct")}: ${event.text}`}
          onClick={onFix}
        >
          {text("correct")}
        </button>
      )}
      {isOpen && (event.can_undo || (event.can_remove && !event.can_fix)) && (
        <button
          type="button"
          class="quiet undo"
          aria-label={`${undoText(event)}: ${event.text}`}
          onClick={onUndo}
        >
          {undoText(event)}
        </button>
      )}
    </li>
  );
}

/** Return what the button says that undoes a result, or strikes out what did not happen. */
function undoText(event: WatchEvent): string {
  return text(event.can_undo ? "take_back" : "strike_out");
}

/** Return the kinds that the tile of an event can be. */
function possibleKinds({ kind }: WatchEvent): readonly string[] {
  const isRiichi = tableNow.peek()?.riichi === true;
  return paletteKinds(true).filter((tile) => {
    if (tile === "back") return false;
    if (tile.endsWith("f")) return kind === "flower" || (kind === "discard" && !isRiichi);
    return kind !== "flower" && (isRiichi || !tile.startsWith("0"));
  });
}

function timeText(at: string): string {
  const parts = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  return new Date(at).toLocaleTimeString(sentenceLanguage.value, parts);
}

function FixDialog({ event, onClose }: { event: WatchEvent; onClose: () => void }) {
  return (
    <Dialog titleId="fix-title" onClose={onClose}>
      <div class="row spread">
        <h2 id="fix-title">{event.text}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {text("close")}
        </button>
      </div>
      <p class="hint">{text("pick")}</p>
      <Palette
        kinds={possibleKinds(event)}
        current={event.tile}
        onPick={(tile) => {
          onClose();
          void command(() => ({ do: "fix", event: event.number, tile }));
        }}
      />
      <div class="actions">
        <button
          type="button"
          id="strike-out"
          onClick={() => {
            onClose();
            void command(() => ({ do: "undo", event: event.number }));
          }}
        >
          {text("strike_out")}
        </button>
      </div>
    </Dialog>
  );
}

function UndoDialog({ event, onClose }: { event: WatchEvent; onClose: () => void }) {
  return (
    <Dialog titleId="undo-title" onClose={onClose}>
      <h2 id="undo-title">{text(event.can_undo ? "take_back_ask" : "strike_out_ask")}</h2>
      <p>{event.text}</p>
      <div class="actions">
        <button
          type="button"
          id="take-back"
          class="primary"
          onClick={() => {
            onClose();
            void command(() => ({ do: "undo", event: event.number }));
          }}
        >
          {undoText(event)}
        </button>
        <button type="button" onClick={onClose}>
          {text("cancel")}
        </button>
      </div>
    </Dialog>
  );
}
