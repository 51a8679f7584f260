/** Tile recognition: detector and classifier together (vision/recognition/recognizer.py). */

import { release } from "../buffers";
import { distinguishBacks } from "./backs";
import { CROP, classify, type Name, type Namer, namesIfTile } from "./classifier";
import { type Detection, detect, detectAtOnce, percentile } from "./detector";
import { tileProbabilities } from "./existence";
import { markFlatTiles } from "./flatness";
import { area, distance, type Quad, roll, scale, sharedArea } from "./geometry";
import type { Net } from "./net";
import { type Pixels, resize } from "./pixels";
import { inReadingOrder } from "./reading_order";
import type { Pair, SeenTile } from "./seen_tile";
import { recognizer as settings } from "./settings";

const BACK = "back";
const WHITE = "5z";

export interface Nets {
  readonly finder: Net;
  readonly namer: Namer;
}

/** Recognise the tiles of an upright picture, in reading order.
 *
 * Large tiles are read in a smaller copy. The picture is of no use afterwards: its memory is
 * given back. */
export async function recognize(nets: Nets, picture: Pixels): Promise<SeenTile[]> {
  const { width, height } = picture;
  const boxes = await detect(nets.finder, picture);
  const factor = readingScale(boxes);
  const pixels = resize(picture, 1 / factor);
  if (pixels !== picture) release(picture.data.buffer);
  const small = boxes.map((box) => ({ ...box, quad: scale(box.quad, 1 / factor) }));
  const seen = await recognizeBoxes(nets.namer, pixels, small);
  const found = markFlatTiles(pixels, seen).map((tile) => ({
    ...tile,
    quad: scale(tile.quad, factor),
  }));
  release(pixels.data.buffer);
  return inReadingOrder(clearCutOffNames(found, width, height));
}

/** Recognise the tiles in boxes of a picture. */
async function recognizeBoxes(
  namer: Namer,
  pixels: Pixels,
  boxes: readonly Detection[],
): Promise<SeenTile[]> {
  const pairs = await classifyBoxes(namer, pixels, boxes);
  const chances = tileProbabilities(
    pixels,
    pairs.map(({ box }) => box),
    pairs.map(({ name }) => name),
  );
  const seen = pairs
    .map((pair, k) => ({ pair, chance: chances[k]! }))
    .filter(({ pair, chance }) => isTile(pair, chance))
    .map(({ pair, chance }, id) => seenTile(pair, chance, id));
  return distinguishBacks(pixels, seen);
}

/** What a quick look shows: outlines of faces and backs; the tiles where they may be a hand. */
export interface QuickLook {
  readonly faces: readonly Quad[];
  readonly backs: readonly Quad[];
  readonly tiles: readonly SeenTile[];
}

/** Longer side of the copy in which a quick look finds tiles. */
const QUICK_SIDE = 512;
/** Faces among which a hand may be: a wall has none, a table many more. */
const HAND_FACES = [10, 30] as const;

/** Look at a picture of the live camera: the finder runs once, on a small copy. */
export async function lookQuickly(nets: Nets, picture: Pixels): Promise<QuickLook> {
  const factor = Math.max(1, Math.max(picture.width, picture.height) / QUICK_SIDE);
  const small = resize(picture, 1 / factor);
  const found = await detectAtOnce(nets.finder, small);
  const boxes = found.map((box) => ({ ...box, quad: scale(box.quad, factor) }));
  if (small !== picture) release(small.data.buffer);
  const backs = boxes.filter(({ back }) => back >= 0.5).map(({ quad }) => quad);
  const faces = boxes.filter(({ back }) => back < 0.5).map(({ quad }) => quad);
  const isHand = faces.length >= HAND_FACES[0] && faces.length <= HAND_FACES[1];
  if (!isHand) return { faces, backs, tiles: [] };
  const seen = markFlatTiles(picture, await recognizeBoxes(nets.namer, picture, boxes));
  const tiles = clearCutOffNames(seen, picture.width, picture.height);
  return { faces, backs, tiles: inReadingOrder(tiles) };
}

/** Return the power of two by which a picture may shrink for four tiles of five. */
function readingScale(boxes: readonly Detection[]): number {
  if (boxes.length === 0) return 1;
  const sides = boxes.map(({ quad }) => distance(quad[0], quad[1]));
  const side = percentile(sides, 20) / CROP;
  return side > 1 ? 2 ** Math.trunc(Math.log2(side)) : 1;
}

/** Classify boxes; return those that may hold a tile. */
async function classifyBoxes(
  namer: Namer,
  pixels: Pixels,
  boxes: readonly Detection[],
): Promise<Pair[]> {
  const names = await classify(
    namer,
    pixels,
    boxes.map((box) => box.quad),
  );
  return boxes
    .map((box, k): Pair => ({ box, name: names[k]! }))
    .filter(({ name }) => name.names.length > 0 && 1 - name.nothing >= settings.possible);
}

/** Return whether a tile in the box is probable enough to be reported. */
function isTile({ box, name }: Pair, existence: number): boolean {
  if (existence < settings.least) return false;
  const share = (kind: string) => name.names.find((found) => found[0] === kind)?.[1] ?? 0;
  const blank = share(BACK) + share(WHITE);
  const kind = Math.max(blank, name.names[0]![1]) / (1 - name.nothing);
  const isCertain = Math.max(box.score, existence) >= settings.certain;
  return isCertain || existence * kind >= settings.named;
}

function seenTile({ box, name }: Pair, existence: number, id: number): SeenTile {
  const names = weighBack(namesIfTile(name), box.back, settings.finder_weight);
  const same = names[0]![0] === name.names[0]![0];
  const quad = same && names[0]![0] !== BACK ? roll(box.quad, name.quarters) : box.quad;
  return {
    id,
    quad,
    names,
    oriented: name.oriented && same,
    existence,
    flat: null,
  };
}

/** Combine the names with the detector's probability of a back (Bayes, its odds bounded). */
function weighBack(names: readonly Name[], back: number, weight: number): Name[] {
  const bounded = (value: number) => Math.min(Math.max(value, 1 - weight), weight);
  const odds = bounded(back) / bounded(1 - back);
  const total = names.reduce((sum, name) => sum + name[1], 0);
  const shares = names.map(([kind, share]): Name => [kind, kind === BACK ? share * odds : share]);
  const scale =
    total /
    Math.max(
      shares.reduce((sum, name) => sum + name[1], 0),
      1e-9,
    );
  return shares.map(([k, s]): Name => [k, s * scale]).sort((a, b) => b[1] - a[1]);
}

/** Remove the names of tiles that the edge cuts off; boxes extend beyond the edge. */
function clearCutOffNames(tiles: readonly SeenTile[], width: number, height: number): SeenTile[] {
  const frame: Quad = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ];
  return tiles.map((tile) =>
    visibleShare(tile.quad, frame) < settings.inside
      ? { ...tile, names: [], oriented: false }
      : tile,
  );
}

function visibleShare(quad: Quad, frame: Quad): number {
  const whole = area(quad);
  const [right, bottom] = frame[2];
  const within = quad.every(([x, y]) => x >= 0 && y >= 0 && x <= right && y <= bottom);
  return within || whole < 1 ? 1 : sharedArea(quad, frame) / whole;
}
