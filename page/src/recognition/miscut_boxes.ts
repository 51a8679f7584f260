/** Boxes over two tiles, and boxes over parts of one, told by their size on the table
 * (vision/recognition/miscut_boxes.py). */

import { type Classification, classify, type Namer, namesIfTile } from "./classifier";
import { percentile } from "./detector";
import { relativeExtents } from "./fragments";
import { area, boundingRectangle, centre, distance, type Point, type Quad, roll } from "./geometry";
import { withoutPerspective } from "./perspective";
import type { Pixels } from "./pixels";
import { kindOf, type SeenTile } from "./seen_tile";
import { miscut_boxes as settings } from "./settings";

const BLANK = ["back", "5z"];

/** What is seen in the place of some tiles, by their places in the sequence. */
type Cut = Map<number, readonly SeenTile[]>;

/** The tiles of a picture as they lie on the table. */
interface Neighbourhood {
  readonly tiles: readonly SeenTile[];
  readonly flat: readonly Quad[];
  readonly isFace: readonly boolean[];
  /** Return the boxes nearest to one, the nearest first. */
  readonly nearest: (at: number) => number[];
  /** Return a box's area against the median of its neighbours'. */
  readonly size: (at: number) => number;
}

/** Return the tiles: two where a box is over two, one where two are over one. */
export async function recutBoxes(
  namer: Namer,
  pixels: Pixels,
  tiles: readonly SeenTile[],
): Promise<readonly SeenTile[]> {
  return await recut(tiles, (quads) => classify(namer, pixels, quads));
}

/** Cut the boxes anew by what a classifier sees. */
export async function recut(
  tiles: readonly SeenTile[],
  look: (quads: readonly Quad[]) => Promise<Classification[]>,
): Promise<readonly SeenTile[]> {
  let seen = tiles;
  for (let round = 0; round < settings.rounds && seen.length > settings.near; round++) {
    const around = neighbourhood(seen);
    const now: Cut = await splitDoubles(around, look);
    for (const [at, cut] of await joinParts(around, look)) now.set(at, cut);
    if (now.size === 0) break;
    seen = seen.flatMap((tile, i) => now.get(i) ?? [tile]).map((tile, id) => ({ ...tile, id }));
  }
  return seen;
}

function neighbourhood(tiles: readonly SeenTile[]): Neighbourhood {
  const flat = withoutPerspective(tiles.map(({ quad }) => quad));
  const middles = flat.map(centre);
  const isFace = tiles.map((tile) => tile.names.length > 0 && !BLANK.includes(kindOf(tile)));
  const nearest = (at: number) =>
    middles
      .map((middle, i) => ({ i, away: distance(middle, middles[at]!) }))
      .filter(({ i }) => i !== at)
      .sort((p, q) => p.away - q.away)
      .slice(0, settings.near)
      .map(({ i }) => i);
  const areas = flat.map(area);
  const size = (at: number) => {
    const others = nearest(at).map((i) => areas[i]!);
    return areas[at]! / percentile(others, 50);
  };
  return { tiles, flat, isFace, nearest, size };
}

/** Return whether the boxes nearest to one, but another one, are faces of a tile's size. */
function isAmidFaces(at: number, but: number | null, around: Neighbourhood): boolean {
  const nearest = around
    .nearest(at)
    .filter((i) => i !== but)
    .slice(0, settings.faces);
  const usual = nearest.filter((i) => liesWithin(around.size(i), settings.size));
  return nearest.every((i) => around.isFace[i]) && usual.length >= settings.usual;
}

/** Return the two faces in each box that is as long on the table as two tiles. */
async function splitDoubles(
  around: Neighbourhood,
  look: (quads: readonly Quad[]) => Promise<Classification[]>,
): Promise<Cut> {
  const doubles = around.tiles.flatMap((_, i) => longBoxes(i, around));
  const halves = doubles.flatMap(({ at, side }) => halve(around.tiles[at]!.quad, side));
  const names = await look(halves);
  const found = new Map<number, { sure: number; seen: SeenTile[] }>();
  doubles.forEach(({ at, long }, k) => {
    const two = names.slice(2 * k, 2 * k + 2);
    const tile = around.tiles[at]!;
    if (!two.every(isSureFace)) return;
    const kinds = two.map((name) => name.names[0]![0]);
    if (long < settings.repeated && mayBeParts(kindOf(tile), kinds)) return;
    const sure = Math.min(...two.map((name) => name.names[0]![1]));
    if (sure <= (found.get(at)?.sure ?? 0)) return;
    found.set(at, { sure, seen: two.map((name, n) => faceIn(halves[2 * k + n]!, name, tile)) });
  });
  return new Map([...found].map(([at, { seen }]) => [at, seen]));
}

/** Return a face's box if it is as long as two tiles, with how long it is and along which side. */
function longBoxes(at: number, around: Neighbourhood): { at: number; long: number; side: 0 | 1 }[] {
  const isLarge = around.isFace[at] && around.size(at) > settings.large;
  if (!isLarge || !isAmidFaces(at, null, around)) return [];
  const boxes = around.nearest(at).map((i) => around.flat[i]!);
  const along = relativeExtents(around.flat[at]!, boxes);
  return ([0, 1] as const)
    .filter(
      (side) =>
        liesWithin(along[1 - side]!, settings.wide) && liesWithin(along[side], settings.long),
    )
    .map((side) => ({ at, long: along[side], side }));
}

/** Divide a box across a side, and the opposite one. */
function halve(quad: Quad, side: 0 | 1): [Quad, Quad] {
  const [a, b, c, d] = roll(quad, side);
  const one: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const other: Point = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2];
  return [
    [a, one, other, d],
    [one, b, c, other],
  ];
}

/** Return whether a face may look like others side by side: dots and bamboos are repeated. */
function mayBeParts(whole: string, parts: readonly string[]): boolean {
  const suit = whole[1]!;
  const isRepeated = "ps".includes(suit) && parts.every((part) => part[1] === suit);
  return isRepeated && parts.reduce((sum, part) => sum + rank(part), 0) <= rank(whole);
}

/** Return the number of a face; a red five is one of 5. */
function rank(kind: string): number {
  return Number(kind[0]) || 5;
}

/** Return the face in the rectangle around each two boxes that are too small to be tiles. */
async function joinParts(
  around: Neighbourhood,
  look: (quads: readonly Quad[]) => Promise<Classification[]>,
): Promise<Cut> {
  const pairs = smallPairs(around);
  const quads = pairs.map((pair) => boundingRectangle(pair.flatMap((i) => around.tiles[i]!.quad)));
  const names = await look(quads);
  const sure = pairs
    .map((pair, k) => ({ pair, quad: quads[k]!, name: names[k]! }))
    .filter(({ name }) => isSureFace(name))
    // two boxes of the same face may be two tiles
    .filter(({ pair, name }) => pair.some((i) => kindOf(around.tiles[i]!) !== name.names[0]![0]))
    .sort((p, q) => q.name.names[0]![1] - p.name.names[0]![1]);
  const found: Cut = new Map();
  for (const { pair, quad, name } of sure) {
    if (pair.some((i) => found.has(i))) continue;
    const [one, other] = pair.map((i) => around.tiles[i]!);
    const likelier = other!.existence > one!.existence ? other! : one!;
    found.set(pair[0], [faceIn(quad, name, likelier)]);
    found.set(pair[1], []);
  }
  return found;
}

/** Return the pairs of boxes that are together as large on the table as one tile. */
function smallPairs(around: Neighbourhood): [number, number][] {
  const small = around.tiles
    .map((_, i) => ({ i, size: around.isFace[i] ? around.size(i) : 0 }))
    .filter(({ i }) => around.isFace[i])
    .sort((p, q) => p.size - q.size)
    .slice(0, settings.most)
    .filter((one) => one.size < settings.small)
    .map(({ i }) => i)
    .sort((p, q) => p - q);
  return small.flatMap((one, k) =>
    small
      .slice(k + 1)
      .map((other): [number, number] => [one, other])
      .filter((pair) => isAmidFaces(pair[0], pair[1], around) && areParts(pair, around)),
  );
}

function areParts(pair: readonly [number, number], around: Neighbourhood): boolean {
  const quads = pair.map((i) => around.tiles[i]!.quad);
  const own = quads.reduce((sum, quad) => sum + area(quad), 0);
  if (area(boundingRectangle(quads.flat())) > settings.loose * own) return false;
  const nearest = around.nearest(pair[0]).filter((i) => i !== pair[1]);
  const others = nearest.map((i) => around.flat[i]!);
  const flat = boundingRectangle(pair.flatMap((i) => around.flat[i]!));
  return relativeExtents(flat, others).every((long) => liesWithin(long, settings.whole));
}

/** Return the face in a part of a box, or around one. */
function faceIn(quad: Quad, name: Classification, box: SeenTile): SeenTile {
  const turned = roll(quad, name.quarters);
  return { ...box, quad: turned, names: namesIfTile(name), oriented: name.oriented };
}

/** Return whether a print is seen, as surely; sides of tiles look like blank ones. */
function isSureFace({ names }: Classification): boolean {
  const best = names[0];
  return best !== undefined && !BLANK.includes(best[0]) && best[1] >= settings.sure;
}

function liesWithin(value: number, bounds: readonly number[]): boolean {
  return bounds[0]! < value && value < bounds[1]!;
}
