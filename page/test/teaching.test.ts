import { describe, expect, test } from "vitest";
import { ANSWERS, shifted } from "../src/recognition/classifier";
import type { Quad } from "../src/recognition/geometry";
import type { Pixels } from "../src/recognition/pixels";
import { teaching as settings } from "../src/recognition/settings";
import { type Example, fitAdapter, rightAnswers } from "../src/teaching/adaptation";
import { changeView, cutPatch, PATCH, splitSheet, viewCount, viewsOf } from "../src/teaching/views";
import fixtures from "./teaching.json";

/** Return the bytes of a text in base64. */
function bytes(text: string): Uint8ClampedArray {
  return Uint8ClampedArray.from(atob(text), (c) => c.charCodeAt(0));
}

/** Return a picture of colours, three bytes a pixel. */
function picture(width: number, height: number, colours: Uint8ClampedArray): Pixels {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let k = 0; k < width * height; k++) data.set(colours.subarray(3 * k, 3 * k + 3), 4 * k);
  return { data, width, height };
}

/** Return the largest difference of two lists of numbers of the same length. */
function difference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  expect(one.length).toBe(other.length);
  let largest = 0;
  for (let k = 0; k < one.length; k++) {
    largest = Math.max(largest, Math.abs(one[k]! - other[k]!));
  }
  return largest;
}

/** Return the fixture's outputs of the net, in Python's order: patch, view, turn. */
function examples(): Example[] {
  const { kinds, logits, features } = fixtures.lesson;
  const rows = logits.length / ANSWERS;
  const wide = features.length / rows;
  return Array.from({ length: rows }, (_, row) => ({
    logits: Float32Array.from(logits.slice(row * ANSWERS, (row + 1) * ANSWERS)),
    features: Float32Array.from(features.slice(row * wide, (row + 1) * wide)),
    right: rightAnswers(kinds[Math.floor(row / 8)]!, row % 4),
  }));
}

describe("teaching as the Python code does", () => {
  const { patch, lesson } = fixtures;

  test("cut a tile out with its border", () => {
    const { width, height, rgb } = patch.picture;
    const found = cutPatch(picture(width, height, bytes(rgb)), patch.quad as unknown as Quad);
    expect(difference(found, bytes(patch.patch))).toBeLessThanOrEqual(1);
  });

  test("cut and light views of it differently", () => {
    const changes = settings.changes.slice(0, patch.views.length);
    expect(changes.some(({ blur }) => blur > 0)).toBe(true);
    changes.forEach((change, k) => {
      const found = changeView(bytes(patch.patch), change);
      expect(difference(found, bytes(patch.views[k]!))).toBeLessThanOrEqual(2);
    });
    const views = viewsOf(bytes(patch.patch), 1, 3);
    expect(difference(views[2]!, bytes(patch.views[3]!))).toBeLessThanOrEqual(2);
  });

  test("fit the adapter, and add what it changes", () => {
    const adapter = fitAdapter(examples());
    expect(difference(adapter.middle, lesson.middle)).toBeLessThan(1e-4);
    const largest = Math.max(...lesson.change.map(Math.abs));
    expect(difference(adapter.change, lesson.change)).toBeLessThan(largest / 1000);
    const shifts = examples()
      .slice(0, 4)
      .flatMap(({ features }) => Array.from(shifted(new Float32Array(ANSWERS), features, adapter)));
    expect(difference(shifts, lesson.shift)).toBeLessThan(1e-2);
  });

  test("more pictures of a kind have fewer views", () => {
    const counts = [1, 2, 4].map((copies) => viewCount(Array(copies).fill(["1m", "2m"]).flat()));
    expect(counts).toEqual([4, 2, 2]);
  });

  test("split a sheet into its patches", () => {
    const wide = settings.columns * PATCH;
    const colours = new Uint8ClampedArray(3 * wide * 2 * PATCH);
    for (let k = 0; k < wide * 2 * PATCH; k++) {
      const row = Math.floor(k / wide / PATCH);
      colours[3 * k] = 12 * row + Math.floor((k % wide) / PATCH);
    }
    const found = splitSheet(picture(wide, 2 * PATCH, colours), 14);
    expect(found.map((one) => one[0])).toEqual([...Array(14).keys()]);
    expect(found[13]!.length).toBe(3 * PATCH * PATCH);
  });
});
