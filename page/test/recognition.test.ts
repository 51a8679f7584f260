import { describe, expect, test } from "vitest";
import { distinguishBacks } from "../src/recognition/backs";
import { type Classification, rectify } from "../src/recognition/classifier";
import { type Box, decodeBoxes, dropNested, suppress } from "../src/recognition/detector";
import { tileProbabilities } from "../src/recognition/existence";
import { markFlatTiles } from "../src/recognition/flatness";
import type { Quad } from "../src/recognition/geometry";
import { type Pixels, resize } from "../src/recognition/pixels";
import { inReadingOrder } from "../src/recognition/reading_order";
import type { SeenTile } from "../src/recognition/seen_tile";
import { detector as settings } from "../src/recognition/settings";
import { frequentColour, groundColour, lab, rimColour } from "../src/recognition/tile_colours";
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

  test("number tiles row by row, from left to right", () => {
    const { quads, order } = fixtures.order;
    const seen = quads.map(
      (quad, id): SeenTile => ({
        id,
        quad: quad as unknown as Quad,
        names: [[`${id}`, 1]],
        oriented: true,
        existence: 1,
        flat: null,
      }),
    );
    const read = inReadingOrder(seen);
    expect(read.map(({ names }) => Number(names[0]![0]))).toEqual(order);
    expect(read.map(({ id }) => id)).toEqual(order.map((_, id) => id));
  });

  test("tell flat tiles", () => {
    const { picture, tiles } = fixtures.flat;
    const seen = tiles.map(
      ({ quad, kind }, id): SeenTile => ({
        id,
        quad: quad as unknown as Quad,
        names: [[kind, 1]],
        oriented: true,
        existence: 1,
        flat: null,
      }),
    );
    const marked = markFlatTiles(pixels(picture), seen);
    expect(marked.map(({ flat }) => flat)).toEqual(tiles.map(({ flat }) => flat));
    expect(new Set(tiles.map(({ flat }) => flat))).toEqual(new Set([true, false, null]));
  });

  test("convert colours", () => {
    const { data } = pixels(colours.picture);
    const found = colours.lab.flatMap((_, k) => lab([...data.subarray(4 * k, 4 * k + 3)]));
    expect(difference(found, colours.lab.flat())).toBeLessThan(1e-4);
  });

  test("find ground colours", () => {
    const quads = row.boxes.map(({ quad }) => quad as unknown as Quad);
    const found = quads.flatMap((quad) => groundColour(pixels(row.picture), quad));
    expect(difference(found, row.grounds.flat())).toBeLessThan(0.5);
    const frequent = quads.flatMap((quad) => frequentColour(pixels(row.picture), quad));
    expect(difference(frequent, row.frequent.flat())).toBeLessThan(0.5);
  });

  test("weigh whether there is a tile by those around it", () => {
    const found = tileProbabilities(
      pixels(row.picture),
      row.boxes as unknown as Parameters<typeof tileProbabilities>[1],
      row.names as unknown as Classification[],
    );
    expect(difference(found, row.existence)).toBeLessThan(1e-3);
  });

  test("distinguish backs from blank white dragons", () => {
    const found = distinguishBacks(pixels(row.picture), row.seen as unknown as SeenTile[]);
    expect(found.map(({ names }) => names.map(([kind]) => kind))).toEqual(
      row.decided.map(({ names }) => names.map(([kind]) => kind)),
    );
    const shares = (tiles: readonly { names: readonly (readonly unknown[])[] }[]) =>
      tiles.flatMap(({ names }) => names.map(([, share]) => share as number));
    expect(difference(shares(found), shares(row.decided))).toBeLessThan(1e-3);
  });

  test("distinguish backs with an emblem from faces", () => {
    const { picture, seen, decided, rims } = fixtures.emblems;
    const quads = seen.map(({ quad }) => quad as unknown as Quad);
    const colours = quads.flatMap((quad) => rimColour(pixels(picture), quad));
    expect(difference(colours, rims.flat())).toBeLessThan(0.5);
    const found = distinguishBacks(pixels(picture), seen as unknown as SeenTile[]);
    const first = (tiles: readonly { names: readonly (readonly unknown[])[] }[]) =>
      tiles.map(({ names }) => names[0]![0]);
    expect(first(found)).toEqual(first(decided));
    expect(first(found)).toEqual(["3p", "7m", "1z", "5s", "back", "back", "back", "4z"]);
  });
});
