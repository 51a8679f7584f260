/** Dark tiles: light ink on a dark face, which the nets read in a picture of inverted lightness
 * (vision/recognition/dark_tiles.py). */

import type { Pixels } from "./pixels";
import { confidence, kindOf, type SeenTile } from "./seen_tile";
import { dark_tiles as settings } from "./settings";
import { groundColour, median } from "./tile_colours";

const BACK = "back";

/** Return whether the faces found in a picture are dark; backs count where no face is found. */
export function mayBeDark(pixels: Pixels, tiles: readonly SeenTile[]): boolean {
  if (tiles.length === 0) return false;
  const faces = tiles.filter(isFaceUp);
  const counted = faces.length > 0 ? faces : tiles;
  return median(counted.map(({ quad }) => groundColour(pixels, quad)[0])) < settings.dark;
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

/** Return the tiles of the view in which more faces are read, and more surely. */
export function clearerView(
  plain: readonly SeenTile[],
  inverted: readonly SeenTile[],
): readonly SeenTile[] {
  if (inverted.filter(isFaceUp).length < settings.fewest) return plain;
  return clarity(inverted) > clarity(plain) ? inverted : plain;
}

function clarity(tiles: readonly SeenTile[]): number {
  return tiles.filter(isFaceUp).reduce((sum, tile) => sum + confidence(tile), 0);
}

function isFaceUp(tile: SeenTile): boolean {
  return kindOf(tile) !== BACK;
}
