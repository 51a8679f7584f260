import { useEffect, useRef } from "preact/hooks";
import { deviceFault, type LoadFault, pythonFault } from "../engines";
import { draft } from "../hand_draft";
import { readAgain } from "../hand_reading";
import { type Fault, fault, isUnanswered, step } from "../hand_step";
import { beginEntry } from "../next_hand";
import { shareAddress } from "../saved_page";
import { openAgain } from "../start";
import { text } from "../texts";
import { PhotoButton } from "./photo_button";

/** What keeps the page from reading or scoring, each with ways on. */
export function Faults() {
  return (
    <>
      {deviceFault.value !== null && <DeviceFault {...deviceFault.value} />}
      {fault.value !== null && <PhotoFault {...fault.value} />}
    </>
  );
}

/** Scoring, or reading alone, cannot be had on this device. */
function DeviceFault({ code, why }: LoadFault) {
  const isOld = code === "too_old";
  const canScore = pythonFault.value === null;
  // this hand is read or entered already
  if (canScore && step.value !== "start" && !isUnanswered.value) return null;
  const { photo, recognition, typed } = draft.value;
  const isWaiting = photo !== null && recognition === null && typed === null;
  return (
    <Alert>
      <p>
        {text(isOld && !canScore ? "cannot_score" : code, { why })}
        {isWaiting && !isOld && ` ${text("photo_waits")}`}
      </p>
      <div class="actions">
        {isOld ? (
          !canScore && <ShareButton />
        ) : (
          <button type="button" onClick={() => void openAgain()}>
            {text("try_again")}
          </button>
        )}
        {canScore && <EntryButton />}
      </div>
    </Alert>
  );
}

/** A photo was not read. */
function PhotoFault({ code, why }: Fault) {
  const isKept = code === "server_failed" || code === "read_failed";
  return (
    <Alert>
      <p>{text(code, { why })}</p>
      <div class="actions">
        {isKept && (
          <button type="button" onClick={readAgain}>
            {text("try_again")}
          </button>
        )}
        {isKept && <EntryButton />}
        {code !== "server_failed" && (
          <PhotoButton label={text("choose_other")} isCamera={false} isOther />
        )}
      </div>
    </Alert>
  );
}

/** A fault at the top of the page, which comes into view when it appears. */
function Alert({ children }: { children: preact.ComponentChildren }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div ref={alert} role="alert" class="alert">
      {children}
    </div>
  );
}

function EntryButton() {
  return (
    <button type="button" onClick={beginEntry}>
      {text("tap_in")}
    </button>
  );
}

/** Gives the page's address to another browser: by the device's sharing, or as a text to copy. */
function ShareButton() {
  return (
    <button type="button" onClick={() => void shareAddress(location.href, text("share_address"))}>
      {text("share_address")}
    </button>
  );
}
