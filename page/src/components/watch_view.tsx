import { sending } from "../phone_camera";
import { isLocked, isLooking, isReachable } from "../server";
import { beginSetup, isSettingUp } from "../table_setup";
import { text } from "../texts";
import { isOn, isSeen, lookFault, tableNow, tablePicture, watch } from "../watch_store";
import { PhoneCamera } from "./phone_camera";
import { LogChoice, TableSetup } from "./table_setup";
import { WatchCommandLine } from "./watch_command_line";
import { WatchControls } from "./watch_controls";
import { WatchLog } from "./watch_log";
import { WatchNext } from "./watch_next";
import { WatchProposal } from "./watch_proposal";
import { WatchStanding } from "./watch_standing";
import "./watch_view.css";

/** The watched table: what was laid down, what the camera sees, how the game stands. */
export function WatchView() {
  const now = watch.value;
  if (now === null || (now.state === "setup" && !isSeen.value)) {
    return (
      <section>
        <p role="status">{isSeen.value ? text("looking") : faultText()}</p>
      </section>
    );
  }
  if (isSettingUp.value) return <TableSetup />;
  if (now.setup?.active) return <OtherSetup />;
  if (now.state === "setup") return <LogChoice />;
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
          <small>{now.camera === "phone" ? text("source_phone") : now.camera}</small>
        </div>
        <Status />
        {now.state !== "over" && <LivePicture days={now.days} isWhole={now.whole} />}
        {isOwnCamera() && <PhoneCamera />}
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

/** Another phone sets the table up. */
function OtherSetup() {
  return (
    <section>
      <p role="status" id="other-setup">
        {text("other_setup")}
      </p>
      {isOwnCamera() && <PhoneCamera />}
    </section>
  );
}

/** Return whether this phone is the camera of the watched table, or is needed as such. */
function isOwnCamera(): boolean {
  const now = watch.value;
  if (now?.setup?.source !== "phone") return false;
  return sending.value !== "off" || (isOn.value && now.setup.mine && now.state === "paused");
}

/** Whether the table is watched, and what keeps it from being watched well. */
function Status() {
  const now = watch.value!;
  const isBad = now.state !== "watching" && now.table?.ended !== true;
  const line = now.text ?? text(now.state === "paused" ? "paused_by_you" : "watching");
  const isMovedAway = now.state === "paused" && now.resumes && now.text !== null;
  const warning = now.warnings[now.warnings.length - 1];
  return (
    <>
      <p id="watch-status" role="status" class={isBad || !isSeen.value ? "problem" : ""}>
        {isSeen.value ? line : faultText()}
      </p>
      {warning !== undefined && <p class="hint">{warning}</p>}
      {isMovedAway && !isLooking.value && (
        <button type="button" id="set-up-again" onClick={() => void beginSetup()}>
          {text("set_up_table")}
        </button>
      )}
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
