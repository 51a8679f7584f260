/** Colours of tiles: of the paper behind their print, and of the table beside them
 * (vision/recognition/tile_colours.py). */

import { distance, mean, type Point, type Quad } from "./geometry";
import type { Pixels } from "./pixels";
import { CROP, type Crop } from "./rectify";

/** Lightness (0 to 100), a and b. */
export type Lab = readonly [number, number, number];

const EDGE = 10;
const STEP = 2;
const INTERVAL = 12;
const STRIP = [0.12, 0.4] as const;
const MIDDLE = [0.2, 0.8] as const;
const SAMPLES = [9, 5] as const;
const COVERED = 0.1;
const LIGHT = 0.5;

/** Return the most frequent colour of a rectified tile, which is that of its paper. */
export function paperColour(crop: Crop): Lab {
  const colours: number[][] = [];
  for (let y = EDGE; y < CROP - EDGE; y += STEP) {
    for (let x = EDGE; x < CROP - EDGE; x += STEP) {
      const at = 3 * (y * CROP + x);
      colours.push([crop[at]!, crop[at + 1]!, crop[at + 2]!]);
    }
  }
  const light = colours.map(([r, g, b]) => 0.299 * r! + 0.587 * g! + 0.114 * b!);
  const order = light.map((_, k) => k).sort((a, b) => light[a]! - light[b]!);
  let [first, most, end] = [0, 0, 0];
  order.forEach((k, start) => {
    while (end < order.length && light[order[end]!]! <= light[k]! + INTERVAL) end++;
    if (end - start > most) [first, most] = [start, end - start];
  });
  return lab(medians(order.slice(first, first + most).map((k) => colours[k]!)));
}

/** Return the distance of a tile's colour from the most different one beside it; null if fewer than
 * two sides are free of other boxes. */
export function tableDistance(
  pixels: Pixels,
  quads: readonly Quad[],
  tile: number,
  paper: Lab,
): number | null {
  const others = neighbours(quads, tile);
  const beside: number[] = [];
  for (let side = 0; side < 4; side++) {
    const points = strip(quads[tile]!, side);
    const isOutside = ([x, y]: Point) =>
      x < 0 || y < 0 || x > pixels.width - 1 || y > pixels.height - 1;
    if (points.some(isOutside)) continue;
    const covered = points.filter((point) => others.some((quad) => isWithin(point, quad)));
    if (covered.length > COVERED * points.length) continue;
    const colours = points.map(([x, y]) => {
      const at = 4 * (Math.floor(y + 0.5) * pixels.width + Math.floor(x + 0.5));
      return [pixels.data[at]!, pixels.data[at + 1]!, pixels.data[at + 2]!];
    });
    const [light, a, b] = lab(medians(colours));
    beside.push(Math.hypot(LIGHT * (paper[0] - light), paper[1] - a, paper[2] - b));
  }
  return beside.length < 2 ? null : Math.max(...beside);
}

/** Return the quads whose circles meet the strips beside a tile. */
function neighbours(quads: readonly Quad[], tile: number): Quad[] {
  const middle = mean(quads[tile]!);
  const radius = (quad: Quad) => Math.max(...quad.map((point) => distance(point, mean(quad))));
  const reach = (1 + 2 * STRIP[1]) * radius(quads[tile]!);
  return quads.filter(
    (quad, k) => k !== tile && distance(mean(quad), middle) < radius(quad) + reach,
  );
}

/** Return points beside a side of a quad, outside it. */
function strip(quad: Quad, side: number): Point[] {
  const [a, b, c, d] = [0, 1, 2, 3].map((k) => quad[(side + k) % 4]!) as unknown as Quad;
  const out: Point = [(a[0] + b[0] - c[0] - d[0]) / 2, (a[1] + b[1] - c[1] - d[1]) / 2];
  return steps(MIDDLE, SAMPLES[0]).flatMap((along) =>
    steps(STRIP, SAMPLES[1]).map(
      (away): Point => [
        a[0] + (b[0] - a[0]) * along + out[0] * away,
        a[1] + (b[1] - a[1]) * along + out[1] * away,
      ],
    ),
  );
}

/** Return so many numbers from the first to the last. */
export function steps([first, last]: readonly [number, number], count: number): number[] {
  return Array.from({ length: count }, (_, k) => first + ((last - first) * k) / (count - 1));
}

/** Return whether a point is in a clockwise quad. */
export function isWithin([x, y]: Point, quad: Quad): boolean {
  return quad.every((from, k) => {
    const to = quad[(k + 1) % 4]!;
    return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]) >= 0;
  });
}

function medians(colours: readonly (readonly number[])[]): number[] {
  return [0, 1, 2].map((channel) => median(colours.map((colour) => colour[channel]!)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Convert red, green and blue, 0 to 255, to Lab. */
export function lab(colour: readonly number[]): Lab {
  const [r, g, b] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const root = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = root((0.412453 * r + 0.35758 * g + 0.180423 * b) / 0.950456);
  const y = root(0.212671 * r + 0.71516 * g + 0.072169 * b);
  const z = root((0.019334 * r + 0.119193 * g + 0.950227 * b) / 1.088754);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
