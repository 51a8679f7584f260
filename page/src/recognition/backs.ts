/** Backs, blank white dragons and doubtful faces (vision/recognition/backs.py, without a taught
 * set's colour). */

import type { Pixels } from "./pixels";
import { confidence, kindOf, type SeenTile } from "./seen_tile";
import { backs as settings } from "./settings";
import { frequentColour, GroundColours, rimColour } from "./tile_colours";

const WHITE = "5z";
const BACK = "back";
/** Least share of a kind in the nets' odds. */
const LEAST_SHARE = 0.0005;
const MOST_NAMES = 5;
const SURE = 0.9;

/** Distinguish backs from blank white dragons and doubtful faces; their names keep a probability. */
export function distinguishBacks(pixels: Pixels, tiles: readonly SeenTile[]): SeenTile[] {
  return decideBlanks(pixels, withPrintedBacks(pixels, tiles));
}

/** Name those faces backs that are doubtful or too many, and have another colour; and five
 * doubtful ones of a name in any colour. */
function withPrintedBacks(pixels: Pixels, seen: readonly SeenTile[]): SeenTile[] {
  const faces = seen.flatMap((tile, k) => (isFace(tile) ? [k] : []));
  const doubtful = faces.filter((k) => seen[k]!.names[0]![1] < settings.face_probability);
  const isRepeated = (some: readonly number[], k: number) =>
    some.filter((other) => kindOf(seen[other]!) === kindOf(seen[k]!)).length >= settings.repeats;
  const suspect = faces.filter((k) => doubtful.includes(k) || isRepeated(faces, k));
  if (suspect.length === 0) return [...seen];
  const repeated = doubtful.filter((k) => isRepeated(doubtful, k));
  const backs = new Set([...repeated, ...foreignBacks(pixels, seen, suspect)]);
  return seen.map((tile, k) => (backs.has(k) ? asBack(tile) : tile));
}

/** Return those suspect faces that have another colour than the others, and share it; and those
 * of their name and colour that are not suspect. */
function foreignBacks(
  pixels: Pixels,
  seen: readonly SeenTile[],
  suspect: readonly number[],
): number[] {
  const printed = seen.flatMap((tile, k) => (isPrintedFace(tile) ? [k] : []));
  const faces = printed.filter((k) => !suspect.includes(k));
  if (faces.length <= settings.least_neighbours) return [];
  const quads = seen.map((tile) => tile.quad);
  const whole = new GroundColours(pixels, quads, frequentColour);
  const rim = new GroundColours(pixels, quads, rimColour);
  const isForeign = (tile: number) => {
    const isCharacter = "mz".includes(kindOf(seen[tile]!)[1]!);
    if (isCharacter && whole.chroma(tile) <= settings.grey_distance) return false; // black ink
    const others = faces.filter((face) => face !== tile);
    return [whole, rim].every(
      (colours) =>
        colours.distanceFromLike(tile, others, settings.neighbours, settings.least_neighbours) >
        settings.foreign_distance,
    );
  };
  const isLikeOne = (tile: number, some: readonly number[]) => {
    const others = some.filter((other) => other !== tile);
    if (others.length === 0) return false;
    return whole.distanceFromLike(tile, others, others.length, 1) < settings.even_distance;
  };
  const foreign = suspect.filter(isForeign);
  const known = seen.flatMap((tile, k) => (kindOf(tile) === BACK ? [k] : []));
  const found = foreign.filter((k) => isLikeOne(k, [...foreign, ...known]));
  const names = new Set(found.map((k) => kindOf(seen[k]!)));
  const more = faces.filter(
    (k) => names.has(kindOf(seen[k]!)) && isForeign(k) && isLikeOne(k, found),
  );
  return [...found, ...more];
}

function isFace(tile: SeenTile): boolean {
  return tile.names.length > 0 && kindOf(tile) !== BACK && kindOf(tile) !== WHITE;
}

/** Return the tile, most likely a back. */
function asBack(tile: SeenTile): SeenTile {
  const others = tile.names
    .filter(([kind]) => kind !== BACK)
    .map(([kind, share]) => [kind, share * (1 - settings.print_share)] as const);
  const names = [[BACK, settings.print_share] as const, ...others].slice(0, MOST_NAMES);
  return { ...tile, names, oriented: false };
}

/** Weigh the nets, the colours in view and the number of blank tiles for each of them. */
function decideBlanks(pixels: Pixels, seen: readonly SeenTile[]): SeenTile[] {
  const blank = seen.filter(isBlank);
  if (blank.length === 0) return [...seen];
  const faces = seen.flatMap((tile, k) => (isPrintedFace(tile) ? [k] : []));
  const quads = seen.map((tile) => tile.quad);
  const colours = new GroundColours(pixels, quads, frequentColour);
  const nets = new Map(blank.map((tile) => [tile, settings.net_power * netsLogOdds(tile)]));
  const apart = (tile: SeenTile) =>
    colours.distanceFromLike(
      seen.indexOf(tile),
      faces,
      settings.neighbours,
      settings.least_neighbours,
    );
  const odds = faces.length > 0 ? withPaperOdds(nets, apart) : nets;
  const pale = blank.filter((tile) => odds.get(tile)! > 0);
  const unlike = blank.filter((tile) => odds.get(tile)! < -settings.wall_length);
  if (unlike.length < settings.wall_length) {
    // the backs may be pale, too; no set has white dragons with print and blank ones
    const surplus = pale.length > 4 ? settings.surplus_odds : 0;
    const context = seen.some(isPrintedWhite) ? settings.printed_odds : surplus;
    for (const tile of pale) odds.set(tile, odds.get(tile)! + context);
  }
  return seen.map((tile) => {
    const log = odds.get(tile);
    return log === undefined ? tile : withWhiteOdds(tile, log);
  });
}

/** Return whether a tile is a back or a white dragon without print, as the classifier has it. */
function isBlank(tile: SeenTile): boolean {
  const kind = kindOf(tile);
  return kind === BACK || (kind === WHITE && share(tile, BACK) >= settings.printless);
}

function isPrintedWhite(tile: SeenTile): boolean {
  const back = share(tile, BACK);
  return kindOf(tile) === WHITE && confidence(tile) >= SURE && back < settings.printless / 10;
}

function isPrintedFace(tile: SeenTile): boolean {
  const kind = kindOf(tile);
  return kind !== BACK && kind !== WHITE && confidence(tile) >= settings.face_probability;
}

function share(tile: SeenTile, kind: string): number {
  return tile.names.find((name) => name[0] === kind)?.[1] ?? 0;
}

/** Return the nets' log odds of a white dragon against a back. */
function netsLogOdds(tile: SeenTile): number {
  const white = Math.max(share(tile, WHITE), LEAST_SHARE);
  return Math.log(white / Math.max(share(tile, BACK), LEAST_SHARE));
}

/** Add the log odds by the distance from the colour of the nearest printed faces. */
function withPaperOdds(
  odds: ReadonlyMap<SeenTile, number>,
  distanceOf: (tile: SeenTile) => number,
): Map<SeenTile, number> {
  const apart = new Map([...odds.keys()].map((tile) => [tile, distanceOf(tile)]));
  const add = (most: number) =>
    new Map([...odds].map(([tile, log]) => [tile, log + paperLogOdds(apart.get(tile)!, most)]));
  const found = add(settings.white_limit);
  const backs = [...found.values()].filter((log) => log < settings.back_limit);
  return backs.length < settings.least_backs ? found : add(settings.proven_limit);
}

function paperLogOdds(apart: number, most: number): number {
  const odds = settings.slope * (settings.even_distance - apart);
  return Math.min(Math.max(odds, settings.back_limit), most);
}

/** Return the tile with these log odds of a white dragon against a back. */
function withWhiteOdds(tile: SeenTile, logOdds: number): SeenTile {
  const both = share(tile, WHITE) + share(tile, BACK);
  const white = 1 / (1 + Math.exp(-logOdds));
  const names = new Map(tile.names);
  names.set(WHITE, both * white);
  names.set(BACK, both * (1 - white));
  const ordered = [...names].sort((a, b) => b[1] - a[1]).slice(0, MOST_NAMES);
  return { ...tile, names: ordered, oriented: false };
}
