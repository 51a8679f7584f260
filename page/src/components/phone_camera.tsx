import { useEffect, useRef } from "preact/hooks";
import { hasCamera } from "../camera";
import { denial, ownStream, sending, startCamera, staysOn, stopCamera } from "../phone_camera";
import { isLocked } from "../server";
import { text } from "../texts";
import { Header } from "./header";
import { ServerNotices } from "./server_notices";

/** The whole page of a phone that is the camera and nothing else. */
export function CameraHome() {
  return (
    <>
      <Header hasRules={false} />
      <ServerNotices />
      <main>
        <section aria-labelledby="camera-title">
          <h2 id="camera-title">{text("phone_camera")}</h2>
          <PhoneCamera hasPreview isWanted />
          <p class="hint">{text("stand_hint")}</p>
        </section>
      </main>
    </>
  );
}

/** Whether this phone sends its picture; a button that begins and ends it. */
export function PhoneCamera({
  hasPreview = false,
  isWanted = false,
}: {
  hasPreview?: boolean;
  /** Whether nothing else is to be done first. */
  isWanted?: boolean;
}) {
  const state = sending.value;
  if (!hasCamera() && state === "off") return <p class="notice">{text("no_camera_here")}</p>;
  const isBad = ["unreachable", "still", "unavailable", "denied"].includes(state);
  return (
    <div class="phone-camera">
      {hasPreview && ownStream.value !== null && <Preview open={ownStream.value} />}
      {state !== "off" && (
        <p role="status" id="camera-state" class={isBad ? "problem" : ""}>
          {stateText()}
        </p>
      )}
      {state !== "off" && !staysOn.value && <p class="hint">{text("screen_hint")}</p>}
      <div class="actions">
        {state === "off" ? (
          <button
            type="button"
            id="be-camera"
            class={isWanted ? "primary big" : ""}
            disabled={isLocked.value}
            onClick={() => void startCamera()}
          >
            {text("be_camera")}
          </button>
        ) : (
          <button type="button" id="stop-camera" onClick={stopCamera}>
            {text("stop_camera")}
          </button>
        )}
      </div>
    </div>
  );
}

function stateText(): string {
  const state = sending.value;
  if (state === "denied") return denial.value;
  return state === "off" ? "" : text(`camera_${state}`);
}

/** What the phone sees: to aim it. */
function Preview({ open }: { open: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current === null) return;
    video.current.srcObject = open;
    void video.current.play().catch(() => undefined); // a closed camera ends its playing
  }, [open]);
  return <video ref={video} class="live" muted playsInline aria-label={text("camera_preview")} />;
}
