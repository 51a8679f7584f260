/** Flat tiles: those on a printed sheet or a screen (vision/recognition/flatness.py). */

import { distance, type Point, type Quad, roll } from "./geometry";
import type { Pixels } from "./pixels";
import { flatness as settings } from "./settings";
import { isWithin, median, steps } from "./tile_colours";

/** Part of a side beside which is looked. */
const MIDDLE = [0.2, 0.8] as const;
/** Pixels of a strip, along the side and away from it. */
const SAMPLES = [9, 4] as const;

/** Return whether one of the tiles of a picture is flat; null if that is unknown.
 *
 * Another tile close above it hides whether it stands; one close below hides its side. */
export function isFlat(pixels: Pixels, quads: readonly Quad[], number: number): boolean | null {
  const quad = quads[number]!;
  const others = quads.filter((_, k) => k !== number);
  const lengths = quad.map((corner, k) => distance(corner, quad[(k + 1) % 4]!));
  const down = quad.map((corner, k) => (corner[0] - quad[(k + 1) % 4]![0]) / lengths[k]!);
  const low = down.indexOf(Math.max(...down));
  if (down[low]! < settings.upright) return null;
  const isShort = low % 2 === 0;
  const height = isShort ? settings.ratio : 1 / settings.ratio;
  if (lengths[(low + 1) % 4]! > settings.slant * height * lengths[low]!) return null;
  const width = lengths[low]! / (isShort ? 1 : settings.ratio);
  const [a, b, c, d] = roll(quad, low);
  const below = colourStep(pixels, [a, b], width, settings.below, others);
  const above = colourStep(pixels, [c, d], -width, settings.above, others) ?? 0;
  return below === null ? null : Math.max(below, above) <= settings.step;
}

/** Return the largest difference of colour of the strips beside a side and the last of them; null
 * if one is beyond the picture, or another tile is on the last one. */
function colourStep(
  { data, width: wide, height: tall }: Pixels,
  [from, to]: readonly [Point, Point],
  width: number,
  strips: readonly (readonly number[])[],
  others: readonly Quad[],
): number | null {
  const colours: number[][] = [];
  for (const [first, last] of strips) {
    const points = steps(MIDDLE, SAMPLES[0]).flatMap((u) =>
      steps([first!, last!], SAMPLES[1]).map(
        (v): Point => [
          from[0] + (to[0] - from[0]) * u,
          from[1] + (to[1] - from[1]) * u + width * v,
        ],
      ),
    );
    const isLast = colours.length === strips.length - 1;
    if (isLast && points.some((point) => others.some((quad) => isWithin(point, quad)))) return null;
    const places: number[] = [];
    for (const point of points) {
      const [x, y] = [Math.floor(point[0] + 0.5), Math.floor(point[1] + 0.5)];
      if (x < 0 || y < 0 || x >= wide || y >= tall) return null;
      places.push(4 * (y * wide + x));
    }
    colours.push([0, 1, 2].map((c) => median(places.map((at) => data[at + c]!))));
  }
  const last = colours.pop()!;
  return Math.max(...colours.flatMap((colour) => colour.map((v, c) => Math.abs(v - last[c]!))));
}
