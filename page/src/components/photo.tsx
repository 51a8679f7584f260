import { signal } from "@preact/signals";
import type { Tile } from "../answers";
import { doubtfulTiles } from "../doubt";
import { draft } from "../hand_draft";
import { chosen, marking } from "../hand_marks";
import { photoAddress } from "../hand_photo";
import { evaluation, hand, litPlaces } from "../hand_score";
import { placedTiles } from "../highlight";
import type { Part } from "../photo";
import type { Point } from "../recognition/geometry";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { PhotoImage } from "./photo_image";
import { WHICH_HAND } from "./question_list";
import "./photo.css";

const AROUND = 0.04;
const LEAST_DRAG = 0.01;
/** CSS pixels of the photo, beside the result. */
const WIDEST = 640;
/** CSS pixels that a thumb hits. */
const THUMB = 44;

/** Whether the whole photo is shown, or the hand's part of it. */
export const isWhole = signal(false);
/** Two corners of the frame that is being drawn around the hand. */
const frame = signal<readonly [Point, Point] | null>(null);

/** The photo, with the tiles outlined; a tap on a tile corrects it, or marks it as the hand's. */
export function Photo() {
  const { recognition } = draft.value;
  const reading = evaluation.value?.reading;
  const address = photoAddress.value;
  if (address === null) return null;
  if (recognition === null || reading === undefined) {
    return <img class="picture" src={address} alt="" />;
  }
  const { width, height } = recognition;
  const isMarking = marking.value !== null;
  const asked = new Set(reading.questions.flatMap((question) => question.tiles));
  const inHand = reading.tiles.filter((tile) => tile.role !== "other");
  const inView = reading.tiles.filter((tile) => tile.role !== "other" || asked.has(tile.id));
  const isAll = isWhole.value || isMarking;
  const hands = reading.questions.find(({ id }) => id === WHICH_HAND)?.tiles ?? [];
  const isOneHand = inHand.length > 0 && hands.length === 0;
  const shown = isAll ? [] : isOneHand ? inView : reading.tiles;
  const view = visiblePart(shown, width, height);
  const doubtful = new Set(doubtfulTiles(reading, draft.value.answers));
  const lit = isMarking ? null : litIds();
  const thumb = (THUMB * view[2]) / Math.min(innerWidth, WIDEST);
  return (
    <svg
      class={isAll ? "picture whole" : "picture"}
      viewBox={view.join(" ")}
      role="group"
      aria-label={text("photo_of_tiles")}
      {...(isMarking ? drawing(reading.tiles) : {})}
    >
      <PhotoImage
        address={address}
        photo={draft.value.photo}
        width={width}
        height={height}
        part={view}
        wanted={devicePixelRatio * Math.min(innerWidth, WIDEST)}
      />
      {lit !== null && <path class="shade" d={shadePath(reading.tiles, lit, width, height)} />}
      {reading.tiles.map((tile) => (
        <Reach key={tile.id} tile={tile} thumb={thumb} />
      ))}
      {reading.tiles.map((tile) => (
        <Outline
          key={tile.id}
          tile={tile}
          isAsked={asked.has(tile.id)}
          isDoubtful={doubtful.has(tile.id)}
        />
      ))}
      {hands.map((id, place) => (
        <HandNumber key={id} tile={reading.tiles.find((tile) => tile.id === id)} at={place + 1} />
      ))}
      {frame.value !== null && <Frame corners={frame.value} />}
    </svg>
  );
}

/** Return the ids of the tiles that a pattern lights; null while none is chosen. */
function litIds(): ReadonlySet<number> | null {
  const places = litPlaces.value;
  if (places === null || hand.value === null) return null;
  const lit = placedTiles(hand.value).filter(({ place }) => places.has(place));
  return new Set(lit.flatMap(({ id }) => (id === null ? [] : [id])));
}

/** Return the path of the photo without the lit tiles. */
function shadePath(
  tiles: readonly Tile[],
  lit: ReadonlySet<number>,
  width: number,
  height: number,
): string {
  const holes = tiles
    .filter(({ id }) => lit.has(id))
    .map(({ quad }) => `M${quad.map((point) => point.join(" ")).join("L")}Z`);
  return `M0 0H${width}V${height}H0Z${holes.join("")}`;
}

/** What a thumb hits of a tile: as wide as it, and no lower than a thumb's breadth. */
function Reach({ tile, thumb }: { tile: Tile; thumb: number }) {
  const [left, top, right, bottom] = box(tile.quad);
  const height = Math.max(bottom - top, thumb);
  return (
    <rect
      class="reach"
      x={left}
      y={(top + bottom - height) / 2}
      width={right - left}
      height={height}
      {...tapping(tile)}
    />
  );
}

/** Return the handler of a tap beside an outline, which is the button itself. */
function tapping(tile: Tile) {
  return { onClick: () => chooseTile(tile) };
}

function chooseTile({ id }: Tile): void {
  if (marking.value === null) chosen.value = id;
  else marking.value = toggled(marking.value, id);
}

function Outline({
  tile,
  isAsked,
  isDoubtful,
}: {
  tile: Tile;
  isAsked: boolean;
  isDoubtful: boolean;
}) {
  const marked = marking.value;
  const classes = [
    "outline",
    marked === null && tile.role,
    marked !== null && (marked.has(tile.id) ? "marked" : "other"),
    marked === null && isAsked && "asked",
    marked === null && isDoubtful && "doubtful",
  ];
  const choose = () => chooseTile(tile);
  return (
    <polygon
      points={tile.quad.map((point) => point.join(",")).join(" ")}
      class={classes.filter(Boolean).join(" ")}
      role="button"
      tabIndex={0}
      aria-label={tileName(tile.kind)}
      aria-pressed={marked?.has(tile.id)}
      onClick={choose}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        choose();
      }}
    >
      <title>{tileName(tile.kind)}</title>
    </polygon>
  );
}

/** The number by which a question names the hand of a tile. */
function HandNumber({ tile, at }: { tile: Tile | undefined; at: number }) {
  if (tile === undefined) return null;
  const [x, y] = centre(tile.quad);
  const [left, top, right, bottom] = box(tile.quad);
  const radius = Math.max(right - left, bottom - top) / 2;
  return (
    <g class="number">
      <circle cx={x} cy={y} r={radius} />
      <text x={x} y={y} font-size={1.5 * radius}>
        {at}
      </text>
    </g>
  );
}

function toggled(marked: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const found = new Set(marked);
  if (!found.delete(id)) found.add(id);
  return found;
}

function Frame({ corners: [one, other] }: { corners: readonly [Point, Point] }) {
  const [left, top, right, bottom] = box([one, other]);
  return <rect class="frame" x={left} y={top} width={right - left} height={bottom - top} />;
}

/** Return handlers that draw a frame: the tiles within it are marked. */
function drawing(tiles: readonly Tile[]) {
  return {
    onPointerDown(event: PointerEvent) {
      const at = pointOf(event);
      if (at !== null) frame.value = [at, at];
    },
    onPointerMove(event: PointerEvent) {
      const at = frame.value === null ? null : pointOf(event);
      if (frame.value !== null && at !== null) frame.value = [frame.value[0], at];
    },
    onPointerUp(event: PointerEvent) {
      const drawn = frame.value;
      frame.value = null;
      if (drawn === null) return;
      const [left, top, right, bottom] = box(drawn);
      const { width, height } = (event.currentTarget as SVGSVGElement).viewBox.baseVal;
      if (right - left < LEAST_DRAG * width && bottom - top < LEAST_DRAG * height) return; // a tap
      const within = tiles.filter(({ quad }) => {
        const [x, y] = centre(quad);
        return left <= x && x <= right && top <= y && y <= bottom;
      });
      marking.value = new Set(within.map(({ id }) => id));
    },
  };
}

/** Return the point of the photo under the pointer. */
function pointOf(event: PointerEvent): Point | null {
  const svg = event.currentTarget as SVGSVGElement;
  const matrix = svg.getScreenCTM();
  if (matrix === null) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return [x, y];
}

function centre(quad: readonly Point[]): Point {
  const [left, top, right, bottom] = box(quad);
  return [(left + right) / 2, (top + bottom) / 2];
}

/** Return the left, top, right and lower edge around points. */
function box(points: readonly Point[]): [number, number, number, number] {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Return the part of the photo around the tiles: left, top, width, height. */
function visiblePart(tiles: readonly Tile[], width: number, height: number): Part {
  if (tiles.length === 0) return [0, 0, width, height];
  const [x0, y0, x1, y1] = box(tiles.flatMap((tile) => tile.quad));
  const margin = AROUND * (x1 - x0);
  const left = Math.max(0, x0 - margin);
  const right = Math.min(width, x1 + margin);
  const least = (THUMB * (right - left)) / Math.min(innerWidth, WIDEST);
  const above = Math.max(margin, (least - (y1 - y0)) / 2);
  const top = Math.max(0, y0 - above);
  const bottom = Math.min(height, y1 + above);
  return [left, top, right - left, bottom - top];
}
