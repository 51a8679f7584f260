/** Pictures of taught tiles, and views of them cut and lit a little differently
 * (vision/teaching/adaptation.py). */

import type { Point, Quad } from "../recognition/geometry";
import { crop, type Pixels, roundHalfEven } from "../recognition/pixels";
import { CROP, type Crop, rectify } from "../recognition/rectify";
import { teaching as settings } from "../recognition/settings";

/** Side of a patch in pixels; its middle is the namer's crop of the tile, upright. */
export const PATCH = CROP + 2 * settings.border;
/** RGB of PATCH x PATCH pixels, three bytes a pixel. */
export type Patch = Uint8ClampedArray;

interface ViewChange {
  readonly quad: readonly (readonly number[])[];
  readonly gain: number;
  readonly lift: number;
  /** Standard deviation of its blur in pixels; 0 for none. */
  readonly blur: number;
}

/** Cut out a tile with its border, upright; the quad begins at the tile's own top left. */
export function cutPatch(pixels: Pixels, quad: Quad): Patch {
  return rectify(pixels, quad, settings.border);
}

/** Return how many views of each patch are taught: the more of a kind, the fewer. */
export function viewCount(kinds: readonly string[]): number {
  const copies = Math.floor(kinds.length / new Set(kinds).size);
  return Math.max(2, Math.floor(settings.views / copies));
}

/** Return the crop in the patch of this number, and others cut and lit a little differently. */
export function viewsOf(patch: Patch, number: number, views: number): Crop[] {
  const { changes } = settings;
  const found = [middleOf(patch)];
  for (let place = number * (views - 1); place < (number + 1) * (views - 1); place++) {
    found.push(changeView(patch, changes[place % changes.length]!));
  }
  return found;
}

/** Return the crop in a patch, cut and lit differently. */
export function changeView(patch: Patch, change: ViewChange): Crop {
  const corner = (at: number) => change.quad[at] as unknown as Point;
  const view = rectify(asPixels(patch), [corner(0), corner(1), corner(2), corner(3)]);
  for (let at = 0; at < view.length; at++) {
    view[at] = Math.abs(view[at]! * change.gain + change.lift);
  }
  return change.blur > 0 ? blurred(view, change.blur) : view;
}

/** Split a sheet of patches, side by side, into so many of them. */
export function splitSheet(sheet: Pixels, count: number): Patch[] {
  return Array.from({ length: count }, (_, number) => {
    const left = PATCH * (number % settings.columns);
    const top = PATCH * Math.floor(number / settings.columns);
    return withoutAlpha(crop(sheet, left, top, left + PATCH, top + PATCH));
  });
}

function middleOf(patch: Patch): Crop {
  const { border } = settings;
  return withoutAlpha(crop(asPixels(patch), border, border, border + CROP, border + CROP));
}

function asPixels(patch: Patch): Pixels {
  const data = new Uint8ClampedArray(4 * PATCH * PATCH).fill(255);
  for (let k = 0; k < PATCH * PATCH; k++) data.set(patch.subarray(3 * k, 3 * k + 3), 4 * k);
  return { data, width: PATCH, height: PATCH };
}

function withoutAlpha({ data, width, height }: Pixels): Crop {
  const found = new Uint8ClampedArray(3 * width * height);
  for (let k = 0; k < width * height; k++) found.set(data.subarray(4 * k, 4 * k + 3), 3 * k);
  return found;
}

/** Blur a crop as OpenCV's GaussianBlur does: along rows, then along columns. */
function blurred(view: Crop, deviation: number): Crop {
  const reach = (roundHalfEven(6 * deviation + 1) | 1) >> 1;
  const kernel = Float64Array.from({ length: 2 * reach + 1 }, (_, k) =>
    Math.exp(-((k - reach) ** 2) / (2 * deviation ** 2)),
  );
  const total = kernel.reduce((sum, share) => sum + share, 0);
  const shares = kernel.map((share) => share / total);
  const rows = convolved(Float32Array.from(view), shares, 3, 3 * CROP);
  return Uint8ClampedArray.from(convolved(rows, shares, 3 * CROP, 3));
}

/** Convolve a square along one side, reflecting at its edges.
 *
 * `step`: places between neighbours along that side; `across`: along the other one. */
function convolved(
  values: Float32Array,
  shares: Float64Array,
  step: number,
  across: number,
): Float32Array {
  const found = new Float32Array(values.length);
  const reach = shares.length >> 1;
  for (let line = 0; line < CROP; line++) {
    for (let at = 0; at < CROP; at++) {
      for (let colour = 0; colour < 3; colour++) {
        const start = line * across + colour;
        let sum = 0;
        for (let k = -reach; k <= reach; k++) {
          sum += shares[k + reach]! * values[start + reflected(at + k) * step]!;
        }
        found[start + at * step] = sum;
      }
    }
  }
  return found;
}

/** Return the place within a side of which a place beyond its end is the mirror image. */
function reflected(at: number): number {
  if (at < 0) return -at;
  return at < CROP ? at : 2 * (CROP - 1) - at;
}
