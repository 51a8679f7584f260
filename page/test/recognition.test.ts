import { describe, expect, test } from "vitest";
import { type Name, rectify } from "../src/recognition/classifier";
import { type Box, decodeBoxes, dropNested, suppress } from "../src/recognition/detector";
import { tileProbabilities } from "../src/recognition/existence";
import { findFragments } from "../src/recognition/fragments";
import type { Quad } from "../src/recognition/geometry";
import { type Pixels, resize } from "../src/recognition/pixels";
import { detector as settings } from "../src/recognition/settings";
import fixtures from "./recognition.json";

interface Picture {
  width: number;
  height: number;
  rgb: string;
}

/** Return the bytes of a text in base64. */
function bytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/** Return a fixture's picture as the reader takes it. */
function pixels({ width, height, rgb }: Picture): Pixels {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  const colours = bytes(rgb);
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

const numbers = (box: Box) => [box.x, box.y, box.w, box.h, box.angle, box.score, box.back];

describe("the steps of the Python reader", () => {
  const { resize: resizing, rectify: rectifying, boxes, fragments, existence } = fixtures;

  test.each(resizing.scales.map((scale, k) => [scale, k]))("resize by %d", (scale, k) => {
    const expected = resizing.resized[k!]!;
    const found = resize(pixels(resizing.picture), scale!);
    expect([found.width, found.height]).toEqual([expected.width, expected.height]);
    expect(difference(found.data, pixels(expected).data)).toBeLessThanOrEqual(1);
  });

  test.each(
    rectifying.quads.map((quad, k) => [quad as unknown as Quad, k] as const),
  )("rectify %j", (quad, k) => {
    const found = rectify(pixels(rectifying.picture), quad);
    expect(difference(found, bytes(rectifying.crops[k]!))).toBeLessThanOrEqual(1);
  });

  test("decode, suppress and drop boxes", () => {
    const maps = [boxes.sides, boxes.scores, boxes.angle].map((m) => Float32Array.from(m));
    const found = decodeBoxes(maps[0]!, maps[1]!, maps[2]!, boxes.tall, boxes.wide, settings.score);
    expect(difference(found.flatMap(numbers), boxes.boxes.flat())).toBeLessThan(1e-3);
    const kept = dropNested(suppress(found, settings.overlap, settings.most), settings.inside);
    expect(difference(kept.flatMap(numbers), boxes.kept.flat())).toBeLessThan(1e-3);
    expect(kept.length).toBeLessThan(found.length);
  });

  test("join fragments of one tile", () => {
    const found = findFragments(fragments.quads as unknown as Quad[]);
    expect(found.map((f) => f.pieces)).toEqual([[5, 6]]);
    expect(found.map((f) => f.pieces)).toEqual(fragments.found.map((f) => f.pieces));
    expect(difference(found[0]!.quad.flat(), fragments.found[0]!.quad.flat())).toBeLessThan(1e-3);
  });

  test("decide whether there are tiles in boxes", () => {
    const quads = existence.quads as unknown as Quad[];
    const found = tileProbabilities(
      pixels(existence.picture),
      quads.map((quad, k) => ({ quad, score: existence.scores[k]!, back: 0.5 })),
      existence.names.map((names, k) => ({
        names: names as unknown as Name[],
        nothing: existence.nothing[k]!,
        quarters: 0,
        oriented: false,
      })),
    );
    expect(difference(found, existence.chances)).toBeLessThan(1e-4);
  });
});
