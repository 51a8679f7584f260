/** Colours of tiles: of a blank face, and of the paper behind a printed one (tile_colours.py). */

import { CROP, rectify } from "./classifier";
import { distance, mean, type Point, type Quad, roll } from "./geometry";
import type { Pixels } from "./pixels";
import { roundHalfEven } from "./pixels";

/** Lightness (0 to 100), a and b. */
export type Lab = readonly [number, number, number];

/** Pixels of the crop that show the margin, the tile's rim and its shadow. */
const EDGE = roundHalfEven(0.16 * CROP);
/** Pixels of the crop that the rim of a face is wide. */
const RIM = roundHalfEven(0.1 * CROP);
/** Of luminance, 0 to 255: noise and shading of one colour. */
const INTERVAL = 12;
/** Weight of lightness against a and b: shadows change it most. */
const LIGHT = 0.5;
/** Where the table beside a side is looked at: lengths of the other side. */
const STRIP = [0.12, 0.4] as const;
/** Part of a side beside which it is looked at. */
const MIDDLE = [0.2, 0.8] as const;
/** Pixels of a strip along the side and away from it. */
const SAMPLES = [9, 5] as const;
/** Largest share of a strip that may be in other boxes. */
const COVERED = 0.1;
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

  /** Return the distance of a tile's colour from grey. */
  chroma(tile: number): number {
    const [, a, b] = this.colour(tile);
    return Math.hypot(a, b);
  }

  /** Return the distance of a tile's colour from the median of the nearest others'. */
  distance(tile: number, others: readonly number[], most?: number): number {
    const near = this.nearest(this.quads[tile]!, others, most);
    const colours = near.map((k) => this.colour(k));
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
    const apart = this.nearest(this.quads[tile]!, others, most)
      .map((k) => colourDistance(this.colour(tile), this.colour(k)))
      .sort((a, b) => a - b);
    return apart[Math.min(like, apart.length) - 1]!;
  }

  /** Return the distance of a tile's colour from the most different one beside it; null if fewer
   * than two sides have no other box beside them. */
  distanceFromTable(tile: number): number | null {
    const { width, height, data } = this.pixels;
    const others = this.quads.filter((_, k) => k !== tile);
    const beside: Lab[] = [];
    for (let side = 0; side < 4; side++) {
      const points = strip(this.quads[tile]!, side);
      if (!points.every(([x, y]) => x >= 0 && y >= 0 && x <= width - 1 && y <= height - 1))
        continue;
      const covered = points.filter((point) => others.some((quad) => isWithin(point, quad)));
      if (covered.length / points.length > COVERED) continue;
      const rgb = points.map(([x, y]) => {
        const at = 4 * (Math.floor(y + 0.5) * width + Math.floor(x + 0.5));
        return [data[at]!, data[at + 1]!, data[at + 2]!] as const;
      });
      beside.push(medianColour(rgb.map((colour) => ({ rgb: colour, luminance: 0 }))));
    }
    if (beside.length < 2) return null;
    return Math.max(...beside.map((colour) => colourDistance(this.colour(tile), colour)));
  }

  private nearest(quad: Quad, others: readonly number[], most?: number): number[] {
    const middle = mean(quad);
    const away = (k: number) => distance(mean(this.quads[k]!), middle);
    return [...others].sort((a, b) => away(a) - away(b)).slice(0, most);
  }

  private colour(tile: number): Lab {
    const found = this.known.get(tile) ?? this.measure(this.pixels, this.quads[tile]!);
    this.known.set(tile, found);
    return found;
  }
}

/** Return points beside a side of a quad, outside it. */
function strip(quad: Quad, side: number): Point[] {
  const [a, b, c, d] = roll(quad, side);
  const outwards = [(a[0] + b[0] - c[0] - d[0]) / 2, (a[1] + b[1] - c[1] - d[1]) / 2] as const;
  const points: Point[] = [];
  for (const u of steps(MIDDLE, SAMPLES[0])) {
    for (const v of steps(STRIP, SAMPLES[1])) {
      points.push([
        a[0] + (b[0] - a[0]) * u + outwards[0] * v,
        a[1] + (b[1] - a[1]) * u + outwards[1] * v,
      ]);
    }
  }
  return points;
}

/** Return evenly spaced numbers, both ends among them. */
export function steps([first, last]: readonly [number, number], count: number): number[] {
  return Array.from({ length: count }, (_, k) => first + ((last - first) * k) / (count - 1));
}

/** Return whether a point is in a clockwise quad. */
export function isWithin([x, y]: Point, quad: Quad): boolean {
  return quad.every(([ax, ay], k) => {
    const [bx, by] = quad[(k + 1) % 4]!;
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
  });
}

/** Return the colour of a tile's ground: the median of the half of its pixels most alike. */
export function groundColour(pixels: Pixels, quad: Quad): Lab {
  const inner = byLuminance(pixels, quad, () => true);
  const half = Math.floor(inner.length / 2);
  let first = 0;
  const width = (k: number) => inner[k + half]!.luminance - inner[k]!.luminance;
  for (let k = 1; k + half < inner.length; k++) if (width(k) < width(first)) first = k;
  return medianColour(inner.slice(first, first + half));
}

/** Return the most frequent colour of a tile: of the fullest interval of luminance. */
export function frequentColour(pixels: Pixels, quad: Quad): Lab {
  return mostFrequent(byLuminance(pixels, quad, () => true));
}

/** Return the most frequent colour along the sides of a tile's face: a character fills the middle
 * of a face, an emblem that of a back. */
export function rimColour(pixels: Pixels, quad: Quad): Lab {
  const [first, last] = [EDGE + RIM, CROP - EDGE - RIM];
  const isInside = (k: number) => k >= first && k < last;
  return mostFrequent(byLuminance(pixels, quad, (x, y) => !isInside(x) || !isInside(y)));
}

/** Return the median of the colours in the fullest interval of ascending luminance. */
function mostFrequent(inner: readonly Shade[]): Lab {
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

/** Return the chosen pixels of the middle of a tile, the darkest first. */
function byLuminance(
  pixels: Pixels,
  quad: Quad,
  isChosen: (x: number, y: number) => boolean,
): Shade[] {
  const crop = rectify(pixels, quad);
  const inner: Shade[] = [];
  for (let y = EDGE; y < CROP - EDGE; y++) {
    for (let x = EDGE; x < CROP - EDGE; x++) {
      if (!isChosen(x, y)) continue;
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
