/** Boxes that are not one tile: fragments of one, and two side by side (vision/recognition/fragments.py). */

import { percentile } from "./detector";
import {
  area,
  boundingRectangle,
  centre,
  distance,
  type Point,
  type Quad,
  shortSideFirst,
} from "./geometry";
import { doubles, fragments as settings } from "./settings";

/** Boxes that may be fragments of one tile, with the box of the whole tile. */
export interface Fragments {
  readonly pieces: readonly number[];
  readonly quad: Quad;
}

const LEAST = 6;
const MOST_SMALL = 10;

/** Find boxes that may be fragments of one tile. */
export function findFragments(quads: readonly Quad[]): Fragments[] {
  if (quads.length < LEAST) return [];
  const areas = quads.map(area);
  const usual = quads.map((_, i) => typicalArea(i, quads, areas));
  const small = quads
    .map((_, i) => i)
    .sort((a, b) => areas[a]! - areas[b]!)
    .filter((i) => areas[i]! < settings.piece * usual[i]!)
    .slice(0, MOST_SMALL);
  const ways: (Fragments & { cost: number })[] = [];
  for (const pieces of [...combinations(small, 2), ...combinations(small, 3)]) {
    const quad = boundingRectangle(pieces.flatMap((i) => quads[i]!));
    const whole = area(quad);
    const own = pieces.reduce((sum, i) => sum + areas[i]!, 0);
    const size = whole / Math.max(...pieces.map((i) => usual[i]!));
    const fits = whole < settings.loose * own && settings.least < size && size < settings.most;
    if (fits && extentsAmidNearest(quad, quads, settings.near)[1] < settings.stretch) {
      ways.push({ pieces, quad, cost: Math.abs(Math.log(size)) + Math.abs(Math.log(whole / own)) });
    }
  }
  const found: Fragments[] = [];
  for (const { pieces, quad } of ways.sort((a, b) => a.cost - b.cost)) {
    if (!found.some((f) => f.pieces.some((i) => pieces.includes(i)))) found.push({ pieces, quad });
  }
  return found;
}

/** A box that may be around two tiles side by side, with the boxes of both. */
export interface DoubleBox {
  readonly at: number;
  readonly halves: readonly [Quad, Quad];
}

/** Find boxes that may be around two tiles side by side: from so much longer and larger on. */
export function findDoubleBoxes(
  quads: readonly Quad[],
  longer: number = doubles.least,
  larger: number = doubles.large,
): DoubleBox[] {
  if (quads.length < doubles.near) return [];
  return quads.flatMap((quad, at): DoubleBox[] => {
    const [wide, tall] = extentsAmidNearest(quad, quads, doubles.near);
    const fits = doubles.thin < wide && wide < doubles.thick;
    const isLong = longer < tall && tall < doubles.most;
    return fits && isLong && wide * tall > larger ? [{ at, halves: halves(quad) }] : [];
  });
}

/** Divide a box across its longer sides; each half has a short side first. */
function halves([a, b, c, d]: Quad): [Quad, Quad] {
  const one = middle(b, c);
  const other = middle(a, d);
  return [shortSideFirst([a, b, one, other]), shortSideFirst([other, one, c, d])];
}

function middle(p: Point, q: Point): Point {
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
}

/** Return a box's short and long side against the extents of its neighbours along them. */
function extentsAmidNearest(quad: Quad, quads: readonly Quad[], near: number): [number, number] {
  const from = centre(quad);
  const around = quads
    .map((other) => ({ other, away: distance(centre(other), from) }))
    .sort((p, q) => p.away - q.away)
    .slice(1, near + 1)
    .map(({ other }) => other);
  return relativeExtents(quad, around);
}

/** Return how far a quad reaches along its first two sides against the median of others. */
export function relativeExtents(quad: Quad, around: readonly Quad[]): [number, number] {
  const relative = (p: Point, q: Point) => {
    const along: Point = [q[0] - p[0], q[1] - p[1]];
    const extents = around.map((other) => extent(other, along));
    return extent(quad, along) / percentile(extents, 50);
  };
  return [relative(quad[0], quad[1]), relative(quad[1], quad[2])];
}

/** Return how far a quad reaches along a direction, times its length. */
function extent(quad: Quad, along: Point): number {
  const at = quad.map(([x, y]) => x * along[0] + y * along[1]);
  return Math.max(...at) - Math.min(...at);
}

/** Return the typical area around one box: the 70th percentile of its neighbours. */
function typicalArea(at: number, quads: readonly Quad[], areas: readonly number[]): number {
  const middle = quads.map(centre);
  const order = quads
    .map((_, i) => i)
    .sort((a, b) => distance(middle[a]!, middle[at]!) - distance(middle[b]!, middle[at]!));
  return percentile(
    order.slice(1, settings.near + 1).map((i) => areas[i]!),
    70,
  );
}

/** Return all choices of `count` items, in their order. */
function combinations(items: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, k) =>
    combinations(items.slice(k + 1), count - 1).map((rest) => [item, ...rest]),
  );
}
