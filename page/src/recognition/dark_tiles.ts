/** Dark tiles: light ink on a dark face, which the nets read better in inverted lightness
 * (vision/recognition/dark_tiles.py). */

import type { Pixels } from "./pixels";
import { confidence, kindOf, type SeenTile } from "./seen_tile";
import { dark_tiles as settings } from "./settings";
import { groundColour, median } from "./tile_colours";

/** Return whether the faces found in a picture are dark. */
export function areDark(pixels: Pixels, tiles: readonly SeenTile[]): boolean {
  const faces = tiles.filter(isFaceUp).slice(0, settings.faces);
  const grounds = faces.map(({ quad }) => groundColour(pixels, quad)[0]);
  return grounds.length > 0 && median(grounds) < settings.lightness;
}

/** Return the picture with dark and light exchanged; the colours keep their hue (HSL). */
export function invertLightness({ data, width, height }: Pixels): Pixels {
  const inverted = new Uint8ClampedArray(data.length).fill(255);
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const shift = 255 - Math.max(r, g, b) - Math.min(r, g, b);
    inverted[at] = r + shift;
    inverted[at + 1] = g + shift;
    inverted[at + 2] = b + shift;
  }
  return { data: inverted, width, height };
}

/** Return by how much right names are expected to outnumber wrong ones. */
export function clearness(tiles: readonly SeenTile[]): number {
  return tiles.filter(isFaceUp).reduce((sum, tile) => sum + 2 * confidence(tile) - 1, 0);
}

function isFaceUp(tile: SeenTile): boolean {
  return kindOf(tile) !== "back";
}
