import { isLocked, isLooking, isReachable } from "../server";
import { text } from "../texts";
import { isSeen, lookFault, tableNow, tablePicture, watch } from "../watch_store";
import { WatchCommandLine } from "./watch_command_line";
import { WatchControls } from "./watch_controls";
import { WatchLog } from "./watch_log";
import { WatchNext } from "./watch_next";
import { WatchProposal } from "./watch_proposal";
import { WatchStanding } from "./watch_standing";

/** The watched table: what was laid down, what the camera sees, how the game stands. */
export function WatchView() {
  const now = watch.value;
  if (now === null) {
    return (
      <section>
        <p role="status">{isSeen.value ? text("looking") : faultText()}</p>
      </section>
    );
  }
  return (
    <div class="watched">
      <div class="ask">
        <WatchProposal />
        {now.next !== null && isSeen.value && !isLooking.value && (
          <WatchNext key={now.log} next={now.next} />
        )}
      </div>
      <section aria-labelledby="table-title" class="now">
        <div class="row spread">
          <h2 id="table-title">{text("at_table")}</h2>
          <small>{now.camera}</small>
        </div>
        <Status />
        {now.state !== "over" && <LivePicture days={now.days} isWhole={now.whole} />}
        <WatchStanding />
        {tableNow.value !== null && isSeen.value && !isLooking.value && (
          <>
            <WatchControls table={tableNow.value} />
            <WatchCommandLine />
          </>
        )}
      </section>
      <WatchLog />
    </div>
  );
}

/** Whether the table is watched, and what keeps it from being watched well. */
function Status() {
  const now = watch.value!;
  const isBad = now.state !== "watching" && now.table?.ended !== true;
  const line = now.text ?? text(now.state === "paused" ? "paused_by_you" : "watching");
  const warning = now.warnings[now.warnings.length - 1];
  return (
    <>
      <p id="watch-status" role="status" class={isBad || !isSeen.value ? "problem" : ""}>
        {isSeen.value ? line : faultText()}
      </p>
      {warning !== undefined && <p class="hint">{warning}</p>}
    </>
  );
}

/** Return why the table is not seen; the page itself states that its server is out of reach. */
function faultText(): string {
  if (!isReachable.value || isLocked.value) return text("out_of_date");
  return lookFault.value ?? "";
}

function LivePicture({ days, isWhole }: { days: number; isWhole: boolean }) {
  return (
    <>
      {tablePicture.value !== null && (
        <img class="live" src={tablePicture.value} alt={text("table_picture")} />
      )}
      <p class="hint">
        {text("recording_text", { count: days })} {isWhole && text("whole_frame")}
      </p>
    </>
  );
}
