/** Tiles that the detector misses (vision/recognition/missed_tiles.py). */

import type { Classification } from "./classifier";
import type { Detection } from "./detector";
import { adjoins, frame, sizeDifference } from "./existence";
import { mean, type Point, type Quad, roll } from "./geometry";
import type { Pixels } from "./pixels";
import type { Pair } from "./seen_tile";
import { missed_tiles as settings } from "./settings";
import { GroundColours } from "./tile_colours";

const BACK = "back";
const WHITE = "5z";
/** Least distance of a neighbour along a row, and most across it, in sides. */
const [BESIDE, IN_LINE] = [0.6, 0.35];
/** A tile less far along is no obstacle in the row's direction. */
const AHEAD = 0.3;
/** A tile nearer than this to a place, along and across, would be cut by it. */
const [TAKEN_ALONG, TAKEN_ACROSS] = [0.75, 0.8];
/** A box whose middle is nearer, along and across, is of the same tile. */
const SEEN = 0.5;
/** A tile nearer along a row is next to its end. */
const NEXT = 1.6;
/** A tile's width in its length. */
const SHAPE = 0.75;
/** Spaces that are tried between an upright and a turned tile, in sides. */
const GAPS = [0.01, 0.09];
/** Corners of a tile in its short and its long side, clockwise. */
const CORNERS: readonly Point[] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
/** Distance of the tiles on both sides of a hole for one, in the mean of their sides. */
const [NARROWEST, WIDEST] = [1.75, 2.3];

/** Classifies the tiles at quads of the picture, as `classify` does. */
type Classify = (quads: readonly Quad[], nothing: number) => Promise<Classification[]>;

/** The last tile of a row, and the side that leads out of the row. */
interface RowEnd {
  readonly quad: Quad;
  readonly outwards: Point;
}

/** Find blank tiles among weak boxes and behind gaps, and tiles beside row ends and in holes. */
export async function findMissedTiles(
  pixels: Pixels,
  pairs: readonly Pair[],
  existence: readonly number[],
  weak: readonly Detection[],
  classify: Classify,
): Promise<Pair[]> {
  const sure = pairs.map((_, k) => k).filter((k) => existence[k]! >= settings.certain);
  const faces = sure
    .filter((k) => {
      const [kind, share] = pairs[k]!.name.names[0]!;
      return kind === WHITE || (kind !== BACK && share >= settings.read);
    })
    .map((k) => pairs[k]!.box.quad);
  if (faces.length < settings.neighbours) return [];
  const quads = pairs.map(({ box }) => box.quad);
  const colours = new GroundColours(pixels, faces);
  const alike = weak.filter(({ quad }) => isAlike(quad, faces, colours));
  const apart = await blanksApart(alike, classify);
  const found = apart.slice(0, settings.most);
  const ends = found
    .flatMap(({ box: { quad } }) =>
      directions(quad).map((outwards): RowEnd => ({ quad, outwards })),
    )
    .concat(rowEnds(quads, sure));
  quads.push(...found.map(({ box }) => box.quad));
  let blanks = found.length;
  while (ends.length > 0) {
    const end = ends.shift()!;
    const seen = await nearestTile(freePlaces(end, quads, pixels), colours, classify);
    if (seen === null || (!isFace(seen.name) && ++blanks > settings.most)) continue;
    found.push({ box: { quad: seen.quad, score: settings.score, back: 0.5 }, name: seen.name });
    quads.push(seen.quad);
    ends.unshift({ quad: seen.quad, outwards: end.outwards });
  }
  const tiles = [...sure.map((k) => quads[k]!), ...quads.slice(pairs.length)];
  const room = Math.max(0, settings.most - blanks);
  found.push(...(await tilesInHoles(holes(quads, tiles), colours, classify, room)));
  const every = [...pairs, ...found];
  const besides = every.filter(
    ({ box: { quad }, name }, k) =>
      (existence[k] ?? 1) >= settings.beside_turned &&
      [BACK, WHITE].includes(name.names[0]![0]) &&
      colours.distanceAt(quad, settings.neighbours, settings.like) < settings.alike,
  );
  return found.concat(await turnedBeside(pixels, every, besides, colours, classify));
}

/** Return the places of one tile between two others of a row, each once: the mean of both. */
function holes(quads: readonly Quad[], tiles: readonly Quad[]): Quad[] {
  const pairs = tiles.flatMap((one, i) =>
    tiles.slice(i + 1).map((other) => [one, between(one, turnedAlike(other, one)), other] as const),
  );
  const found: Quad[] = [];
  for (const side of ["across", "down"] as const) {
    for (const [one, place, other] of pairs) {
      const outwards = frame(place)[side];
      const from = (quad: Quad) => inSides(quad, { quad: place, outwards });
      const [before, off] = from(one);
      const gap = Math.abs(from(other)[0] - before);
      if (gap < NARROWEST || gap > WIDEST || Math.abs(off) >= IN_LINE) continue;
      const isNear = (quad: Quad, along: number, across: number) => {
        const away = from(quad);
        return Math.abs(away[0]) < along && Math.abs(away[1]) < across;
      };
      const isCut = tiles.some((tile) => isNear(tile, TAKEN_ALONG, TAKEN_ACROSS));
      const isSeen = [...quads, ...found].some((quad) => isNear(quad, SEEN, SEEN));
      if (!isCut && !isSeen) found.push(place);
    }
  }
  return found;
}

function between(one: Quad, other: Quad): Quad {
  return one.map(
    ([x, y], k): Point => [(x + other[k]![0]) / 2, (y + other[k]![1]) / 2],
  ) as unknown as Quad;
}

/** Return a quad's corners in the order in which they are nearest to another's. */
function turnedAlike(quad: Quad, to: Quad): Quad {
  let best = quad;
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 4; turn++) {
    const turned = roll(quad, turn);
    const apart = turned.reduce(
      (sum, [x, y], k) => sum + (x - to[k]![0]) ** 2 + (y - to[k]![1]) ** 2,
      0,
    );
    if (apart < least) [best, least] = [turned, apart];
  }
  return best;
}

/** Return the tiles at the places: faces, and at most `room` blank ones of their colour. */
async function tilesInHoles(
  places: readonly Quad[],
  colours: GroundColours,
  classify: Classify,
  room: number,
): Promise<Pair[]> {
  if (places.length === 0) return [];
  const { neighbours, like, alike, nothing, score } = settings;
  const names = await classify(places, nothing);
  let blanks = 0;
  return places
    .map((quad, k): Pair => ({ box: { quad, score, back: 0.5 }, name: names[k]! }))
    .filter(({ box: { quad }, name }) => {
      if (isFace(name)) return true;
      const isAlike = colours.distanceAt(quad, neighbours, like) < alike;
      return isAlike && isBlank(name, nothing) && ++blanks <= room;
    });
}

/** Return whether a box has the size and the colour of the faces around it. */
function isAlike(quad: Quad, faces: readonly Quad[], colours: GroundColours): boolean {
  const size = sizeDifference(quad, faces);
  if (size === null || size > settings.apart_size) return false;
  return colours.distanceAt(quad, settings.neighbours, settings.like) < settings.apart_alike;
}

/** Return those of the boxes that hold a blank tile. */
async function blanksApart(boxes: readonly Detection[], classify: Classify): Promise<Pair[]> {
  if (boxes.length === 0) return [];
  const names = await classify(
    boxes.map(({ quad }) => quad),
    settings.apart_nothing,
  );
  return boxes
    .map((box, k): Pair => ({ box: { ...box, score: settings.apart_score }, name: names[k]! }))
    .filter(({ name }) => isBlank(name, settings.apart_nothing));
}

/** Return blank tiles that are turned against blank ones beside them, as in a called pung. */
async function turnedBeside(
  pixels: Pixels,
  every: readonly Pair[],
  blanks: readonly Pair[],
  colours: GroundColours,
  classify: Classify,
): Promise<Pair[]> {
  const { neighbours, like, alike, nothing, score } = settings;
  const quads = every.map(({ box }) => box.quad);
  const left = blanks.map(({ box }) => box.quad);
  const found: Pair[] = [];
  while (left.length > 0 && blanks.length + found.length < settings.most) {
    const quad = left.shift()!;
    const places = directions(quad)
      .filter(([x, y]) => Math.abs(x) > Math.abs(y)) // below it is its flank
      .flatMap((outwards) => turnedPlaces({ quad, outwards }, quads, pixels))
      .filter((place) => colours.distanceAt(place, neighbours, like) < alike);
    const names = places.length > 0 ? await classify(places, nothing) : [];
    let best = -1;
    names.forEach((name, k) => {
      const isSurer = best < 0 || name.nothing < names[best]!.nothing;
      if (isBlank(name, nothing) && isSurer) best = k;
    });
    if (best < 0) continue;
    found.push({ box: { quad: places[best]!, score, back: 0.5 }, name: names[best]! });
    left.push(places[best]!);
    quads.push(places[best]!);
  }
  return found;
}

/** Return the free places beyond a row's end for a tile that is turned against the last one. One of
 * its long edges is level with an edge of the last tile: the owner pushes them together. */
function turnedPlaces(end: RowEnd, quads: readonly Quad[], { width, height }: Pixels): Quad[] {
  const isNext = quads
    .map((quad) => inSides(quad, end))
    .some(([along, off]) => along > BESIDE && along < NEXT && Math.abs(off) < TAKEN_ACROSS);
  if (isNext) return [];
  const { across, down } = frame(end.quad);
  const isAcross = Math.abs(dot(end.outwards, across)) > Math.abs(dot(end.outwards, down));
  const other = isAcross ? down : across;
  const middle = mean(end.quad);
  const places: Quad[] = [];
  for (const ratio of [SHAPE, 1 / SHAPE]) {
    // the sides change their places, each as the camera foreshortens its direction
    const along = scaled(end.outwards, ratio);
    const beside = scaled(other, 1 / ratio);
    const sides: [Point, Point] = ratio < 1 ? [along, beside] : [beside, along];
    const long = sides[1];
    const isClockwise = sides[0][0] * long[1] >= sides[0][1] * long[0];
    const short = isClockwise ? sides[0] : minus(sides[0]);
    for (const gap of GAPS) {
      const away = scaled(end.outwards, 0.5 + gap + ratio / 2);
      for (const level of [-0.5, 0.5]) {
        const at = (axis: 0 | 1) =>
          middle[axis] + away[axis] + level * (other[axis] - beside[axis]);
        const place = CORNERS.map(
          ([s, l]): Point => [
            at(0) + s * short[0] + l * long[0],
            at(1) + s * short[1] + l * long[1],
          ],
        ) as unknown as Quad;
        const isTaken = quads
          .map((quad) => inSides(quad, { quad: place, outwards: along }))
          .some(([u, v]) => Math.abs(u) < TAKEN_ALONG && Math.abs(v) < TAKEN_ACROSS);
        const isInside = place.every(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height);
        if (!isTaken && isInside) places.push(place);
      }
    }
  }
  return places;
}

/** Return the sides of a quad as the ways that lead to its neighbours' middles. */
function directions(quad: Quad): Point[] {
  const { across, down } = frame(quad);
  return [across, minus(across), down, minus(down)];
}

/** Return the ends of rows: tiles with one beside them on one side and none on the other. */
function rowEnds(quads: readonly Quad[], tiles: readonly number[]): RowEnd[] {
  return tiles.flatMap((i) => {
    const quad = quads[i]!;
    const beside = quads.filter((other, k) => k !== i && adjoins(quad, other));
    return directions(quad)
      .map((outwards): RowEnd => ({ quad, outwards }))
      .filter((end) => {
        const away = beside.map((other) => inSides(other, end));
        const inner = away.some(([along, off]) => along < -BESIDE && Math.abs(off) < IN_LINE);
        return inner && !away.some(([along, off]) => along > BESIDE && Math.abs(off) < IN_LINE);
      });
  });
}

/** Return how far a quad's middle is from a row's end, along its direction and across it. */
function inSides(quad: Quad, { quad: of, outwards }: RowEnd): Point {
  const { across, down } = frame(of);
  const turned = Math.abs(dot(outwards, across)) < Math.abs(dot(outwards, down));
  const other = turned ? across : down;
  const [to, from] = [mean(quad), mean(of)];
  const apart: Point = [to[0] - from[0], to[1] - from[1]];
  return [dot(apart, outwards) / dot(outwards, outwards), dot(apart, other) / dot(other, other)];
}

/** Return the places beyond a row's end, nearest first, up to the next tile or the edge. */
function freePlaces(end: RowEnd, quads: readonly Quad[], { width, height }: Pixels): Quad[] {
  const ahead = quads.map((quad) => inSides(quad, end)).filter(([along]) => along > AHEAD);
  const places: Quad[] = [];
  for (const step of settings.steps) {
    const [dx, dy] = [step * end.outwards[0], step * end.outwards[1]];
    const place = end.quad.map(([x, y]): Point => [x + dx, y + dy]) as unknown as Quad;
    const isTaken = ([along, off]: Point) =>
      Math.abs(along - step) < TAKEN_ALONG && Math.abs(off) < TAKEN_ACROSS;
    const isInside = place.every(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height);
    if (ahead.some(isTaken) || !isInside) break;
    places.push(place);
  }
  return places;
}

/** Return the first tile at the places beyond a row's end, as exactly as the steps allow. */
async function nearestTile(
  places: readonly Quad[],
  colours: GroundColours,
  classify: Classify,
): Promise<{ readonly quad: Quad; readonly name: Classification } | null> {
  const { neighbours, like, alike } = settings;
  const hasColour = places.map((place) => colours.distanceAt(place, neighbours, like) < alike);
  const looked = places.map((_, k) => k).filter((k) => hasColour[k] || k < settings.beside);
  if (looked.length === 0) return null;
  const answers = await classify(
    looked.map((k) => places[k]!),
    settings.nothing,
  );
  const names = new Map(looked.map((k, n) => [k, answers[n]!]));
  const first = [
    surestFace(names),
    firstBlank(
      looked.filter((k) => hasColour[k]),
      names,
    ),
  ];
  const at = Math.min(...first.map((k) => k ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(at) ? { quad: places[at]!, name: names.get(at)! } : null;
}

/** Return the number of the place beside the row where a face is surest. */
function surestFace(names: ReadonlyMap<number, Classification>): number | null {
  let best: number | null = null;
  for (const [k, name] of names) {
    if (k >= settings.beside || !isFace(name)) continue;
    if (best === null || name.names[0]![1] > names.get(best)!.names[0]![1]) best = k;
  }
  return best;
}

/** Return whether a printed tile is certain. */
function isFace({ names, nothing }: Classification): boolean {
  const [kind, share] = names[0] ?? [BACK, 0];
  const isPrinted = kind !== BACK && kind !== WHITE;
  return isPrinted && nothing < settings.face_nothing && share >= settings.face;
}

/** Return the number of the place of the first blank tile, where it is surest of its places. */
function firstBlank(
  places: readonly number[],
  names: ReadonlyMap<number, Classification>,
): number | null {
  let best: number | null = null;
  for (const k of places) {
    const name = names.get(k)!;
    if (!isBlank(name, settings.nothing)) {
      if (best !== null) break;
    } else if (best === null || name.nothing < names.get(best)!.nothing) {
      best = k;
    }
  }
  return best;
}

/** Return whether a blank tile is probable, and no tile less than `most`. */
function isBlank({ names, nothing }: Classification, most: number): boolean {
  const blank = names
    .filter(([kind]) => kind === BACK || kind === WHITE)
    .reduce((sum, [, share]) => sum + share, 0);
  return nothing < most && blank / (1 - nothing) >= settings.blank;
}

function scaled([x, y]: Point, times: number): Point {
  return [x * times, y * times];
}

function minus([x, y]: Point): Point {
  return [-x, -y];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1];
}
