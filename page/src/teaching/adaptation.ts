/** Adaptation of the classifier to one physical set of tiles: a fit of its last layer
 * (vision/teaching/adaptation.py). */

import { type Adapter, ANSWERS, forward, type Output } from "../recognition/classifier";
import type { Net } from "../recognition/net";
import { classifier, teaching as settings } from "../recognition/settings";
import { type Patch, viewCount, viewsOf } from "./views";

const BACK = "back";
const TURNS = [0, 1, 2, 3] as const;
/** Of the search for the steepest curvature: more change no digit that counts. */
const SEARCH_STEPS = 60;

/** What the net answers for a view of a taught tile, and the places of the right answers. */
export interface Example extends Output {
  readonly right: readonly number[];
}

/** Fit the change of the net's last layer that explains pictures of tiles. */
export async function learn(
  net: Net,
  kinds: readonly string[],
  patches: readonly Patch[],
): Promise<Adapter> {
  const views = viewCount(kinds);
  const examples: Example[] = [];
  for (const [number, patch] of patches.entries()) {
    const crops = viewsOf(patch, number, views);
    for (const turn of TURNS) {
      const right = rightAnswers(kinds[number]!, turn);
      for (const { logits, features } of await forward(net, crops, turn)) {
        // copies: a net's outputs are views of what it answered for all
        examples.push({ logits: logits.slice(), features: features.slice(), right });
      }
    }
  }
  return fitAdapter(examples);
}

/** Return the places of the right answers for a face in so many quarter turns clockwise. */
export function rightAnswers(kind: string, turn: number): readonly number[] {
  const first = 4 * classifier.classes.indexOf(kind);
  // the direction of a back is not visible
  if (kind === BACK) return TURNS.map((other) => first + other);
  const alike = classifier.half_turn_alike.includes(kind) ? [turn, turn + 2] : [turn];
  return alike.map((other) => first + (other % 4));
}

/** Fit the change of the net's last layer that explains the examples. */
export function fitAdapter(examples: readonly Example[]): Adapter {
  const wide = examples[0]!.features.length;
  const middle = new Float64Array(wide);
  for (const { features } of examples) {
    for (let f = 0; f < wide; f++) middle[f]! += features[f]! / examples.length;
  }
  const centred = examples.map(({ features }) => features.map((value, f) => value - middle[f]!));
  const scale = Math.max(deviation(centred), 1e-6); // makes `strength` fit any net
  const scaled = centred.map((row) => row.map((value) => value / scale));
  const change = minimise(scaled, examples);
  return { change: change.map((value) => value / scale), middle: Float32Array.from(middle) };
}

/** Return the standard deviation of all values. */
function deviation(rows: readonly Float32Array[]): number {
  const count = rows.length * rows[0]!.length;
  const sum = (of: (value: number) => number) =>
    rows.reduce((all, row) => row.reduce((some, value) => some + of(value), all), 0);
  const mean = sum((value) => value) / count;
  return Math.sqrt(sum((value) => (value - mean) ** 2) / count);
}

/** Minimise by Nesterov's accelerated descent, its step from the steepest curvature. */
function minimise(features: readonly Float32Array[], examples: readonly Example[]): Float32Array {
  const size = features[0]!.length * ANSWERS;
  const step = 1 / (0.5 * steepest(features) + settings.strength);
  let change = new Float32Array(size);
  const ahead = new Float32Array(size);
  let pace = 1;
  for (let k = 0; k < settings.steps; k++) {
    const next = slope(features, examples, ahead);
    const faster = (1 + Math.sqrt(1 + 4 * pace * pace)) / 2;
    const further = (pace - 1) / faster;
    for (let at = 0; at < size; at++) {
      next[at] = ahead[at]! - step * (next[at]! + settings.strength * ahead[at]!);
      ahead[at] = next[at]! + further * (next[at]! - change[at]!);
    }
    change = next;
    pace = faster;
  }
  return change;
}

/** Return the slope of the mean cross-entropy at a change of the layer. */
function slope(
  features: readonly Float32Array[],
  examples: readonly Example[],
  change: Float32Array,
): Float32Array<ArrayBuffer> {
  const found = new Float32Array(change.length);
  const error = new Float32Array(ANSWERS);
  features.forEach((row, i) => {
    const { logits, right } = examples[i]!;
    error.set(logits);
    for (let f = 0; f < row.length; f++) addTimes(error, 0, row[f]!, change, f * ANSWERS);
    softmaxError(error, right);
    for (let f = 0; f < row.length; f++) {
      addTimes(found, f * ANSWERS, row[f]! / features.length, error, 0);
    }
  });
  return found;
}

/** Add a multiple of ANSWERS numbers to others. */
function addTimes(
  to: Float32Array,
  toStart: number,
  factor: number,
  from: Float32Array,
  fromStart: number,
): void {
  for (let k = 0; k < ANSWERS; k++) to[toStart + k]! += factor * from[fromStart + k]!;
}

/** Replace logits by the probabilities less those wanted: the right answers' own shares. */
function softmaxError(values: Float32Array, right: readonly number[]): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < ANSWERS; k++) highest = Math.max(highest, values[k]!);
  let total = 0;
  for (let k = 0; k < ANSWERS; k++) {
    values[k] = Math.exp(values[k]! - highest);
    total += values[k]!;
  }
  for (let k = 0; k < ANSWERS; k++) values[k]! /= total;
  const hit = right.reduce((sum, at) => sum + values[at]!, 0) + 1e-12;
  for (const at of right) values[at] = values[at]! - values[at]! / hit;
}

/** Return the largest eigenvalue of the features' covariance, by power iteration. */
function steepest(features: readonly Float32Array[]): number {
  let along: Float64Array = Float64Array.from(features[0]!, (_, f) => 1 + (f % 7) / 7);
  let size = 0;
  for (let k = 0; k < SEARCH_STEPS; k++) {
    const next = new Float64Array(along.length);
    for (const row of features) {
      const dot = row.reduce((sum, value, f) => sum + value * along[f]!, 0) / features.length;
      for (let f = 0; f < next.length; f++) next[f]! += dot * row[f]!;
    }
    size = Math.hypot(...next);
    along = next.map((value) => value / Math.max(size, 1e-12));
  }
  return size;
}
