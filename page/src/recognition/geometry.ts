/** Plane geometry of quads: four corners in pixels, clockwise as seen. */

export type Point = readonly [number, number];
export type Quad = readonly [Point, Point, Point, Point];

/** Return the distance of two points. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Return the quad with its corners numbered from another one, as numpy.roll(quad, -steps). */
export function roll(quad: Quad, steps: number): Quad {
  const at = (k: number) => quad[(((k + steps) % 4) + 4) % 4]!;
  return [at(0), at(1), at(2), at(3)];
}

/** Return the quad in pixels of a picture that is so many times as large. */
export function scale([a, b, c, d]: Quad, factor: number): Quad {
  const point = ([x, y]: Point): Point => [x * factor, y * factor];
  return [point(a), point(b), point(c), point(d)];
}

/** Return the middle of the corners. */
export function mean(quad: Quad): Point {
  return [
    (quad[0][0] + quad[1][0] + quad[2][0] + quad[3][0]) / 4,
    (quad[0][1] + quad[1][1] + quad[2][1] + quad[3][1]) / 4,
  ];
}

/** Return the area that two convex polygons of the same orientation share. */
export function sharedArea(one: readonly Point[], other: readonly Point[]): number {
  let left: readonly Point[] = one;
  const sign = signedArea(other) < 0 ? -1 : 1;
  for (let k = 0; k < other.length && left.length > 0; k++) {
    left = clip(left, other[k]!, other[(k + 1) % other.length]!, sign);
  }
  return Math.abs(signedArea(left));
}

/** Return the part of a polygon on the inner side of a line (Sutherland and Hodgman). */
function clip(polygon: readonly Point[], from: Point, to: Point, sign: number): Point[] {
  const side = (p: Point) =>
    sign * cross([to[0] - from[0], to[1] - from[1]], [p[0] - from[0], p[1] - from[1]]);
  const kept: Point[] = [];
  polygon.forEach((p, k) => {
    const q = polygon[(k + 1) % polygon.length]!;
    const here = side(p);
    const next = side(q);
    if (here >= 0) kept.push(p);
    if (here >= 0 !== next >= 0) {
      const along = here / (here - next);
      kept.push([p[0] + (q[0] - p[0]) * along, p[1] + (q[1] - p[1]) * along]);
    }
  });
  return kept;
}

/** Return the area of a polygon, negative if it runs counterclockwise in the picture. */
function signedArea(polygon: readonly Point[]): number {
  let twice = 0;
  polygon.forEach((p, k) => {
    twice += cross(p, polygon[(k + 1) % polygon.length]!);
  });
  return twice / 2;
}

/** Return the corners of a rectangle given by middle, sides and angle, in OpenCV's order. */
export function boxPoints(x: number, y: number, w: number, h: number, angle: number): Quad {
  const b = Math.cos(angle) * 0.5;
  const a = Math.sin(angle) * 0.5;
  const p0: Point = [x - a * h - b * w, y + b * h - a * w];
  const p1: Point = [x + a * h - b * w, y - b * h - a * w];
  return [p0, p1, [2 * x - p0[0], 2 * y - p0[1]], [2 * x - p1[0], 2 * y - p1[1]]];
}

/** Return the quad with a short side first. */
export function shortSideFirst(quad: Quad): Quad {
  return distance(quad[1], quad[0]) > distance(quad[2], quad[1]) ? roll(quad, 1) : quad;
}

function cross(a: Point, b: Point): number {
  return a[0] * b[1] - a[1] * b[0];
}
