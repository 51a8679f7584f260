/** Boxes around two tiles, and pairs around parts of one (vision/recognition/miscut_boxes.py). */

import { percentile } from "./detector";
import { area, centre, distance, type Point, type Quad, roll, shortSideFirst } from "./geometry";
import { miscut_boxes as settings } from "./settings";

/** A box that may be around two tiles, with the boxes of both. */
export interface DoubleBox {
  readonly at: number;
  readonly halves: readonly [Quad, Quad];
}

/** A pair of boxes that may be around parts of one tile, with the box of the tile. */
export interface Parts {
  readonly pair: readonly [number, number];
  readonly quad: Quad;
}

/** Find boxes that may be around two tiles. */
export function findDoubleBoxes(quads: readonly Quad[]): DoubleBox[] {
  return neighbourhoods(quads).flatMap((around, at) => {
    const quad = quads[at]!;
    if (!isWithin(relativeArea(quad, around), settings.double)) return [];
    return relativeExtents(quad, around).flatMap((extent, side): DoubleBox[] =>
      extent > settings.length ? [{ at, halves: halves(roll(quad, side)) }] : [],
    );
  });
}

/** Find pairs of boxes that may be around parts of one tile. */
export function findParts(quads: readonly Quad[]): Parts[] {
  const around = neighbourhoods(quads);
  const small = around.flatMap((boxes, i) =>
    relativeArea(quads[i]!, boxes) < settings.part ? [i] : [],
  );
  return small.flatMap((one, k) =>
    small.slice(k + 1).flatMap((other): Parts[] => {
      const quad = rectangleAround(quads[one]!, quads[other]!);
      const own = area(quads[one]!) + area(quads[other]!);
      const isWhole =
        area(quad) < settings.loose * own &&
        relativeExtents(quad, around[one]!).every((extent) => isWithin(extent, settings.whole));
      return isWhole ? [{ pair: [one, other], quad: shortSideFirst(quad) }] : [];
    }),
  );
}

/** Return the boxes nearest to each box, if there are enough. */
function neighbourhoods(quads: readonly Quad[]): Quad[][] {
  if (quads.length <= settings.near) return [];
  const middles = quads.map(centre);
  return middles.map((middle) =>
    quads
      .map((quad, k) => ({ quad, away: distance(middles[k]!, middle) }))
      .sort((p, q) => p.away - q.away)
      .slice(1, settings.near + 1)
      .map(({ quad }) => quad),
  );
}

function relativeArea(quad: Quad, around: readonly Quad[]): number {
  return area(quad) / percentile(around.map(area), 50);
}

/** Return how far a quad reaches along its first two sides against the median of others. */
function relativeExtents(quad: Quad, around: readonly Quad[]): [number, number] {
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

function isWithin(value: number, bounds: readonly number[]): boolean {
  return bounds[0]! < value && value < bounds[1]!;
}

/** Return the rectangle around two boxes whose sides run like the first one's. */
function rectangleAround(one: Quad, other: Quad): Quad {
  const length = distance(one[0], one[1]);
  const [u, v] = [(one[1][0] - one[0][0]) / length, (one[1][1] - one[0][1]) / length];
  const points = [...one, ...other];
  const across = points.map(([x, y]) => x * u + y * v);
  const down = points.map(([x, y]) => y * u - x * v);
  const at = (s: number, t: number): Point => [s * u - t * v, s * v + t * u];
  const [left, right] = [Math.min(...across), Math.max(...across)];
  const [top, low] = [Math.min(...down), Math.max(...down)];
  return [at(left, top), at(right, top), at(right, low), at(left, low)];
}

/** Divide a box across its first side; each half has a short side first. */
function halves([a, b, c, d]: Quad): [Quad, Quad] {
  const one = middle(a, b);
  const other = middle(c, d);
  return [shortSideFirst([a, one, other, d]), shortSideFirst([one, b, c, other])];
}

function middle(p: Point, q: Point): Point {
  return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
}
