import { useState } from "preact/hooks";
import { language, text } from "../texts";
import type { WatchEvent } from "../watch_state";
import { command, tableNow, watch } from "../watch_store";
import { Dialog } from "./dialog";
import { percentText } from "./numbers";
import { Palette, paletteKinds } from "./palette";

const SURE = 0.9;

/** What happened at the table, the latest first; a tile can be corrected, a result undone. */
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
      {isOpen && event.can_undo && (
        <button
          type="button"
          class="quiet undo"
          aria-label={`${text("take_back")}: ${event.text}`}
          onClick={onUndo}
        >
          {text("take_back")}
        </button>
      )}
    </li>
  );
}

function timeText(at: string): string {
  const parts = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  return new Date(at).toLocaleTimeString(language.value, parts);
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
        kinds={paletteKinds(true).filter((kind) => kind !== "back")}
        current={event.tile}
        onPick={(tile) => {
          onClose();
          void command(() => ({ do: "fix", event: event.number, tile }));
        }}
      />
    </Dialog>
  );
}

function UndoDialog({ event, onClose }: { event: WatchEvent; onClose: () => void }) {
  return (
    <Dialog titleId="undo-title" onClose={onClose}>
      <h2 id="undo-title">{text("take_back_ask")}</h2>
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
          {text("take_back")}
        </button>
        <button type="button" onClick={onClose}>
          {text("cancel")}
        </button>
      </div>
    </Dialog>
  );
}
