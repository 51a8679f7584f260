/** Upright pictures and their resizing: the counterparts of cv2.resize that the nets were measured with. */

import { release } from "../buffers";

/** RGBA, four bytes a pixel, row by row; the fourth byte is ignored. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Resize a picture by a factor, averaging where it shrinks; it is halved first, which is quick. */
export function resize(pixels: Pixels, scale: number): Pixels {
  if (scale <= 0.5 && Math.min(pixels.width, pixels.height) > 1) {
    const half = halve(pixels);
    const small = resize(half, 2 * scale);
    if (small !== half) release(half.data.buffer);
    return small;
  }
  if (scale === 1) return pixels;
  const width = Math.max(1, roundHalfEven(pixels.width * scale));
  const height = Math.max(1, roundHalfEven(pixels.height * scale));
  return scale < 1
    ? average(pixels, width, height, pixels.width / width, pixels.height / height)
    : interpolate(pixels, width, height);
}

/** Average two by two pixels; of a side with an odd number of them the last one is left out. */
function halve({ data, width: wide, height: tall }: Pixels): Pixels {
  const [width, height] = [wide >> 1, tall >> 1];
  const half = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    let from = 8 * y * wide;
    const end = 4 * (y + 1) * width;
    for (let to = 4 * y * width; to < end; to += 4, from += 8) {
      const below = from + 4 * wide;
      for (let c = 0; c < 4; c++) {
        const sum = data[from + c]! + data[from + 4 + c]! + data[below + c]! + data[below + 4 + c]!;
        half[to + c] = (sum + 2) >> 2;
      }
    }
  }
  return { data: half, width, height };
}

/** Shrink a picture by one factor for both sides. */
export function shrink(pixels: Pixels, factor: number): Pixels {
  const width = roundHalfEven(pixels.width * factor);
  const height = roundHalfEven(pixels.height * factor);
  return average(pixels, width, height, 1 / factor, 1 / factor);
}

/** Copy a part of a picture; bounds outside the picture are cut. */
export function crop(
  pixels: Pixels,
  left: number,
  top: number,
  right: number,
  bottom: number,
): Pixels {
  const width = Math.max(0, Math.min(right, pixels.width) - left);
  const height = Math.max(0, Math.min(bottom, pixels.height) - top);
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) {
    const start = 4 * ((top + y) * pixels.width + left);
    data.set(pixels.data.subarray(start, start + 4 * width), 4 * y * width);
  }
  return { data, width, height };
}

/** Round to the nearest integer, halves to the even one, as Python and OpenCV do. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The source pixels of each target pixel along one side, with their shares. */
interface Weights {
  readonly target: Int32Array;
  readonly source: Int32Array;
  readonly share: Float32Array;
}

/** Return the area weights of one side (OpenCV's INTER_AREA). */
function areaWeights(from: number, to: number, scale: number): Weights {
  const target: number[] = [];
  const source: number[] = [];
  const share: number[] = [];
  const add = (t: number, s: number, a: number) => {
    target.push(t);
    source.push(s);
    share.push(a);
  };
  for (let t = 0; t < to; t++) {
    const low = t * scale;
    const high = low + scale;
    const cell = Math.min(scale, from - low);
    const last = Math.min(Math.floor(high), from - 1);
    const first = Math.min(Math.ceil(low), last);
    if (first - low > 1e-3) add(t, first - 1, (first - low) / cell);
    for (let s = first; s < last; s++) add(t, s, 1 / cell);
    if (high - last > 1e-3) add(t, last, Math.min(high - last, 1, cell) / cell);
  }
  return {
    target: Int32Array.from(target),
    source: Int32Array.from(source),
    share: Float32Array.from(share),
  };
}

/** Average the pixels under each target pixel, first along rows, then along columns. */
function average(
  pixels: Pixels,
  width: number,
  height: number,
  across: number,
  down: number,
): Pixels {
  const columns = areaWeights(pixels.width, width, across);
  const rows = areaWeights(pixels.height, height, down);
  const data = new Uint8ClampedArray(4 * width * height);
  const sum = new Float32Array(3 * width);
  const line = new Float32Array(3 * width);
  let lineOf = -1;
  for (let k = 0; k < rows.target.length; k++) {
    const y = rows.target[k]!;
    if (rows.source[k] !== lineOf) {
      lineOf = rows.source[k]!;
      averageLine(pixels, lineOf, columns, line);
    }
    const share = rows.share[k]!;
    for (let i = 0; i < sum.length; i++) sum[i]! += share * line[i]!;
    if (k + 1 < rows.target.length && rows.target[k + 1] === y) continue;
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      data[at] = sum[3 * x]!;
      data[at + 1] = sum[3 * x + 1]!;
      data[at + 2] = sum[3 * x + 2]!;
      data[at + 3] = 255;
    }
    sum.fill(0);
  }
  return { data, width, height };
}

/** Average one source line into `line`, three values a target pixel. */
function averageLine(pixels: Pixels, y: number, columns: Weights, line: Float32Array): void {
  const { data } = pixels;
  const { target, source, share } = columns;
  const start = y * pixels.width;
  line.fill(0);
  for (let k = 0; k < target.length; k++) {
    const to = 3 * target[k]!;
    const at = 4 * (start + source[k]!);
    const part = share[k]!;
    line[to]! += part * data[at]!;
    line[to + 1]! += part * data[at + 1]!;
    line[to + 2]! += part * data[at + 2]!;
  }
}

/** Enlarge a picture, its sides perhaps unequally, between its pixels' middles. */
export function interpolate(pixels: Pixels, width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  const colour = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    const v = ((y + 0.5) * pixels.height) / height - 0.5;
    for (let x = 0; x < width; x++) {
      sample(pixels, ((x + 0.5) * pixels.width) / width - 0.5, v, colour);
      data.set(colour, 4 * (y * width + x));
      data[4 * (y * width + x) + 3] = 255;
    }
  }
  return { data, width, height };
}

/** Sample the colour at a point between pixels; outside, the edge's pixels continue. */
export function sample(pixels: Pixels, x: number, y: number, colour: Float64Array): void {
  const { data, width, height } = pixels;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const x0 = Math.min(Math.max(left, 0), width - 1);
  const x1 = Math.min(Math.max(left + 1, 0), width - 1);
  const y0 = Math.min(Math.max(top, 0), height - 1) * width;
  const y1 = Math.min(Math.max(top + 1, 0), height - 1) * width;
  for (let c = 0; c < 3; c++) {
    const upper = data[4 * (y0 + x0) + c]! * (1 - fx) + data[4 * (y0 + x1) + c]! * fx;
    const lower = data[4 * (y1 + x0) + c]! * (1 - fx) + data[4 * (y1 + x1) + c]! * fx;
    colour[c] = upper * (1 - fy) + lower * fy;
  }
}
