import { describe, expect, test } from "vitest";
import { drawView } from "../src/recognition/bodies";
import { type Box, decodeBoxes, dropNested, suppress } from "../src/recognition/detector";
import type { Quad } from "../src/recognition/geometry";
import { type Pixels, resize } from "../src/recognition/pixels";
import { rectify } from "../src/recognition/rectify";
import { detector as settings } from "../src/recognition/settings";
import { lab, paperColour } from "../src/recognition/tile_colours";
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
  const { resize: resizing, rectify: rectifying, boxes, row, lab: colours } = fixtures;

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

  test("see bodies", () => {
    const { picture, quads, views } = fixtures.bodies;
    for (const [k, quad] of (quads as unknown as Quad[]).entries()) {
      const wanted = bytes(views[k]!);
      const view = new Float32Array(wanted.length);
      drawView(pixels(picture), quad, view);
      expect(difference([...view.map((v) => 255 * v)], [...wanted])).toBeLessThan(2);
    }
  });

  test("convert colours", () => {
    const { data } = pixels(colours.picture);
    const found = colours.lab.flatMap((_, k) => lab([...data.subarray(4 * k, 4 * k + 3)]));
    expect(difference(found, colours.lab.flat())).toBeLessThan(1e-4);
  });

  test("find the colours of tiles", () => {
    const picture = pixels(row.picture);
    const quads = row.quads as unknown as Quad[];
    const papers = quads.map((quad) => paperColour(rectify(picture, quad)));
    expect(difference(papers.flat(), row.papers.flat())).toBeLessThan(0.5);
  });
});
