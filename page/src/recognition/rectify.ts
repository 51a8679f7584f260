/** Tiles cut out of a picture as squares (vision/recognition/classifier.py). */

import { release } from "../buffers";
import { distance, type Point, type Quad } from "./geometry";
import { crop, type Pixels, sample, shrink } from "./pixels";
import { classifier as settings } from "./settings";

/** Side of a crop in pixels. */
export const CROP = settings.crop;
/** Share of a tile that is added on every side. */
export const MARGIN = settings.margin;

/** RGB of a square, three bytes a pixel. */
export type Crop = Uint8ClampedArray;

/** Warp the quad with its margin to a square; its first corner becomes the upper left.
 *
 * `border`: pixels of surroundings to add on every side of the square; `side`: of the square, in pixels. */
export function rectify(pixels: Pixels, quad: Quad, border = 0, side = CROP): Crop {
  const sides = quad.map((p, k) => distance(p, quad[(k + 3) % 4]!));
  const seen = (sides[0]! + sides[1]! + sides[2]! + sides[3]!) / 4;
  // warping samples single pixels: average first, or a large photo turns to noise
  const reach = (2 * MARGIN + border / side) * seen;
  const near =
    seen > 2 * side ? averaged(pixels, quad, reach, (1.5 * side) / seen) : { pixels, quad };
  const inner = 1 / (1 + 2 * MARGIN);
  const whole = side + 2 * border;
  const low = ((1 - inner) / 2) * side - 0.5 + border;
  const high = ((1 + inner) / 2) * side - 0.5 + border;
  const move = squareToQuad(low, high, near.quad);
  const warped = new Uint8ClampedArray(3 * whole * whole);
  const colour = new Float64Array(3);
  for (let y = 0; y < whole; y++) {
    for (let x = 0; x < whole; x++) {
      const [u, v] = move(x, y);
      sample(near.pixels, u, v, colour);
      warped.set(colour, 3 * (y * whole + x));
    }
  }
  return warped;
}

/** Return a quad's surroundings within `reach`, shrunk by `factor`, and the quad in them. */
function averaged(
  pixels: Pixels,
  quad: Quad,
  reach: number,
  factor: number,
): { pixels: Pixels; quad: Quad } {
  const xs = quad.map((p) => p[0]);
  const ys = quad.map((p) => p[1]);
  const left = Math.max(Math.floor(Math.min(...xs) - reach), 0);
  const top = Math.max(Math.floor(Math.min(...ys) - reach), 0);
  const right = Math.ceil(Math.max(...xs) + reach);
  const bottom = Math.ceil(Math.max(...ys) + reach);
  const part = crop(pixels, left, top, right, bottom);
  if (part.width === 0 || part.height === 0) return { pixels, quad };
  const small = shrink(part, factor);
  release(part.data.buffer);
  const across = small.width / part.width;
  const down = small.height / part.height;
  const move = (p: Point): Point => [(p[0] - left) * across, (p[1] - top) * down];
  return { pixels: small, quad: [move(quad[0]), move(quad[1]), move(quad[2]), move(quad[3])] };
}

/** Return the projective map of the square from `low` to `high` onto a quad (Heckbert 1989). */
function squareToQuad(
  low: number,
  high: number,
  quad: Quad,
): (x: number, y: number) => [number, number] {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = quad;
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const det = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / det;
  const h = (dx1 * sy - sx * dy1) / det;
  const [a, b] = [x1 - x0 + g * x1, x3 - x0 + h * x3];
  const [d, e] = [y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (x, y) => {
    const u = (x - low) / (high - low);
    const v = (y - low) / (high - low);
    const w = g * u + h * v + 1;
    return [(a * u + b * v + x0) / w, (d * u + e * v + y0) / w];
  };
}
