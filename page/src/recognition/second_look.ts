/** A second look at doubtful boxes, in the picture stretched upright, as from a higher camera
 * (vision/recognition/second_look.py). */

import { release } from "../buffers";
import type { Name } from "./classifier";
import { percentile } from "./detector";
import { findDoubleBoxes } from "./fragments";
import { area, distance, mean, type Point, type Quad, shortSideFirst } from "./geometry";
import { crop, interpolate, type Pixels, resize, roundHalfEven } from "./pixels";
import { confidence, kindOf, type SeenTile } from "./seen_tile";
import { second_look as settings } from "./settings";

const BACK = "back";
const WHITE = "5z";

/** The part of a picture around its tiles, stretched. */
interface StretchedPart {
  readonly pixels: Pixels;
  readonly toPicture: (quad: Quad) => Quad;
}

/** Return the part of a picture to look at again; null if nothing calls for it. */
export function stretchAround(pixels: Pixels, tiles: readonly SeenTile[]): StretchedPart | null {
  if (!isWorthIt(tiles)) return null;
  const sizes = tiles.map(({ quad }) => Math.sqrt(area(quad)));
  const margin = settings.margin * percentile(sizes, 50);
  const xs = tiles.flatMap(({ quad }) => quad.map((corner) => corner[0]));
  const ys = tiles.flatMap(({ quad }) => quad.map((corner) => corner[1]));
  const low: Point = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const high: Point = [Math.max(...xs) + margin, Math.max(...ys) + margin];
  const longer = Math.max(high[0] - low[0], (high[1] - low[1]) * settings.stretch);
  const scale = Math.min(1, settings.longest / longer);
  // the whole picture is shrunk: a copy of the part alone may be as large as a photo
  const small = resize(pixels, scale);
  const left = Math.max(0, Math.trunc(low[0] * scale));
  const top = Math.max(0, Math.trunc(low[1] * scale));
  const part = crop(small, left, top, Math.trunc(high[0] * scale), Math.trunc(high[1] * scale));
  if (small !== pixels) release(small.data.buffer);
  if (part.width === 0 || part.height === 0) return null;
  const height = roundHalfEven(part.height * settings.stretch);
  const stretched = interpolate(part, part.width, height);
  const grown = height / part.height;
  release(part.data.buffer);
  const across = small.width / pixels.width;
  const down = small.height / pixels.height;
  const moved = ([x, y]: Point): Point => [(x + left) / across, y / (down * grown) + top / down];
  return {
    pixels: stretched,
    toPicture: ([a, b, c, d]) => [moved(a), moved(b), moved(c), moved(d)],
  };
}

/** Return the tiles after both looks, numbered anew.
 *
 * The names of a doubtful face are averaged; a box that may be around two tiles is replaced by the
 * two faces, or more, that are surely seen in it. Sure faces in no box are added. */
export function mergeLooks(tiles: readonly SeenTile[], again: readonly SeenTile[]): SeenTile[] {
  if (again.length === 0) return [...tiles];
  const away = (tile: SeenTile, other: SeenTile) => distance(mean(tile.quad), mean(other.quad));
  const owners = again.map((other) => nearest(tiles, (tile) => away(tile, other)));
  const doubles = doubleBoxes(tiles);
  const merged = tiles.flatMap((tile, i): SeenTile[] => {
    const parts = again.filter(
      (other, k) =>
        owners[k] === i && isFace(other, settings.sure) && contains(tile.quad, mean(other.quad)),
    );
    if (parts.length > 1 && doubles.has(i)) return parts;
    const other = again[nearest(again, (one) => away(tile, one))]!;
    const isSame = away(tile, other) <= settings.same * Math.sqrt(area(tile.quad));
    return [isDoubtful(tile) && isSame ? averaged(tile, other) : tile];
  });
  const least = areFew(tiles) ? settings.sure : settings.certain;
  const added = again.filter(
    (other) => isFace(other, least) && !merged.some(({ quad }) => contains(quad, mean(other.quad))),
  );
  return [...merged, ...added].map((tile, id) => ({ ...tile, id }));
}

/** Return the tile with the mean of its names in both looks. */
function averaged(tile: SeenTile, other: SeenTile): SeenTile {
  if (other.names.length === 0) return tile;
  const shares = new Map<string, number>(tile.names);
  for (const [kind, share] of other.names) shares.set(kind, (shares.get(kind) ?? 0) + share);
  const names = [...shares]
    .sort((a, b) => b[1] - a[1])
    .slice(0, settings.names)
    .map(([kind, share]): Name => [kind, share / 2]);
  const kind = names[0]![0];
  if (kind === kindOf(tile)) return { ...tile, names };
  const agrees = kind === kindOf(other);
  const quad = agrees ? other.quad : tile.quad;
  return { ...tile, names, quad, oriented: agrees && other.oriented };
}

function isWorthIt(tiles: readonly SeenTile[]): boolean {
  if (tiles.length === 0 || tiles.length > settings.most) return false;
  return areFew(tiles) || tiles.some(isDoubtful) || doubleBoxes(tiles).size > 0;
}

/** Return the places of the boxes that may be around two tiles. */
function doubleBoxes(tiles: readonly SeenTile[]): Set<number> {
  const boxes = tiles.map(({ quad }) => shortSideFirst(quad));
  const found = findDoubleBoxes(boxes, settings.longer, settings.larger);
  return new Set(found.map(({ at }) => at));
}

function isDoubtful(tile: SeenTile): boolean {
  const isFace = tile.names.length > 0 && kindOf(tile) !== BACK;
  return isFace && confidence(tile) < settings.doubtful;
}

function areFew(tiles: readonly SeenTile[]): boolean {
  return settings.fewest <= tiles.length && tiles.length < settings.whole;
}

/** Return whether a print is seen, as surely; sides of tiles look like blank ones. */
function isFace(tile: SeenTile, least: number): boolean {
  const isBlank = kindOf(tile) === BACK || kindOf(tile) === WHITE;
  return !isBlank && confidence(tile) >= least;
}

/** Return the place of the tile with the least distance. */
function nearest(tiles: readonly SeenTile[], away: (tile: SeenTile) => number): number {
  let best = 0;
  tiles.forEach((tile, k) => {
    if (away(tile) < away(tiles[best]!)) best = k;
  });
  return best;
}

/** Return whether a clockwise quad contains a point. */
function contains(quad: Quad, [x, y]: Point): boolean {
  return quad.every((from, k) => {
    const to = quad[(k + 1) % 4]!;
    return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]) > 0;
  });
}
