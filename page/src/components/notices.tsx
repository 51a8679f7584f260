import { deviceFault, percent, type Sending, sending } from "../engines";
import { evaluation } from "../hand_score";
import { step } from "../hand_step";
import { lastAnswer } from "../last_answer";
import { update, waiting } from "../offline";
import { isLoaded } from "../start";
import { text } from "../texts";

/** What the page is doing, and whether a new version is ready. */
export function Notices() {
  return (
    <>
      {/* not read aloud: a percentage would be at each step */}
      <p role="status" aria-live="off" class="status">
        {activity() !== null && (
          <>
            <progress
              value={isLoaded.value || percent.value === 99 ? undefined : percent.value}
              max={100}
            />{" "}
            {activity()}
          </>
        )}
      </p>
      {waiting.value !== null && (
        <p role="status" class="notice">
          {text("new_version")}{" "}
          <button type="button" onClick={update}>
            {text("update")}
          </button>
        </p>
      )}
    </>
  );
}

function activity(): string | null {
  if (sending.value !== null) return sendingText(sending.value);
  if (deviceFault.value !== null && step.value !== "reading") return null;
  if (lastAnswer.value !== null) return null; // it stands there, and is confirmed soon
  if (!isLoaded.value && evaluation.value !== null && step.value !== "reading") {
    return step.value === "scoring" ? text("scoring") : null; // this hand needs no reader any more
  }
  if (!isLoaded.value) {
    return percent.value < 99 ? text("loading", { percent: percent.value }) : text("starting");
  }
  if (step.value === "reading") return text("reading");
  return step.value === "scoring" ? text("scoring") : null;
}

function sendingText({ share, before }: Sending): string {
  if (share < 1) return text("sending", { percent: Math.round(100 * share) });
  return before === null || before === 0 ? text("server_reads") : text("queued", { count: before });
}
