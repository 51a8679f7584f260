/** The bodies of tiles: what a box holds, solid or printed (vision/recognition/bodies.py). */

import { release } from "../buffers";
import { boxPoints, distance, mean, type Point, type Quad, roll } from "./geometry";
import type { Net } from "./net";
import type { Pixels } from "./pixels";
import { CROP, MARGIN, rectify } from "./rectify";
import { bodies as settings } from "./settings";

/** Probabilities of a tile, of a picture of one, and of a back. */
export type Body = readonly [number, number, number];

const PLANE = CROP * CROP;

/** Look at the bodies in boxes of an upright picture. */
export async function lookAtBodies(
  net: Net,
  pixels: Pixels,
  quads: readonly Quad[],
): Promise<Body[]> {
  const found: Body[] = [];
  for (let start = 0; start < quads.length; start += settings.batch) {
    const part = quads.slice(start, start + settings.batch);
    const data = new Float32Array(4 * PLANE * part.length);
    part.forEach((quad, k) => {
      drawView(pixels, quad, data.subarray(4 * PLANE * k, 4 * PLANE * (k + 1)));
    });
    const [logits] = await net.run({ data, dims: [part.length, 4, CROP, CROP] });
    release(data.buffer);
    for (let k = 0; k < part.length; k++) {
      const [tile, printed, back] = logits!.data.subarray(3 * k, 3 * k + 3);
      found.push([logistic(tile!), logistic(printed!), logistic(back!)]);
    }
  }
  return found;
}

/** Draw what the net sees of a box: its surroundings, upright, and where it is in them. */
export function drawView(pixels: Pixels, quad: Quad, view: Float32Array): void {
  const sides = quad.map((corner, k) => distance(corner, quad[(k + 3) % 4]!));
  const longer = Math.max(sides[0]! + sides[2]!, sides[1]! + sides[3]!) / 2;
  const half = (settings.reach / 2) * longer;
  const [x, y] = mean(quad);
  const seen = rectify(pixels, roll(boxPoints(x, y, 2 * half, 2 * half, 0), 1));
  const step = (k: number) => (((k + 0.5) / CROP) * 2 - 1) * (1 + 2 * MARGIN) * half;
  for (let k = 0; k < PLANE; k++) {
    for (let c = 0; c < 3; c++) view[c * PLANE + k] = seen[3 * k + c]! / 255;
    const place = [x + step(k % CROP), y + step(Math.floor(k / CROP))] as const;
    view[3 * PLANE + k] = isWithin(place, quad) ? 1 : 0;
  }
}

/** Return whether a point is in a clockwise quad. */
function isWithin([x, y]: Point, quad: Quad): boolean {
  return quad.every((from, k) => {
    const to = quad[(k + 1) % 4]!;
    return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]) >= 0;
  });
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
