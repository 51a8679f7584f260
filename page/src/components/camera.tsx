import { useEffect, useRef, useState } from "preact/hooks";
import {
  closeCamera,
  hasTorch,
  isSteady,
  isTorchOn,
  seen,
  shoot,
  stream,
  switchTorch,
  watchTiles,
} from "../camera";
import { FEWEST } from "../steadiness";
import { cameraUse } from "../store";
import { text } from "../texts";
import { Dialog } from "./dialog";

/** The live camera, with the tiles outlined; it shoots by itself when they lie still. */
export function Camera() {
  const open = stream.value;
  if (open === null) return null;
  return (
    <Dialog look="camera" label={text("take")} onClose={closeCamera}>
      <View open={open} />
    </Dialog>
  );
}

function View({ open }: { open: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  const shutter = useRef<HTMLButtonElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const shown = video.current;
    if (shown === null) return;
    shown.srcObject = open;
    void shown.play().catch(() => undefined); // a closed camera ends its playing
    void watchTiles(shown, cameraUse);
  }, [open]);
  useEffect(() => {
    // after the dialog has opened, which gives the focus to its first button
    const timer = setTimeout(() => shutter.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <div class="view">
        <video
          ref={video}
          muted
          playsInline
          onResize={({ currentTarget: shown }) => {
            setSize({ width: shown.videoWidth, height: shown.videoHeight });
          }}
        />
        {size !== null && <Overlay {...size} />}
      </div>
      <p role="status">{hint()}</p>
      <div class="actions">
        <button type="button" onClick={closeCamera}>
          {text("close")}
        </button>
        <button
          type="button"
          class="primary shutter"
          ref={shutter}
          onClick={() => {
            if (video.current !== null) void shoot(video.current, cameraUse);
          }}
        >
          {text("shoot")}
        </button>
        {hasTorch.value && (
          <button type="button" aria-pressed={isTorchOn.value} onClick={() => void switchTorch()}>
            {text("torch")}
          </button>
        )}
      </div>
    </>
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The frame in which the hand should lie, and the outlines of the tiles seen. */
function Overlay({ width, height }: Size) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <rect x={0.04 * width} y={0.2 * height} width={0.92 * width} height={0.6 * height} />
      {seen.value?.map((quad) => (
        <polygon
          key={String(quad)}
          class={isSteady.value ? "steady" : ""}
          points={quad.map(([x, y]) => `${x * width},${y * height}`).join(" ")}
        />
      ))}
    </svg>
  );
}

function hint(): string {
  if (isSteady.value) return text("hold_still");
  if (seen.value !== null && seen.value.length >= FEWEST) return text("tiles_seen");
  return text("aim");
}
