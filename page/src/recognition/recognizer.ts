/** Tile recognition: detector and classifier together (vision/recognition/recognizer.py). */

import { release } from "../buffers";
import { distinguishBacks } from "./backs";
import { type Classification, classify, type Name, type Namer, namesIfTile } from "./classifier";
import {
  areDark,
  clearerView,
  deepen,
  invertLightness,
  mayBeDark,
  mayBeMissed,
  showsDarkTiles,
} from "./dark_tiles";
import { type Detection, detect, detectAtOnce, percentile } from "./detector";
import { adjoins, tileProbabilities } from "./existence";
import { brighten } from "./exposure";
import { markFlatTiles } from "./flatness";
import { findDoubleBoxes, findFragments } from "./fragments";
import { area, distance, type Quad, roll, sharedArea } from "./geometry";
import { recutBoxes } from "./miscut_boxes";
import { findMissedTiles } from "./missed_tiles";
import type { Net } from "./net";
import type { Pixels } from "./pixels";
import { mergeLooks, stretchAround } from "./second_look";
import type { Pair, SeenTile } from "./seen_tile";
import { recognizer as settings } from "./settings";
import { findShortBoxes } from "./short_boxes";

const BACK = "back";
const WHITE = "5z";

export interface Nets {
  readonly finder: Net;
  readonly namer: Namer;
}

/** Recognise the tiles of an upright picture, highest score first; dark ones inverted, too.
 *
 * The picture is of no use afterwards: its memory is given back. */
export async function recognize(nets: Nets, picture: Pixels): Promise<SeenTile[]> {
  const pixels = brighten(picture);
  if (pixels !== picture) release(picture.data.buffer);
  const { view, seen } = await recognizeAny(nets, pixels);
  const recut = await recutBoxes(nets.namer, view, await lookAgain(nets, view, seen));
  const looked = markFlatTiles(pixels, recut);
  if (view !== pixels) release(view.data.buffer);
  release(pixels.data.buffer);
  return clearCutOffNames(looked, picture.width, picture.height);
}

/** Recognise the tiles of a picture, light or dark; return the view that shows them, too. */
async function recognizeAny(
  nets: Nets,
  pixels: Pixels,
): Promise<{ view: Pixels; seen: readonly SeenTile[] }> {
  const plain = await recognizeAsIs(nets, pixels);
  const isDark = areDark(pixels, plain) || mayBeDark(pixels, plain);
  if (!isDark && !(mayBeMissed(plain) && (await showsDarkTiles(nets.finder, pixels)))) {
    return { view: pixels, seen: plain };
  }
  const inverted = invertLightness(pixels);
  const dark = await recognizeAsIs(nets, inverted);
  const seen = clearerView(pixels, plain, dark);
  if (mayBeDark(pixels, seen)) {
    deepen(inverted);
    const darker = await recognizeAsIs(nets, inverted);
    const clearest = clearerView(pixels, seen, darker);
    if (clearest === darker) return { view: inverted, seen: clearest };
    release(inverted.data.buffer);
    return { view: seen === dark ? invertLightness(pixels) : pixels, seen };
  }
  if (seen === dark) return { view: inverted, seen };
  release(inverted.data.buffer);
  return { view: pixels, seen };
}

/** Look at doubtful boxes of a picture again, in the picture stretched. */
async function lookAgain(
  nets: Nets,
  pixels: Pixels,
  seen: readonly SeenTile[],
): Promise<readonly SeenTile[]> {
  const part = stretchAround(pixels, seen);
  if (part === null) return seen;
  const again = await recognizeAsIs(nets, part.pixels);
  release(part.pixels.data.buffer);
  return mergeLooks(
    seen,
    again.map((tile) => ({ ...tile, quad: part.toPicture(tile.quad) })),
  );
}

/** Return the outlines of what may be tiles in a small picture, by the finder alone. */
export async function findOutlines(finder: Net, pixels: Pixels): Promise<Quad[]> {
  const found = await detectAtOnce(finder, pixels);
  return found.map(({ quad }) => quad);
}

/** Recognise the tiles of a picture in its own lightness. */
async function recognizeAsIs(nets: Nets, pixels: Pixels): Promise<SeenTile[]> {
  const { found, weak } = partWeak(await detect(nets.finder, pixels, settings.weak));
  const names = await classify(
    nets.namer,
    pixels,
    found.map((d) => d.quad),
  );
  let pairs = found
    .map((box, k): Pair => ({ box, name: names[k]! }))
    .filter(({ name }) => name.names.length > 0 && 1 - name.nothing >= settings.possible);
  pairs = await splitDoubleBoxes(nets.namer, pixels, dropSmall(pairs));
  pairs = await joinFragments(nets.namer, pixels, pairs);
  pairs = await lengthenShortBoxes(nets.namer, pixels, pairs);
  let existence = existenceOf(pixels, pairs);
  const look = (quads: readonly Quad[], nothing: number) =>
    classify(nets.namer, pixels, quads, nothing);
  const missed = await findMissedTiles(pixels, pairs, existence, weak, look);
  if (missed.length > 0) {
    pairs = [...pairs, ...missed];
    existence = existenceOf(pixels, pairs);
  }
  const seen = pairs
    .map((pair, k) => ({ pair, chance: existence[k]! }))
    .filter(({ pair, chance }) => isTile(pair, chance))
    .map(({ pair, chance }, id) => seenTile(pair, chance, id));
  return distinguishBacks(pixels, seen);
}

function existenceOf(pixels: Pixels, pairs: readonly Pair[]): number[] {
  return tileProbabilities(
    pixels,
    pairs.map(({ box }) => box),
    pairs.map(({ name }) => name),
  );
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

/** Join boxes that are fragments of one tile, where the classifier agrees. */
async function joinFragments(namer: Namer, pixels: Pixels, pairs: Pair[]): Promise<Pair[]> {
  const cut = findFragments(pairs.map(({ box }) => box.quad));
  const names = await classify(
    namer,
    pixels,
    cut.map(({ quad }) => quad),
  );
  const joined: Pair[] = [];
  const gone = new Set<number>();
  cut.forEach(({ pieces, quad }, k) => {
    const name = names[k]!;
    const best = name.names[0];
    // two backs side by side look like one: nothing is printed on them
    if (best === undefined || best[0] === BACK) return;
    const least = Math.min(...pieces.map((i) => pairs[i]!.name.names[0]![1]));
    if (best[1] < Math.max(least - settings.worse, settings.whole)) return;
    const score = Math.max(...pieces.map((i) => pairs[i]!.box.score));
    const back = Math.min(...pieces.map((i) => pairs[i]!.box.back));
    joined.push({ box: { quad, score, back }, name });
    for (const i of pieces) gone.add(i);
  });
  return [...pairs.filter((_, i) => !gone.has(i)), ...joined];
}

/** Split boxes around two tiles, where the classifier agrees. */
async function splitDoubleBoxes(namer: Namer, pixels: Pixels, pairs: Pair[]): Promise<Pair[]> {
  const doubles = findDoubleBoxes(pairs.map(({ box }) => box.quad)).filter(
    ({ at }) => pairs[at]!.name.names[0]![1] < settings.one,
  );
  const names = await classify(
    namer,
    pixels,
    doubles.flatMap(({ halves }) => halves),
  );
  const split: Pair[] = [];
  const gone = new Set<number>();
  doubles.forEach(({ at, halves }, k) => {
    const { box, name } = pairs[at]!;
    const least = Math.max(name.names[0]![1], settings.half);
    const two = [names[2 * k]!, names[2 * k + 1]!];
    if (!two.every((half) => isClearFace(half, least))) return;
    split.push(...two.map((half, n): Pair => ({ box: { ...box, quad: halves[n]! }, name: half })));
    gone.add(at);
  });
  return [...pairs.filter((_, i) => !gone.has(i)), ...split];
}

/** Lengthen boxes that are short of their tile, where the classifier agrees. */
async function lengthenShortBoxes(namer: Namer, pixels: Pixels, pairs: Pair[]): Promise<Pair[]> {
  const short = findShortBoxes(pairs.map(({ box }) => box.quad)).filter(
    ({ at }) => pairs[at]!.name.names[0]![1] < settings.cut_off,
  );
  const names = await classify(
    namer,
    pixels,
    short.map(({ quad }) => quad),
  );
  const mended = [...pairs];
  short.forEach(({ at, quad }, k) => {
    const { box, name } = mended[at]!;
    const longer = names[k]!;
    const least = Math.max(name.names[0]![1], settings.longer);
    // a back or a blank tile has no print that a box could cut off
    if (!isClearFace(longer, least) || longer.names[0]![0] === WHITE) return;
    mended[at] = { box: { ...box, quad }, name: longer };
  });
  return mended;
}

/** Return whether one kind of face is likelier than `least`. */
function isClearFace({ names }: Classification, least: number): boolean {
  const best = names[0];
  return best !== undefined && best[0] !== BACK && best[1] > least;
}

/** Part boxes with a low score that are not beside one with a high score from the others. */
function partWeak(boxes: readonly Detection[]): { found: Detection[]; weak: Detection[] } {
  const clear = boxes.filter((box) => box.score >= settings.clear);
  const counts = (box: Detection) =>
    box.score >= settings.clear || clear.some((other) => adjoins(box.quad, other.quad));
  const found = boxes.filter(counts);
  return { found, weak: boxes.filter((box) => !found.includes(box)) };
}

/** Drop boxes much smaller than the others: a photo shows one set of tiles. */
function dropSmall(pairs: Pair[]): Pair[] {
  if (pairs.length < 3) return pairs;
  const areas = pairs.map(
    ({ box: { quad } }) => distance(quad[0], quad[1]) * distance(quad[1], quad[2]),
  );
  const least = percentile(areas, 50) * settings.smallest ** 2;
  return pairs.filter((_, k) => areas[k]! >= least);
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
