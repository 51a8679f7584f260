/** A second look at doubtful faces, in the picture stretched upright, as from a higher camera
 * (vision/recognition/second_look.py). */

import { release } from "../buffers";
import type { Name } from "./classifier";
import { percentile } from "./detector";
import { area, distance, mean, type Point, type Quad } from "./geometry";
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
  const scale = Math.min(1, settings.longest_side / longer);
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
 * The names of a doubtful face are averaged. Sure faces in no box are added. */
export function mergeLooks(tiles: readonly SeenTile[], again: readonly SeenTile[]): SeenTile[] {
  if (again.length === 0) return [...tiles];
  const merged = tiles.map((tile) => {
    const away = (other: SeenTile) => distance(mean(tile.quad), mean(other.quad));
    const other = again.reduce((best, one) => (away(one) < away(best) ? one : best));
    const isSame = away(other) <= settings.shift * Math.sqrt(area(tile.quad));
    return isSame && isDoubtful(tile) ? averaged(tile, other) : tile;
  });
  const added = again.filter(
    (other) => isSureFace(other) && !merged.some(({ quad }) => contains(quad, mean(other.quad))),
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
  const areFew = settings.least_tiles <= tiles.length && tiles.length < settings.hand_tiles;
  return tiles.length <= settings.most_tiles && (areFew || tiles.some(isDoubtful));
}

function isDoubtful(tile: SeenTile): boolean {
  const isFace = tile.names.length > 0 && kindOf(tile) !== BACK;
  return isFace && confidence(tile) < settings.doubt;
}

/** Return whether a print is seen, as surely; sides of tiles look like blank ones. */
function isSureFace(tile: SeenTile): boolean {
  const isBlank = kindOf(tile) === BACK || kindOf(tile) === WHITE;
  return !isBlank && confidence(tile) >= settings.new_face;
}

/** Return whether a clockwise quad contains a point. */
function contains(quad: Quad, [x, y]: Point): boolean {
  return quad.every((from, k) => {
    const to = quad[(k + 1) % 4]!;
    return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]) > 0;
  });
}
