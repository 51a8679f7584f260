import { useEffect, useRef, useState } from "preact/hooks";
import { placeCorners, setupPicture } from "../table_setup";
import { text } from "../texts";
import type { Corner, SetupPicture } from "../watch_state";
import "./corner_picture.css";

const NAMES = ["far_left", "far_right", "near_right", "near_left"] as const;
const STEP = 0.005; // of the longer side: what an arrow key moves a corner; ten times with Shift
const LOUPE = 0.09; // of the longer side: half of what is enlarged under the thumb
const PATIENCE = 500; // milliseconds after the last key until the corners are sent
const KEYS: Readonly<Record<string, Corner>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The camera's picture with the four corners of the walls, to be dragged by a thumb or moved by keys. */
export function CornerPicture({ shown }: { shown: SetupPicture }) {
  const frame = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<readonly Corner[] | null>(null);
  const [held, setHeld] = useState<number | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { size, places } = shown;
  const corners = moved ?? shown.corners;
  if (size === null || corners === null) return null;
  const [width, height] = size;
  const move = (at: number, [x, y]: Corner) => {
    const inside: Corner = [clamp(x, width), clamp(y, height)];
    const next = corners.map((corner, place) => (place === at ? inside : corner));
    setMoved(next);
    return next;
  };
  const send = (wanted: readonly Corner[]) => {
    void placeCorners(wanted).then(() => setMoved((now) => (now === wanted ? null : now)));
  };
  const under = ({ clientX, clientY }: PointerEvent): Corner => {
    const box = frame.current!.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * width;
    return [x, ((clientY - box.top) / box.height) * height];
  };
  const press = (at: number, event: KeyboardEvent) => {
    const way = KEYS[event.key];
    const corner = corners[at];
    if (way === undefined || corner === undefined) return;
    event.preventDefault();
    const far = STEP * Math.max(width, height) * (event.shiftKey ? 10 : 1);
    const next = move(at, [corner[0] + far * way[0], corner[1] + far * way[1]]);
    clearTimeout(timer.current);
    timer.current = setTimeout(send, PATIENCE, next);
  };
  return (
    <div class="corners" ref={frame}>
      <Drawing size={size} corners={corners} places={moved === null ? places : []} />
      {corners.map(([x, y], at) => (
        <button
          type="button"
          key={NAMES[at]}
          class="corner"
          style={{ left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%` }}
          aria-label={text("corner_at", {
            name: text(`corner_${NAMES[at]!}`),
            x: Math.round((100 * x) / width),
            y: Math.round((100 * y) / height),
          })}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            setHeld(at);
          }}
          onPointerMove={(event) => {
            if (held === at) move(at, under(event));
          }}
          onPointerUp={(event) => {
            if (held !== at) return;
            setHeld(null);
            send(move(at, under(event)));
          }}
          onPointerCancel={() => {
            setHeld(null);
            setMoved(null);
          }}
          onKeyDown={(event) => press(at, event)}
          onBlur={() => {
            if (moved === null || held !== null) return;
            clearTimeout(timer.current);
            send(moved);
          }}
        />
      ))}
      {held !== null && <Loupe size={size} at={corners[held]!} />}
    </div>
  );
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}

function Drawing({
  size: [width, height],
  corners,
  places,
}: {
  size: readonly [number, number];
  corners: readonly Corner[];
  places: readonly (readonly Corner[])[];
}) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={text("setup_picture")}>
      {setupPicture.value !== null && (
        <image href={setupPicture.value} width={width} height={height} />
      )}
      {places.map((place) => (
        <polygon key={String(place)} class="place" points={pointsOf(place)} />
      ))}
      <polygon class="walls" points={pointsOf(corners)} />
    </svg>
  );
}

function pointsOf(corners: readonly Corner[]): string {
  return corners.map((corner) => corner.join(",")).join(" ");
}

/** What is under the thumb, larger, in the half of the picture where the thumb is not. */
function Loupe({
  size: [width, height],
  at: [x, y],
}: {
  size: readonly [number, number];
  at: Corner;
}) {
  const half = LOUPE * Math.max(width, height);
  const side = x > width / 2 ? "at-left" : "at-right";
  return (
    <svg
      class={`loupe ${side}`}
      viewBox={`${x - half} ${y - half} ${2 * half} ${2 * half}`}
      aria-hidden="true"
    >
      {setupPicture.value !== null && (
        <image href={setupPicture.value} width={width} height={height} />
      )}
      <path d={`M${x - half} ${y}h${2 * half}M${x} ${y - half}v${2 * half}`} />
    </svg>
  );
}
