/** Colours of tiles: of the paper behind their print (vision/recognition/tile_colours.py). */

import { CROP, type Crop } from "./rectify";

/** Lightness (0 to 100), a and b. */
export type Lab = readonly [number, number, number];

const EDGE = 10;
const STEP = 2;
const INTERVAL = 12;

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

function medians(colours: readonly (readonly number[])[]): number[] {
  return [0, 1, 2].map((channel) => median(colours.map((colour) => colour[channel]!)));
}

function median(values: readonly number[]): number {
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
