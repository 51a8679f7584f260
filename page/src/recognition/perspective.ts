/** The table's plane: equal tiles made equally large (`rectify` of vision/layout/plane.py). */

import { area, centre, type Point, type Quad } from "./geometry";

type Triple = readonly [number, number, number];

const RIDGE: Triple = [0, 0.05, 0.05];
const EXACT = 0.04;
const ROUNDS = 6;
const FEWEST = 5;
const NEAREST_HORIZON = 0.25;

/** Remove the perspective: the cube roots of the tiles' areas, fitted linearly, undo it. */
export function withoutPerspective(quads: readonly Quad[]): Quad[] {
  const roots = quads.map((quad) => Math.cbrt(area(quad)));
  const usual = quads.length >= FEWEST ? median(roots) : 0;
  if (usual === 0) return [...quads];
  const places = quads.map(centre);
  const x = average(places.map((place) => place[0]));
  const y = average(places.map((place) => place[1]));
  const every = places.flat();
  const middle = average(every);
  const spread = Math.sqrt(average(every.map((value) => (value - middle) ** 2))) || 1;
  const [level, across, down] = fitLine(
    places.map((place): Point => [(place[0] - x) / spread, (place[1] - y) / spread]),
    roots.map((root) => root / usual),
  );
  const slope: Point = [across / level / spread, down / level / spread];
  // the origin moves to the middle, so that the view there stays as it is
  const divided = ([px, py]: Point): Point => {
    const depth = 1 + (px - x) * slope[0] + (py - y) * slope[1];
    return [(px - x) / depth, (py - y) / depth];
  };
  return quads.map(([a, b, c, d]): Quad => [divided(a), divided(b), divided(c), divided(d)]);
}

/** Fit a linear function of the place to the sizes; return its value at 0 and its slopes. */
function fitLine(places: readonly Point[], sizes: readonly number[]): Triple {
  const columns = [places.map(() => 1), places.map(([x]) => x), places.map(([, y]) => y)];
  const valuesOf = (line: Triple) => places.map(([x, y]) => line[0] + line[1] * x + line[2] * y);
  let weights = places.map(() => 1);
  let line: Triple = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const weighted = columns.map((column) => column.map((value, k) => value * weights[k]!));
    const rows = weighted.map((left, i) =>
      columns.map((right, j) => inner(left, right) + (i === j ? RIDGE[i]! : 0)),
    );
    const right = weighted.map((left) => inner(left, sizes));
    line = solve(rows as unknown as readonly Triple[], right as unknown as Triple);
    weights = valuesOf(line).map(
      (value, k) => 1 / Math.max(1, Math.abs(value - sizes[k]!) / EXACT),
    );
  }
  let fitted = valuesOf(line);
  while (Math.min(...fitted) < NEAREST_HORIZON * Math.max(...fitted)) {
    // no tile may come near the horizon
    line = [line[0], 0.8 * line[1], 0.8 * line[2]];
    fitted = valuesOf(line);
  }
  return line;
}

/** Solve three linear equations with a symmetric matrix, by Cramer's rule. */
function solve([a, b, c]: readonly Triple[], right: Triple): Triple {
  const whole = determinant(a!, b!, c!);
  return [
    determinant(right, b!, c!) / whole,
    determinant(a!, right, c!) / whole,
    determinant(a!, b!, right) / whole,
  ];
}

function determinant(a: Triple, b: Triple, c: Triple): number {
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

function inner(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, k) => sum + value * right[k]!, 0);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
