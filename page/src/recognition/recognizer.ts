/** Tile recognition: the nets find boxes and name them, the pixels are measured
 * (vision/recognition/recognizer.py). */

import { release } from "../buffers";
import { lookAtBodies } from "./bodies";
import { classify, type Namer } from "./classifier";
import { type Detection, detect, detectAtOnce, percentile } from "./detector";
import type { FoundBox } from "./found_box";
import { distance, type Quad, roll, scale } from "./geometry";
import type { Net } from "./net";
import { type Pixels, resize } from "./pixels";
import { CROP } from "./rectify";
import { recognizer as settings } from "./settings";

const BACK = "back";

export interface Nets {
  readonly finder: Net;
  readonly namer: Namer;
  readonly bodies: Net;
}

/** Find the boxes of an upright picture that may hold a tile, and measure them.
 *
 * Large tiles are read in a smaller copy. The picture is of no use afterwards: its memory is
 * given back. */
export async function findBoxes(nets: Nets, picture: Pixels): Promise<FoundBox[]> {
  const boxes = await detect(nets.finder, picture);
  const factor = readingScale(boxes);
  const pixels = resize(picture, 1 / factor);
  if (pixels !== picture) release(picture.data.buffer);
  const found = await measureBoxes(nets, pixels, boxes, factor);
  release(pixels.data.buffer);
  return found;
}

/** Name the boxes of a picture that is `factor` times smaller than theirs, and measure them. */
async function measureBoxes(
  { namer, bodies }: Nets,
  pixels: Pixels,
  boxes: readonly Detection[],
  factor: number,
): Promise<FoundBox[]> {
  const quads = boxes.map(({ quad }) => scale(quad, 1 / factor));
  const named = await classify(namer, pixels, quads);
  const possible = [...named.keys()].filter((k) => {
    return named[k]!.names.length > 0 && 1 - named[k]!.nothing >= settings.possible;
  });
  const looks = possible.map((k) => quads[k]!);
  const seen = await lookAtBodies(bodies, pixels, looks);
  return possible.map((k, n) => {
    const { quad, score } = boxes[k]!;
    const { names, nothing, oriented, paper, quarters } = named[k]!;
    const face = names[0]![0] === BACK ? quad : roll(quad, quarters);
    return { quad: face, chances: [score, nothing], names, oriented, paper, body: seen[n]! };
  });
}

/** What a quick look shows: outlines of faces and backs; all of boxes where they may be a hand. */
export interface QuickLook {
  readonly faces: readonly Quad[];
  readonly backs: readonly Quad[];
  readonly found: readonly FoundBox[];
}

/** Longer side of the copy in which a quick look finds tiles. */
const QUICK_SIDE = 512;
/** Faces among which a hand may be: a wall has none, a table many more. */
const HAND_FACES = [10, 30] as const;

/** Look at a picture of the live camera: the finder runs once, on a small copy, and the namer once.
 *
 * Of 192 made hands, each in two looks, 84 had the right total and 4 a wrong one; with the votes of a
 * photo 86 and 4, and a look took a third more time. */
export async function lookQuickly({ namer, ...others }: Nets, picture: Pixels): Promise<QuickLook> {
  const factor = Math.max(1, Math.max(picture.width, picture.height) / QUICK_SIDE);
  const small = resize(picture, 1 / factor);
  const seen = await detectAtOnce(others.finder, small);
  const boxes = seen.map((box) => ({ ...box, quad: scale(box.quad, factor) }));
  if (small !== picture) release(small.data.buffer);
  const backs = boxes.filter(({ back }) => back >= 0.5).map(({ quad }) => quad);
  const faces = boxes.filter(({ back }) => back < 0.5).map(({ quad }) => quad);
  const isHand = faces.length >= HAND_FACES[0] && faces.length <= HAND_FACES[1];
  const found = isHand
    ? await measureBoxes({ ...others, namer: { ...namer, votes: 1 } }, picture, boxes, 1)
    : [];
  return { faces, backs, found };
}

/** Return the power of two by which a picture may shrink for four tiles of five. */
function readingScale(boxes: readonly Detection[]): number {
  if (boxes.length === 0) return 1;
  const sides = boxes.map(({ quad }) => distance(quad[0], quad[1]));
  const side = percentile(sides, 20) / CROP;
  return side > 1 ? 2 ** Math.trunc(Math.log2(side)) : 1;
}
