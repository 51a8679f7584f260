/** The bodies of tiles: what a box holds, solid or printed, what is below it (vision/recognition/bodies.py). */

import { release } from "../buffers";
import { boxPoints, distance, mean, type Quad, roll } from "./geometry";
import type { Net } from "./net";
import type { Pixels } from "./pixels";
import { MARGIN, rectify } from "./rectify";
import { bodies as settings } from "./settings";

/** Probabilities of a tile, of a picture of one, and of another tile below it. */
export type Body = readonly [number, number, number];

const SIDE = settings.side;
const PLANE = SIDE * SIDE;

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
    const [logits] = await net.run({ data, dims: [part.length, 4, SIDE, SIDE] });
    release(data.buffer);
    for (let k = 0; k < part.length; k++) {
      const [tile, printed, raised] = logits!.data.subarray(3 * k, 3 * k + 3);
      found.push([logistic(tile!), logistic(printed!), logistic(raised!)]);
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
  const seen = rectify(pixels, roll(boxPoints(x, y, 2 * half, 2 * half, 0), 1), 0, SIDE);
  const step = (((1 + 2 * MARGIN) * half) / SIDE) * 2;
  const edges = quad.map(([x0, y0], k) => {
    const [x1, y1] = quad[(k + 1) % 4]!;
    return { dx: x1 - x0, dy: y1 - y0, x0, y0 };
  });
  for (let k = 0; k < PLANE; k++) {
    for (let c = 0; c < 3; c++) view[c * PLANE + k] = seen[3 * k + c]! / 255;
    const u = x + ((k % SIDE) + 0.5 - SIDE / 2) * step;
    const v = y + (Math.floor(k / SIDE) + 0.5 - SIDE / 2) * step;
    let inside = 1;
    for (const { dx, dy, x0, y0 } of edges) if (dx * (v - y0) < dy * (u - x0)) inside = 0;
    view[3 * PLANE + k] = inside;
  }
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
