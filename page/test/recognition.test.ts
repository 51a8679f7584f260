import { describe, expect, test } from "vitest";
import { distinguishBacks } from "../src/recognition/backs";
import { type Classification, rectify } from "../src/recognition/classifier";
import {
  areDark,
  deepen,
  invertLightness,
  mayBeDark,
  mayBeMissed,
} from "../src/recognition/dark_tiles";
import {
  type Box,
  type Detection,
  decodeBoxes,
  dropNested,
  suppress,
} from "../src/recognition/detector";
import { tileProbabilities } from "../src/recognition/existence";
import { brighten } from "../src/recognition/exposure";
import { markFlatTiles } from "../src/recognition/flatness";
import { findDoubleBoxes, findFragments } from "../src/recognition/fragments";
import { mean, type Quad } from "../src/recognition/geometry";
import { recut } from "../src/recognition/miscut_boxes";
import { findMissedTiles } from "../src/recognition/missed_tiles";
import { withoutPerspective } from "../src/recognition/perspective";
import { type Pixels, resize } from "../src/recognition/pixels";
import { mergeLooks, stretchAround } from "../src/recognition/second_look";
import type { SeenTile } from "../src/recognition/seen_tile";
import { detector as settings } from "../src/recognition/settings";
import { findShortBoxes } from "../src/recognition/short_boxes";
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
  const { doubles, fragments } = fixtures;

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

  test("find short boxes", () => {
    const { quads, found } = fixtures.short;
    const short = findShortBoxes(quads as unknown as Quad[]);
    expect(short.map(({ at }) => at)).toEqual(found.map(({ at }) => at));
    expect(new Set(found.map(({ at }) => at))).toEqual(new Set([1, 4]));
    short.forEach(({ quad }, k) => {
      expect(difference(quad.flat(), found[k]!.quad.flat())).toBeLessThan(1e-3);
    });
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

  test("look at doubtful boxes again", () => {
    const { picture, first, stretched, corner, again, merged } = fixtures.second_look;
    const tile = ({ quad, names, oriented }: (typeof first)[number], id: number): SeenTile => ({
      id,
      quad: quad as unknown as Quad,
      names: names as unknown as SeenTile["names"],
      oriented,
      existence: 1,
      flat: null,
    });
    const part = stretchAround(pixels(picture), first.map(tile))!;
    const expected = pixels(stretched);
    expect([part.pixels.width, part.pixels.height]).toEqual([expected.width, expected.height]);
    expect(difference([...part.pixels.data], [...expected.data])).toBeLessThanOrEqual(1);
    const back = part.toPicture([
      [0, 0],
      [30, 0],
      [30, 90],
      [0, 90],
    ]);
    expect(difference(back.flat(), corner.flat())).toBeLessThan(1e-9);
    const found = mergeLooks(first.map(tile), again.map(tile));
    expect(found.map(({ id }) => id)).toEqual(merged.map((_, id) => id));
    expect(found.map(({ oriented }) => oriented)).toEqual(merged.map((one) => one.oriented));
    expect(found.map(({ quad }) => quad)).toEqual(merged.map(({ quad }) => quad));
    const kinds = merged.map(({ names }) => names[0]![0]);
    expect(kinds).toEqual(["1p", "3m", "7p", "1p", "1p", "1p", "5s", "6s", "9m"]);
    found.forEach(({ names }, k) => {
      expect(names.map(([kind]) => kind)).toEqual(merged[k]!.names.map(([kind]) => kind));
      const shares = merged[k]!.names.map(([, share]) => share as number);
      expect(
        difference(
          names.map(([, share]) => share),
          shares,
        ),
      ).toBeLessThan(1e-5);
    });
    expect(stretchAround(pixels(picture), first.slice(3, 6).map(tile))).toBeNull();
  });

  test("brighten underexposed pictures", () => {
    for (const { picture, brightened } of fixtures.exposure) {
      expect(brighten(pixels(picture)).data).toEqual(pixels(brightened).data);
    }
  });

  test("find tiles that the detector missed", async () => {
    const { boxes, existence, found, middles, missed, picture, weak } = fixtures.missed;
    const face: Classification = {
      names: [["3p", 0.97]],
      nothing: 0.02,
      quarters: 0,
      oriented: false,
    };
    const pairs = boxes.map((box) => ({ box: box as unknown as Detection, name: face }));
    const look = async (quads: readonly Quad[]) =>
      quads.map((quad): Classification => {
        const [x, y] = mean(quad);
        const away = Math.min(
          ...missed.map(([left, top]) => Math.abs(x - left!) + Math.abs(y - top!)),
        );
        const blank = Math.min(...middles.map((middle) => Math.abs(x - middle)));
        const nothing = Math.min(0.9, Math.min(away, blank) / 400);
        const kind = away < blank ? "3p" : "5z";
        return { names: [[kind, 1 - nothing]], nothing, quarters: 0, oriented: false };
      });
    const boxesApart = weak as unknown as Detection[];
    const blanks = await findMissedTiles(pixels(picture), pairs, existence, boxesApart, look);
    expect(blanks).toHaveLength(6);
    blanks.forEach(({ box, name }, k) => {
      expect(difference(box.quad.flat(), found[k]!.quad.flat())).toBeLessThan(1e-3);
      expect(name.names[0]![0]).toBe(found[k]!.kind);
      expect(name.nothing).toBeCloseTo(found[k]!.nothing, 6);
    });
  });

  test("find a turned tile beside blank ones", async () => {
    const { boxes, existence, found, kinds, middle, picture } = fixtures.turned;
    const named = (kind: string, nothing: number): Classification => ({
      names: [[kind, 0.97]],
      nothing,
      quarters: 0,
      oriented: false,
    });
    const pairs = boxes.map((quad, k) => ({
      box: { quad, score: 0.93, back: 0.1 } as unknown as Detection,
      name: named(kinds[k]!, 0.02),
    }));
    const look = async (quads: readonly Quad[]) =>
      quads.map((quad): Classification => {
        const [x, y] = mean(quad);
        const extent = (axis: 0 | 1) => {
          const values = quad.map((corner) => corner[axis]);
          return Math.max(...values) - Math.min(...values);
        };
        const off = (Math.abs(x - middle[0]!) + Math.abs(y - middle[1]!)) / 400;
        return named("5z", Math.min(0.9, off + (extent(0) < extent(1) ? 0.5 : 0)));
      });
    const turned = await findMissedTiles(pixels(picture), pairs, existence, [], look);
    expect(turned).toHaveLength(1);
    expect(found).toHaveLength(1);
    expect(difference(turned[0]!.box.quad.flat(), found[0]!.quad.flat())).toBeLessThan(1e-3);
    expect(turned[0]!.name.nothing).toBeCloseTo(found[0]!.nothing, 6);
  });

  test("join fragments of one tile", () => {
    const found = findFragments(fragments.quads as unknown as Quad[]);
    expect(found.map((f) => f.pieces)).toEqual([[5, 6]]);
    expect(found.map((f) => f.pieces)).toEqual(fragments.found.map((f) => f.pieces));
    expect(difference(found[0]!.quad.flat(), fragments.found[0]!.quad.flat())).toBeLessThan(1e-3);
  });

  test("split a box around two tiles", () => {
    const found = findDoubleBoxes(doubles.quads as unknown as Quad[]);
    expect(found.map(({ at }) => at)).toEqual([5]);
    expect(doubles.found.map(({ at }) => at)).toEqual([5]);
    const halves = doubles.found[0]!.halves as unknown as Quad[];
    expect(difference(found[0]!.halves.flat(2), halves.flat(2))).toBeLessThan(1e-3);
  });

  test("cut boxes over two tiles, and over parts of one, anew", async () => {
    const { tiles, flat, looks, cut } = fixtures.miscut;
    const quads = tiles.map(({ quad }) => quad as unknown as Quad);
    expect(difference(withoutPerspective(quads).flat(2), flat.flat(2))).toBeLessThan(1e-6);
    const asked: (readonly Quad[])[] = [];
    const look = async (wanted: readonly Quad[]) => {
      asked.push(wanted);
      return wanted.map((quad) => {
        const same = looks.find(
          (one) => difference(quad.flat(), (one.quad as unknown as Quad).flat()) < 1e-3,
        );
        return same!.name as unknown as Classification;
      });
    };
    const found = await recut(tiles as unknown as SeenTile[], look);
    expect(asked.flat()).toHaveLength(looks.length);
    expect(found.map(({ names }) => names[0]![0])).toEqual(cut.map(({ names }) => names[0]![0]));
    expect(found.map(({ names }) => names[0]![0]).join(" ")).toBe(
      "1m 2m 3m 7z 7z 5s 5s 9s 9s 4p 4p",
    );
    const corners = (some: readonly { quad: unknown }[]) =>
      some.flatMap(({ quad }) => (quad as Quad).flat());
    expect(difference(corners(found), corners(cut))).toBeLessThan(1e-3);
    const few = tiles.slice(0, 6) as unknown as SeenTile[];
    expect(await recut(few, look)).toBe(few);
  });

  test("convert colours, and invert their lightness", () => {
    const { data } = pixels(colours.picture);
    const found = colours.lab.flatMap((_, k) => lab([...data.subarray(4 * k, 4 * k + 3)]));
    expect(difference(found, colours.lab.flat())).toBeLessThan(1e-4);
    const inverted = invertLightness(pixels(colours.picture));
    // OpenCV interpolates a table
    expect(inverted.data).toEqual(pixels(colours.inverted).data);
    const picture = pixels(colours.picture);
    deepen(picture);
    expect(picture.data).toEqual(pixels(colours.deepened).data);
  });

  test("find ground colours, and whether tiles are dark", () => {
    const quads = row.boxes.map(({ quad }) => quad as unknown as Quad);
    const found = quads.flatMap((quad) => groundColour(pixels(row.picture), quad));
    expect(difference(found, row.grounds.flat())).toBeLessThan(0.5);
    const frequent = quads.flatMap((quad) => frequentColour(pixels(row.picture), quad));
    expect(difference(frequent, row.frequent.flat())).toBeLessThan(0.5);
    const seen = row.seen as unknown as SeenTile[];
    const views = [row.picture, row.darkened].map((view) => areDark(pixels(view), seen));
    expect(views).toEqual(row.dark);
    expect(views).toEqual([false, true]);
    const dim = [row.picture, row.greyed, row.darkened].map((view) =>
      mayBeDark(pixels(view), seen),
    );
    expect(dim).toEqual(row.dim);
    expect(dim).toEqual([false, true, true]);
    const whole = Array.from({ length: 14 }, () => seen[0]!);
    expect(mayBeDark(pixels(row.darkened), whole)).toBe(false);
    expect(
      [[], seen.concat(seen), seen.concat(seen, seen)].map((some) => mayBeMissed(some)),
    ).toEqual(row.missed);
    expect(row.missed).toEqual([true, true, false]);
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
