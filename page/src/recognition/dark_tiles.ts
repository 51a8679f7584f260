/** Dark tiles: light ink on a dark face, which the nets read in a picture of inverted lightness
 * (vision/recognition/dark_tiles.py). */

import { detectAtOnce } from "./detector";
import type { Quad } from "./geometry";
import type { Net } from "./net";
import { type Pixels, resize } from "./pixels";
import { confidence, kindOf, type SeenTile } from "./seen_tile";
import { dark_tiles as settings } from "./settings";
import { groundColour, median } from "./tile_colours";

const BACK = "back";

/** Return whether the faces found in a picture are dark; backs count where no face is found. */
export function areDark(pixels: Pixels, tiles: readonly SeenTile[]): boolean {
  return groundLightness(pixels, outlines(tiles)) < settings.dark;
}

/** Return whether the faces found in a picture are dim, and too few for a hand or in doubt. */
export function mayBeDark(pixels: Pixels, tiles: readonly SeenTile[]): boolean {
  const lacksFaces = tiles.filter(isFaceUp).length < settings.hand;
  return (lacksFaces || isDoubtful(tiles)) && areDim(pixels, tiles);
}

function areDim(pixels: Pixels, tiles: readonly SeenTile[]): boolean {
  return groundLightness(pixels, outlines(tiles)) < settings.dim;
}

function outlines(tiles: readonly SeenTile[]): Quad[] {
  const faces = tiles.filter(isFaceUp);
  return (faces.length > 0 ? faces : tiles).map(({ quad }) => quad);
}

/** Return whether a glance at the small inverted picture finds faces, dark in the picture. */
export async function showsDarkTiles(finder: Net, pixels: Pixels): Promise<boolean> {
  const scale = Math.min(1, settings.glance / Math.max(pixels.width, pixels.height));
  const small = resize(pixels, scale);
  const found = await detectAtOnce(finder, invertLightness(small));
  const faces = found.filter(({ back }) => back < 0.5).map(({ quad }) => quad);
  return faces.length >= settings.fewest && groundLightness(small, faces) < settings.dim;
}

/** Return the lightness of the ground of the median face, 0 to 100; infinity for none. */
function groundLightness(pixels: Pixels, quads: readonly Quad[]): number {
  if (quads.length === 0) return Number.POSITIVE_INFINITY;
  return median(quads.map((quad) => groundColour(pixels, quad)[0]));
}

/** Return whether so little is read in a picture, or so badly, that its tiles may be dark. */
export function mayBeMissed(tiles: readonly SeenTile[]): boolean {
  return clarity(tiles) < settings.clear || isDoubtful(tiles);
}

/** Return whether the faces of a view are read so badly that another view may be clearer. */
export function isDoubtful(tiles: readonly SeenTile[]): boolean {
  return clarity(tiles) < settings.sure * tiles.filter(isFaceUp).length;
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

/** Square every value of a picture, in place: light shades differ more, dark ones less. */
export function deepen({ data }: Pixels): void {
  for (let at = 0; at < data.length; at++) {
    if (at % 4 !== 3) data[at] = Math.floor((data[at]! * data[at]! + 127) / 255);
  }
}

/** Return the tiles of the view in which more faces are read surely, and fewer in doubt; those of
 * the inverted one must be dark in the picture, or dim. */
export function clearerView(
  pixels: Pixels,
  plain: readonly SeenTile[],
  inverted: readonly SeenTile[],
): readonly SeenTile[] {
  if (inverted.filter(isFaceUp).length < settings.fewest) return plain;
  const isClearer = surplus(inverted) > surplus(plain) + settings.margin;
  return isClearer && areDim(pixels, inverted) ? inverted : plain;
}

/** Return by how much the right names outnumber the wrong ones that are to be expected. */
function surplus(tiles: readonly SeenTile[]): number {
  return tiles.filter(isFaceUp).reduce((sum, tile) => sum + 2 * confidence(tile) - 1, 0);
}

function clarity(tiles: readonly SeenTile[]): number {
  return tiles.filter(isFaceUp).reduce((sum, tile) => sum + confidence(tile), 0);
}

function isFaceUp(tile: SeenTile): boolean {
  return kindOf(tile) !== BACK;
}
