/** Boxes that end before those beside them in a row (vision/recognition/short_boxes.py). */

import { distance, mean, type Point, type Quad, roll } from "./geometry";
import { short_boxes as settings } from "./settings";

/** A middle along and across the row, and lengths along and across it. */
interface Place {
  readonly u: number;
  readonly v: number;
  readonly wide: number;
  readonly tall: number;
}

/** Return the boxes that are shorter than two neighbours of theirs, each with one that is not, or
 * two where either end may be the short one. */
export function findShortBoxes(quads: readonly Quad[]): { at: number; quad: Quad }[] {
  if (quads.length < 3) return [];
  return quads.flatMap((quad, at) => {
    const others = quads.filter((_, k) => k !== at);
    return longerBoxes(quad, others).map((longer) => ({ at, quad: longer }));
  });
}

/** Return a box as long as those beside it for each end that may be short. */
function longerBoxes(quad: Quad, others: readonly Quad[]): Quad[] {
  const middle = mean(quad);
  const nearest = others.reduce((best, other) =>
    distance(mean(other), middle) < distance(mean(best), middle) ? other : best,
  );
  const along = rowDirection(nearest, minus(mean(nearest), middle));
  const across: Point = [-along[1], along[0]];
  const own = place(quad, middle, along, across);
  const next = place(nearest, middle, along, across);
  if (Math.abs(next.u) > settings.next * own.wide) return [];
  if (Math.abs(next.v) > settings.across * own.tall) return [];
  const row = others
    .map((other) => place(other, middle, along, across))
    .filter(
      ({ u, v, wide, tall }) =>
        Math.abs(u) > 0.5 * own.wide &&
        Math.abs(u) < settings.near * own.wide &&
        Math.abs(wide / own.wide - 1) < settings.wide &&
        Math.abs(v) < tall,
    );
  if (row.length < 2) return [];
  const lengths = row.map(({ tall }) => tall).sort((a, b) => a - b);
  const length = lengths[Math.ceil(settings.share * (lengths.length - 1))]!;
  if (length / own.tall <= settings.least || length / own.tall >= settings.most) return [];
  return [1, -1]
    .filter((kept) => Math.abs(offset(row, kept, own.tall)) <= settings.level * own.tall)
    .map((kept) => {
      const shift = (-kept * (length - own.tall)) / 2;
      return rectangle(
        plus(middle, times(across, shift)),
        times(along, own.wide / 2),
        times(across, length / 2),
        quad,
      );
    });
}

/** Return the direction of the side of a box that runs most like the way to it. */
function rowDirection([a, b, c]: Quad, away: Point): Point {
  const [one, other] = [minus(b, a), minus(c, b)];
  const side = Math.abs(dot(other, away)) > Math.abs(dot(one, away)) ? other : one;
  return times(side, 1 / Math.hypot(...side));
}

/** Return where a box is, and how long its sides are that run like the axes. */
function place(quad: Quad, from: Point, along: Point, across: Point): Place {
  const away = minus(mean(quad), from);
  const [one, other] = [minus(quad[1], quad[0]), minus(quad[2], quad[1])];
  const [first, second] = [Math.hypot(...one), Math.hypot(...other)];
  const share = (side: Point, size: number) => Math.abs(dot(side, along)) / Math.max(size, 1e-9);
  const isFirst = share(one, first) >= share(other, second);
  const [wide, tall] = isFirst ? [first, second] : [second, first];
  return { u: dot(away, along), v: dot(away, across), wide, tall };
}

/** Return how far a box's end is from the line through the neighbours' ends. */
function offset(row: readonly Place[], kept: number, tall: number): number {
  const ends = row.map((other) => other.v + (other.tall * kept) / 2);
  const average = (values: readonly number[]) => values.reduce((a, b) => a + b) / values.length;
  const middle = average(row.map(({ u }) => u));
  const spread = row.map(({ u }) => u - middle);
  const rise = spread.reduce((sum, s, k) => sum + s * ends[k]!, 0);
  const slope =
    rise /
    Math.max(
      spread.reduce((sum, s) => sum + s * s, 0),
      1e-9,
    );
  return (tall * kept) / 2 - (average(ends) - slope * middle);
}

/** Return a rectangle, clockwise from the corner that is the first one of a similar one. */
function rectangle(middle: Point, along: Point, down: Point, like: Quad): Quad {
  const corner = (x: number, y: number): Point =>
    plus(middle, plus(times(along, x), times(down, y)));
  const quad: Quad = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  const unlike = (turn: Quad) =>
    turn.reduce((sum, [x, y], k) => sum + Math.abs(x - like[k]![0]) + Math.abs(y - like[k]![1]), 0);
  return [0, 1, 2, 3]
    .map((k) => roll(quad, -k))
    .reduce((best, turn) => (unlike(turn) < unlike(best) ? turn : best));
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
const times = (a: Point, scale: number): Point => [a[0] * scale, a[1] * scale];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1];
