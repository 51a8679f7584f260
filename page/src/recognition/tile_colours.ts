/** Colours of tiles: of a blank face, and of the paper behind a printed one (tile_colours.py). */

import { CROP, rectify } from "./classifier";
import { distance, mean, type Quad } from "./geometry";
import type { Pixels } from "./pixels";
import { roundHalfEven } from "./pixels";

/** Lightness (0 to 100), a and b. */
export type Lab = readonly [number, number, number];

/** Pixels of the crop that show the margin, the tile's rim and its shadow. */
const EDGE = roundHalfEven(0.16 * CROP);
/** Of luminance, 0 to 255: noise and shading of one colour. */
const INTERVAL = 12;
/** Weight of lightness against a and b: shadows change it most. */
const LIGHT = 0.5;
/** X, Y, Z of white (D65). */
const WHITE = [0.950456, 1, 1.088754] as const;

/** The ground colours of the tiles of a picture, each measured when it is needed. */
export class GroundColours {
  private readonly known = new Map<number, Lab>();

  constructor(
    private readonly pixels: Pixels,
    private readonly quads: readonly Quad[],
    private readonly measure: (pixels: Pixels, quad: Quad) => Lab = groundColour,
  ) {}

  /** Return the distance of a tile's colour from the median of the nearest others'. */
  distance(tile: number, others: readonly number[], most?: number): number {
    const colours = this.nearest(tile, others, most).map((k) => this.colour(k));
    const typical: Lab = [
      median(colours.map((c) => c[0])),
      median(colours.map((c) => c[1])),
      median(colours.map((c) => c[2])),
    ];
    return colourDistance(this.colour(tile), typical);
  }

  /** Return the distance of a tile's colour from the `like` most similar nearest others: the
   * largest of theirs. */
  distanceFromLike(tile: number, others: readonly number[], most: number, like: number): number {
    const own = this.colour(tile);
    const apart = this.nearest(tile, others, most)
      .map((k) => colourDistance(own, this.colour(k)))
      .sort((a, b) => a - b);
    return apart[Math.min(like, apart.length) - 1]!;
  }

  private nearest(tile: number, others: readonly number[], most?: number): number[] {
    const middle = mean(this.quads[tile]!);
    const away = (k: number) => distance(mean(this.quads[k]!), middle);
    return [...others].sort((a, b) => away(a) - away(b)).slice(0, most);
  }

  private colour(tile: number): Lab {
    const found = this.known.get(tile) ?? this.measure(this.pixels, this.quads[tile]!);
    this.known.set(tile, found);
    return found;
  }
}

/** Return the colour of a tile's ground: the median of the half of its pixels most alike. */
export function groundColour(pixels: Pixels, quad: Quad): Lab {
  const inner = byLuminance(pixels, quad);
  const half = Math.floor(inner.length / 2);
  let first = 0;
  const width = (k: number) => inner[k + half]!.luminance - inner[k]!.luminance;
  for (let k = 1; k + half < inner.length; k++) if (width(k) < width(first)) first = k;
  return medianColour(inner.slice(first, first + half));
}

/** Return the most frequent colour of a tile: of the fullest interval of luminance. */
export function frequentColour(pixels: Pixels, quad: Quad): Lab {
  const inner = byLuminance(pixels, quad);
  let [first, most, end] = [0, 0, 0];
  for (let k = 0; k < inner.length; k++) {
    while (end < inner.length && inner[end]!.luminance <= inner[k]!.luminance + INTERVAL) end++;
    if (end - k > most) [first, most] = [k, end - k];
  }
  return medianColour(inner.slice(first, first + most));
}

interface Shade {
  readonly rgb: readonly [number, number, number];
  readonly luminance: number;
}

/** Return the pixels of the middle of a tile, the darkest first. */
function byLuminance(pixels: Pixels, quad: Quad): Shade[] {
  const crop = rectify(pixels, quad);
  const inner: Shade[] = [];
  for (let y = EDGE; y < CROP - EDGE; y++) {
    for (let x = EDGE; x < CROP - EDGE; x++) {
      const at = 3 * (y * CROP + x);
      const rgb = [crop[at]!, crop[at + 1]!, crop[at + 2]!] as const;
      inner.push({ rgb, luminance: 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2] });
    }
  }
  return inner.sort((a, b) => a.luminance - b.luminance);
}

function medianColour(shades: readonly Shade[]): Lab {
  return lab([0, 1, 2].map((c) => median(shades.map(({ rgb }) => rgb[c]!))));
}

/** Return the distance of two colours, with less weight on the lightness. */
function colourDistance(one: Lab, other: Lab): number {
  return Math.hypot(LIGHT * (one[0] - other[0]), one[1] - other[1], one[2] - other[2]);
}

/** Return the middle value; of an even number the mean of both middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

/** Convert red, green and blue, 0 to 255, to CIE Lab. */
export function lab(rgb: readonly number[]): Lab {
  const [r, g, b] = rgb.map((value) => linear(value / 255)) as [number, number, number];
  const x = root((0.412453 * r + 0.35758 * g + 0.180423 * b) / WHITE[0]);
  const y = root((0.212671 * r + 0.71516 * g + 0.072169 * b) / WHITE[1]);
  const z = root((0.019334 * r + 0.119193 * g + 0.950227 * b) / WHITE[2]);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function root(value: number): number {
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
}
