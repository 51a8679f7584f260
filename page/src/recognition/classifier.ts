/** Tile classification: rectified crops to kinds with probabilities (vision/recognition/classifier.py). */

import { release } from "../buffers";
import type { Quad } from "./geometry";
import type { Net } from "./net";
import type { Pixels } from "./pixels";
import { CROP, type Crop, rectify } from "./rectify";
import { classifier as settings } from "./settings";
import { type Lab, paperColour } from "./tile_colours";

const { classes: CLASSES } = settings;
const BACK = "back";
const HALF_TURN_ALIKE: ReadonlySet<string> = new Set(settings.half_turn_alike);
/** Kinds in four directions, and "no tile". */
export const ANSWERS = 4 * CLASSES.length + 1;
const LEAST_SHARE = 0.0005;

/** A kind with its probability. */
export type Name = readonly [string, number];

/** The classification of one crop. */
export interface Classification {
  /** Kinds, most likely first, at most five; they leave room for "no tile". */
  readonly names: readonly Name[];
  /** Probability of no tile in the crop. */
  readonly nothing: number;
  /** Quarter turns clockwise of the face; only even or odd for faces that look the same upside down. */
  readonly quarters: number;
  /** Whether the face has a direction, and the net is sure of it. */
  readonly oriented: boolean;
  /** The most frequent colour of the crop. */
  readonly paper: Lab;
}

/** The change of the net's answers for a taught set (`vision.teaching.adaptation` fits it). */
export interface Adapter {
  /** Added to the logits per unit of each feature, ANSWERS numbers a feature. */
  readonly change: Float32Array;
  /** Features that change nothing. */
  readonly middle: Float32Array;
}

/** The classifier's net, with the adapter of a taught set. */
export interface Namer {
  readonly net: Net;
  readonly adapter: Adapter | null;
  /** Quarter turns of each crop that are classified and averaged. */
  readonly votes: number;
}

/** Classify the tiles at `quads` of an upright picture. */
export async function classify(
  namer: Namer,
  pixels: Pixels,
  quads: readonly Quad[],
): Promise<Classification[]> {
  const crops = quads.map((quad) => rectify(pixels, quad));
  const chances = await probabilities(namer, crops);
  return chances.map((c, i) => ({ ...classification(c), paper: paperColour(crops[i]!) }));
}

/** Return the probabilities of each crop, computed a batch at a time. */
async function probabilities(namer: Namer, crops: readonly Crop[]): Promise<Float64Array[]> {
  const found: Float64Array[] = [];
  for (let start = 0; start < crops.length; start += settings.batch) {
    found.push(...(await batchProbabilities(namer, crops.slice(start, start + settings.batch))));
  }
  return found;
}

/** Return the mean probabilities of crops over quarter turns. */
async function batchProbabilities(
  { net, adapter, votes }: Namer,
  crops: readonly Crop[],
): Promise<Float64Array[]> {
  const total = crops.map(() => new Float64Array(ANSWERS));
  for (let quarters = 0; quarters < votes; quarters++) {
    const outputs = await forward(net, crops, quarters);
    crops.forEach((_, i) => {
      const { logits, features } = outputs[i]!;
      const chances = softmax(adapter === null ? logits : shifted(logits, features, adapter));
      const sum = total[i]!;
      for (let k = 0; k < ANSWERS - 1; k++) {
        // the crop was turned clockwise, so was every direction
        const turned = (k & ~3) + ((k + 4 - (quarters % 4)) & 3);
        sum[turned]! += chances[k]! / votes;
      }
      sum[ANSWERS - 1]! += chances[ANSWERS - 1]! / votes;
    });
  }
  return total;
}

/** What the net answers for one crop. */
export interface Output {
  readonly logits: Float32Array;
  readonly features: Float32Array;
}

/** Return the net's outputs for crops that are turned clockwise first. */
export async function forward(
  net: Net,
  crops: readonly Crop[],
  quarters: number,
): Promise<Output[]> {
  const data = cropTensor(crops, quarters);
  const [answers, features] = await net.run({ data, dims: [crops.length, 3, CROP, CROP] });
  release(data.buffer);
  const wide = features!.data.length / crops.length;
  return crops.map((_, i) => ({
    logits: answers!.data.subarray(i * ANSWERS, (i + 1) * ANSWERS),
    features: features!.data.subarray(i * wide, (i + 1) * wide),
  }));
}

/** Return logits with what a taught set adds to them. */
export function shifted(
  logits: ArrayLike<number>,
  features: ArrayLike<number>,
  { change, middle }: Adapter,
): Float32Array {
  const found = Float32Array.from(logits);
  for (let f = 0; f < middle.length; f++) {
    const by = features[f]! - middle[f]!;
    const row = f * ANSWERS;
    for (let k = 0; k < ANSWERS; k++) found[k]! += by * change[row + k]!;
  }
  return found;
}

/** Return crops as a tensor (n, 3, CROP, CROP) from 0 to 1, turned clockwise. */
function cropTensor(crops: readonly Crop[], quarters: number): Float32Array {
  const plane = CROP * CROP;
  const values = new Float32Array(3 * plane * crops.length);
  crops.forEach((pixels, i) => {
    for (let y = 0; y < CROP; y++) {
      for (let x = 0; x < CROP; x++) {
        const from = 3 * turnedIndex(x, y, quarters);
        const to = 3 * i * plane + y * CROP + x;
        values[to] = pixels[from]! / 255;
        values[to + plane] = pixels[from + 1]! / 255;
        values[to + 2 * plane] = pixels[from + 2]! / 255;
      }
    }
  });
  return values;
}

/** Return the index of the pixel that comes to (x, y) by clockwise quarter turns. */
function turnedIndex(x: number, y: number, quarters: number): number {
  let [column, row] = [x, y];
  for (let k = 0; k < quarters; k++) [column, row] = [row, CROP - 1 - column];
  return row * CROP + column;
}

function softmax(logits: Float32Array): Float64Array {
  const highest = logits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const powers = Float64Array.from(logits, (v) => Math.exp(v - highest));
  const total = powers.reduce((a, b) => a + b, 0);
  return powers.map((v) => v / total);
}

function classification(chances: Float64Array): Omit<Classification, "paper"> {
  const kinds = kindProbabilities(chances);
  const order = kinds.map((_, k) => k).sort((a, b) => kinds[b]! - kinds[a]!);
  const best = order[0]!;
  const share = [0, 1, 2, 3].map((d) => chances[4 * best + d]! / Math.max(kinds[best]!, 1e-9));
  const kind = CLASSES[best]!;
  const names = order
    .slice(0, 5)
    .filter((k) => kinds[k]! >= LEAST_SHARE)
    .map((k): Name => [CLASSES[k]!, kinds[k]!]);
  const nothing = chances[ANSWERS - 1]!;
  if (HALF_TURN_ALIKE.has(kind)) {
    const quarters = share[1]! + share[3]! > share[0]! + share[2]! ? 1 : 0;
    return { names, nothing, quarters, oriented: false };
  }
  const quarters = share.indexOf(Math.max(...share));
  const oriented = kind !== BACK && share[quarters]! >= settings.sure_direction;
  return { names, nothing, quarters, oriented };
}

/** Return the probability of each kind over all directions. */
function kindProbabilities(chances: Float64Array): number[] {
  return CLASSES.map(
    (_, k) => chances[4 * k]! + chances[4 * k + 1]! + chances[4 * k + 2]! + chances[4 * k + 3]!,
  );
}
