import { text } from "../texts";
import { chooseView, isOn, isWatching, tableNow, view, watch } from "../watch_store";
import "./watch_tabs.css";

/** The parts of the page at a watched table; on all of them one sees that a camera records. */
export function WatchTabs() {
  if (!isWatching.value) return null;
  const isWaiting = watch.value?.proposal != null && tableNow.value !== null;
  return (
    <nav class="tabs" aria-label={text("parts")}>
      <button
        type="button"
        id="view-table"
        aria-current={view.value === "table" ? "page" : undefined}
        onClick={() => chooseView("table")}
      >
        {text("at_table")}
        {isWaiting && view.value !== "table" && <strong>{text("hand_waits")}</strong>}
      </button>
      <button
        type="button"
        id="view-hand"
        aria-current={view.value === "hand" ? "page" : undefined}
        onClick={() => chooseView("hand")}
      >
        {text("hands_and_games")}
      </button>
      <Recording />
    </nav>
  );
}

function Recording() {
  const now = watch.value;
  if (now === null || !isOn.value) return null;
  const isPaused = now.state === "paused";
  return (
    <span id="recording" class={isPaused ? "recording paused" : "recording"}>
      <span aria-hidden="true">{isPaused ? "❚❚" : "●"}</span>{" "}
      {text(isPaused ? "camera_paused" : "camera_records")}
    </span>
  );
}
