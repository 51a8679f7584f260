/** Underexposed photos: brightened before anything is found in them (vision/recognition/exposure.py). */

import type { Pixels } from "./pixels";
import { exposure as settings } from "./settings";

/** Return an underexposed picture with its bright pixels made white; others as they are. */
export function brighten(pixels: Pixels): Pixels {
  const white = brightValue(pixels);
  if (white < settings.least || white >= settings.dim) return pixels;
  const values = Uint8ClampedArray.from({ length: 256 }, (_, value) =>
    Math.min(255, Math.floor((value * 255 + Math.floor(white / 2)) / white)),
  );
  return { ...pixels, data: pixels.data.map((value) => values[value]!) };
}

/** Return the value that a share of the pixels do not exceed in any colour. */
function brightValue({ data, width, height }: Pixels): number {
  const counts = new Array<number>(256).fill(0);
  let total = 0;
  for (let y = 0; y < height; y += settings.step) {
    for (let x = 0; x < width; x += settings.step) {
      const at = 4 * (y * width + x);
      counts[Math.max(data[at]!, data[at + 1]!, data[at + 2]!)]!++;
      total++;
    }
  }
  let value = 0;
  for (let below = counts[0]!; below < settings.bright * total; below += counts[value]!) value++;
  return value;
}
