import { useEffect, useRef, useState } from "preact/hooks";
import {
  type CameraUse,
  chooseShooting,
  closeCamera,
  hasTorch,
  isSteady,
  isTorchOn,
  keepLive,
  live,
  looks,
  seen,
  shoot,
  shootsAlone,
  stream,
  switchTorch,
  type TileInView,
  watchTiles,
} from "../camera";
import { fills, frameIn, type Size } from "../camera_frame";
import { SURE } from "../doubt";
import type { Draft } from "../draft";
import { isRecordable } from "../hand_facts";
import { wonBy } from "../hand_players";
import { cameraUse } from "../live_hand";
import { distance, mean } from "../recognition/geometry";
import { FEWEST } from "../steadiness";
import { text } from "../texts";
import { Dialog } from "./dialog";
import { faceAddress } from "./face";
import { WhoWon } from "./two_taps";
import "./camera.css";

/** The live camera: names stand on the tiles in its frame, and their total below, to be kept by a tap. */
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
  const use = useRef<CameraUse | null>(null);
  const [sizes, setSizes] = useState<Sizes | null>(null);
  useEffect(() => {
    const shown = video.current;
    if (shown === null) return;
    use.current = cameraUse();
    shown.srcObject = open;
    void shown.play().catch(() => undefined); // a closed camera ends its playing
    void watchTiles(shown, use.current);
  }, [open]);
  useEffect(() => {
    // after the dialog has opened, which gives the focus to its first button
    const timer = setTimeout(() => shutter.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const measure = () => {
    if (video.current !== null) setSizes(sizesOf(video.current));
  };
  useEffect(() => {
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  const isFilled = sizes !== null && fills(sizes.video, sizes.place);
  return (
    <>
      <div class={isFilled ? "view filled" : "view"} data-looks={looks.value}>
        <video ref={video} muted playsInline onResize={measure} />
        {sizes !== null && <Overlay {...sizes} isFilled={isFilled} />}
      </div>
      <p role="status" class={live.value?.step === "stands" ? "hidden" : ""}>
        {hint()}
      </p>
      <Total onKeep={(won) => use.current !== null && void keepLive(use.current, won)} />
      <div class="actions">
        <button type="button" onClick={closeCamera}>
          {text("close")}
        </button>
        <button
          type="button"
          class="primary shutter"
          ref={shutter}
          onClick={() => {
            if (video.current !== null && use.current !== null) {
              void shoot(video.current, use.current);
            }
          }}
        >
          {text("shoot")}
        </button>
        {hasTorch.value && (
          <button type="button" aria-pressed={isTorchOn.value} onClick={() => void switchTorch()}>
            {text("torch")}
          </button>
        )}
        <button
          type="button"
          aria-pressed={shootsAlone.value}
          onClick={() => chooseShooting(!shootsAlone.value)}
        >
          {text("shoots_alone")}
        </button>
      </div>
    </>
  );
}

interface Sizes {
  readonly video: Size;
  readonly place: Size;
}

function sizesOf(video: HTMLVideoElement): Sizes {
  const { videoWidth, videoHeight, clientWidth, clientHeight } = video;
  return {
    video: { width: videoWidth, height: videoHeight },
    place: { width: clientWidth, height: clientHeight },
  };
}

/** The total of the hand in the frame: a tap keeps it, in a game one on the winner's name. */
function Total({ onKeep }: { onKeep: (won: Partial<Draft>) => void }) {
  const { step, total } = live.value ?? { step: "wait", total: null };
  if (step !== "stands" || total === null) return null;
  return (
    <>
      <button type="button" class="live-total" onClick={() => onKeep({})}>
        <strong>{total}</strong>
        <small>{text("keep_total")}</small>
      </button>
      {isRecordable.value && <WhoWon onChoose={(seat) => onKeep(wonBy(seat))} />}
    </>
  );
}

/** The frame, outside which nothing counts, and the tiles seen in it with their faces. */
function Overlay({ video, place, isFilled }: Sizes & { isFilled: boolean }) {
  const { width, height } = video;
  const [left, top, wide, tall] = frameIn(video, place);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isFilled ? "xMidYMid slice" : "xMidYMid meet"}
      aria-hidden="true"
    >
      <path
        class="outside"
        d={`M0 0H${width}V${height}H0zM${left} ${top}v${tall}h${wide}v${-tall}z`}
      />
      <rect x={left} y={top} width={wide} height={tall} />
      {seen.value?.map((tile) => (
        <Seen key={String(tile.quad)} tile={tile} />
      ))}
    </svg>
  );
}

/** A tile in view: its outline, and above it the face as which it is read. */
function Seen({ tile: { quad, kind, share } }: { tile: TileInView }) {
  const address = faceAddress(kind);
  const isDoubtful = kind !== "back" && kind !== "" && share < SURE;
  const look = kind === "back" ? "back" : isDoubtful ? "doubtful" : isSteady.value ? "steady" : "";
  const [x] = mean(quad);
  const side = 0.9 * Math.min(distance(quad[0], quad[1]), distance(quad[1], quad[2]));
  const highest = Math.min(...quad.map((corner) => corner[1]));
  return (
    <>
      <polygon class={look} points={quad.map((corner) => corner.join(",")).join(" ")} />
      {address !== undefined && (
        <g class={look} transform={`translate(${x - side / 2} ${highest - 1.5 * side})`}>
          <rect class="tile-ground" width={side} height={1.35 * side} rx={0.1 * side} />
          <image href={address} width={side} height={1.35 * side} />
        </g>
      )}
    </>
  );
}

function hint(): string {
  if (live.value?.step === "stands") return `${live.value.total}. ${text("keep_total")}`;
  const faces = seen.value?.filter(({ kind }) => kind !== "back").length ?? 0;
  if (isSteady.value && live.value !== null) return text(steadyHint(live.value.step));
  return text(faces >= FEWEST ? "tiles_seen" : "aim");
}

function steadyHint(step: string): "no_win_in_view" | "hold_still" | "doubt_in_view" {
  if (step === "wait") return "no_win_in_view";
  return shootsAlone.value ? "hold_still" : "doubt_in_view";
}
