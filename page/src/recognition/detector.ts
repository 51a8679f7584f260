/** Tile detection: oriented boxes of faces and backs (vision/recognition/detector.py). */

import { release } from "../buffers";
import { boxPoints, type Quad, sharedArea, shortSideFirst } from "./geometry";
import type { Net, Tensor } from "./net";
import { crop, type Pixels, resize } from "./pixels";
import { detector as settings } from "./settings";

/** One detected tile, not yet classified. */
export interface Detection {
  /** Clockwise, the first side a short one. */
  readonly quad: Quad;
  /** Probability of a tile. */
  readonly score: number;
  /** Probability of a back against a face. */
  readonly back: number;
}

/** A rectangle: middle, sides, angle in radians. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly angle: number;
  readonly score: number;
  readonly back: number;
}

const STRIDES = [8, 16, 32] as const;
const PADDING = 114;

/** Return the tiles of an upright picture, highest score first. */
export async function detect(net: Net, pixels: Pixels): Promise<Detection[]> {
  const longer = Math.max(pixels.width, pixels.height);
  const scale = Math.min(1, settings.side / longer);
  // a large photo is averaged down once; the first pass shrinks the result further
  const fine = resize(pixels, scale);
  const first = settings.first / Math.max(fine.width, fine.height);
  let boxes = deduplicate(await findBoxes(net, fine, first, pixels));
  const small =
    boxes.length === 0 ||
    (shortSidePercentile(boxes, 50) * settings.first) / longer < settings.large;
  if (small) {
    boxes = deduplicate(await findBoxes(net, fine, 1, pixels));
    const tiny = boxes.length > 0 && shortSidePercentile(boxes, 20) * scale < settings.slice_below;
    if (scale < 1 && tiny) {
      boxes = deduplicate([...boxes, ...(await findInSlices(net, pixels, scale))]);
    }
  }
  if (fine !== pixels) release(fine.data.buffer);
  return boxes.map(detection);
}

/** Return the boxes of a small picture: one run of the net. */
export async function detectAtOnce(net: Net, pixels: Pixels): Promise<Detection[]> {
  return deduplicate(await findBoxes(net, pixels, 1, pixels)).map(detection);
}

/** Return the boxes of four overlapping quarters, seen finer (at most natively).
 *
 * A box that touches an inner edge is a tile cut in two: the neighbour slice has it whole. */
async function findInSlices(net: Net, pixels: Pixels, scale: number): Promise<Box[]> {
  const { width, height } = pixels;
  const tall = Math.trunc(height * 0.6);
  const wide = Math.trunc(width * 0.6);
  const finer = Math.min(1, scale * settings.finer);
  const found: Box[] = [];
  for (const top of [0, height - tall]) {
    for (const left of [0, width - wide]) {
      const part = crop(pixels, left, top, left + wide, top + tall);
      for (const box of await findBoxes(net, part, finer, part)) {
        const reach = Math.hypot(box.w, box.h) * 0.35;
        const cut =
          (left > 0 && box.x - reach < 0) ||
          (top > 0 && box.y - reach < 0) ||
          (left + wide < width && box.x + reach > wide) ||
          (top + tall < height && box.y + reach > tall);
        if (!cut) found.push({ ...box, x: box.x + left, y: box.y + top });
      }
      release(part.data.buffer);
    }
  }
  return found;
}

/** Return candidates before suppression, in pixels of `original`. */
async function findBoxes(
  net: Net,
  pixels: Pixels,
  scale: number,
  original: { width: number; height: number },
): Promise<Box[]> {
  const small = resize(pixels, scale);
  const picture = pictureTensor(small);
  if (small !== pixels) release(small.data.buffer);
  const [sides, scores, angle] = await net.run(picture);
  release(picture.data.buffer);
  const [tall, wide] = [picture.dims[2]!, picture.dims[3]!];
  const boxes = decodeBoxes(sides!.data, scores!.data, angle!.data, tall, wide, settings.score);
  const across = original.width / small.width;
  const down = original.height / small.height;
  const both = (across + down) / 2;
  return boxes.map((b) => ({
    ...b,
    x: b.x * across,
    y: b.y * down,
    w: b.w * both,
    h: b.h * both,
  }));
}

/** Return a picture as a tensor (1, 3, H, W) from 0 to 1, padded to a multiple of 32. */
function pictureTensor(pixels: Pixels): Tensor {
  const { data, width, height } = pixels;
  const wide = Math.ceil(width / 32) * 32;
  const tall = Math.ceil(height / 32) * 32;
  const plane = wide * tall;
  const values = new Float32Array(3 * plane).fill(PADDING / 255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = 4 * (y * width + x);
      const to = y * wide + x;
      values[to] = data[from]! / 255;
      values[plane + to] = data[from + 1]! / 255;
      values[2 * plane + to] = data[from + 2]! / 255;
    }
  }
  return { data: values, dims: [1, 3, tall, wide] };
}

/** Decode raw maps into boxes in pixels of the input; those below `least` are dropped. */
export function decodeBoxes(
  sides: Float32Array,
  scores: Float32Array,
  angle: Float32Array,
  tall: number,
  wide: number,
  least: number,
): Box[] {
  const count = angle.length;
  const bound = Math.log(least / (1 - least));
  const boxes: Box[] = [];
  let first = 0;
  for (const stride of STRIDES) {
    const columns = Math.floor(wide / stride);
    const cells = Math.floor(tall / stride) * columns;
    for (let k = first; k < first + cells; k++) {
      const [front, rear] = [scores[k]!, scores[count + k]!];
      if (Math.max(front, rear) < bound) continue;
      const left = sides[k]!;
      const top = sides[count + k]!;
      const right = sides[2 * count + k]!;
      const bottom = sides[3 * count + k]!;
      const turn = angle[k]!;
      const dx = (right - left) / 2;
      const dy = (bottom - top) / 2;
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      const place = k - first;
      const face = 1 / (1 + Math.exp(-front));
      const back = 1 / (1 + Math.exp(-rear));
      boxes.push({
        x: ((place % columns) + 0.5 + dx * c - dy * s) * stride,
        y: (Math.floor(place / columns) + 0.5 + dx * s + dy * c) * stride,
        w: Math.abs(left + right) * stride,
        h: Math.abs(top + bottom) * stride,
        angle: turn,
        score: Math.max(face, back),
        back: back / (face + back),
      });
    }
    first += cells;
  }
  return boxes;
}

/** Remove duplicate boxes; return the rest, highest score first. */
function deduplicate(boxes: readonly Box[]): Box[] {
  return dropNested(suppress(boxes, settings.overlap, settings.most), settings.inside);
}

/** Keep the highest-scoring box of every group that overlaps. */
export function suppress(boxes: readonly Box[], overlap: number, most: number): Box[] {
  const sorted = [...boxes].sort((a, b) => b.score - a.score).slice(0, 8 * most);
  const spread = sorted.map(covariance);
  const alive = sorted.map(() => true);
  const kept: Box[] = [];
  for (let k = 0; k < sorted.length && kept.length < most; k++) {
    if (!alive[k]) continue;
    const box = sorted[k]!;
    kept.push(box);
    for (let j = k + 1; j < sorted.length; j++) {
      const other = sorted[j]!;
      const away = Math.max(Math.abs(other.x - box.x), Math.abs(other.y - box.y));
      if (!alive[j] || away >= Math.max(box.w, box.h)) continue;
      if (probIou(box, spread[k]!, other, spread[j]!) > overlap) alive[j] = false;
    }
  }
  return kept;
}

/** Keep the boxes (highest score first) of which at most `share` is inside an earlier one. */
export function dropNested(boxes: readonly Box[], share: number): Box[] {
  const kept: Box[] = [];
  for (const box of boxes) {
    const reach = Math.hypot(box.w, box.h) / 2;
    const nested = kept.some((k) => {
      const away = Math.hypot(k.x - box.x, k.y - box.y);
      if (away >= Math.hypot(k.w, k.h) / 2 + reach) return false;
      return sharedArea(corners(k), corners(box)) > share * box.w * box.h;
    });
    if (!nested) kept.push(box);
  }
  return kept;
}

type Covariance = readonly [number, number, number];

/** Return the entries a, b, c of a box's Gaussian. */
function covariance(box: Box): Covariance {
  const wide = box.w ** 2 / 12;
  const tall = box.h ** 2 / 12;
  const c = Math.cos(box.angle);
  const s = Math.sin(box.angle);
  return [wide * c * c + tall * s * s, wide * s * s + tall * c * c, (wide - tall) * c * s];
}

/** Return the probabilistic IoU of two boxes (Llerena et al. 2021, arXiv:2106.06072). */
function probIou(one: Box, first: Covariance, other: Box, second: Covariance): number {
  const tiny = 1e-7;
  const [a1, b1, c1] = first;
  const [a2, b2, c2] = second;
  const dx = one.x - other.x;
  const dy = one.y - other.y;
  const [a, b, c] = [a1 + a2, b1 + b2, c1 + c2];
  const det = a * b - c * c + tiny;
  const apart = (a * dy * dy + b * dx * dx) / det / 4 + (c * -dx * dy) / det / 2;
  const spread = Math.sqrt(Math.max(a1 * b1 - c1 * c1, 0) * Math.max(a2 * b2 - c2 * c2, 0));
  const shape = Math.log(det / (4 * spread + tiny) + tiny) / 2;
  const distance = Math.min(Math.max(apart + shape, tiny), 100);
  return 1 - Math.sqrt(1 - Math.exp(-distance) + tiny);
}

/** Return that percentile of the boxes' short sides. */
function shortSidePercentile(boxes: readonly Box[], percent: number): number {
  return percentile(
    boxes.map((b) => Math.min(b.w, b.h)),
    percent,
  );
}

/** Return a percentile, interpolated between values as numpy does. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = ((sorted.length - 1) * percent) / 100;
  const low = sorted[Math.floor(at)]!;
  const high = sorted[Math.ceil(at)]!;
  return low + (high - low) * (at - Math.floor(at));
}

function corners(box: Box): Quad {
  return boxPoints(box.x, box.y, box.w, box.h, box.angle);
}

function detection(box: Box): Detection {
  return { quad: shortSideFirst(corners(box)), score: box.score, back: box.back };
}
