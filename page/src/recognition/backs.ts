/** Backs and blank white dragons (vision/recognition/backs.py, without a taught set's colour). */

import type { Name } from "./classifier";
import { distance, mean, type Quad } from "./geometry";
import { confidence, kindOf, type SeenTile } from "./seen_tile";
import { backs as settings } from "./settings";

const WHITE = "5z";
const BACK = "back";
/** Adjacent backs share their sides' lengths within this factor (its logarithm) and direction. */
const UNLIKE = 0.25;
const ASKEW = 12;

/** Distinguish backs from blank white dragons. */
export function distinguishBacks(tiles: readonly SeenTile[]): SeenTile[] {
  const seen = correctBlankWhites(tiles);
  if (seen.some((t) => kindOf(t) !== BACK && confidence(t) >= settings.face)) return seen;
  return dropLoneBacks(seen);
}

/** Relabel blank white dragons as backs where they cannot be white dragons.
 *
 * No set has printed white dragons and blank ones, nor five white dragons. */
function correctBlankWhites(seen: readonly SeenTile[]): SeenTile[] {
  const dragons = seen.filter((t) => kindOf(t) === WHITE);
  const blank = dragons.filter((t) => share(t, BACK) >= settings.blank);
  const printed = dragons.some((t) => share(t, BACK) < settings.blank / 10 && confidence(t) >= 0.9);
  if (!printed && blank.length <= 4) return [...seen];
  return seen.map((t) => (blank.includes(t) ? swapBackAndWhite(t) : t));
}

function share(tile: SeenTile, kind: string): number {
  return tile.names.find((name) => name[0] === kind)?.[1] ?? 0;
}

/** Swap a tile's probabilities of a white dragon and of a back. */
function swapBackAndWhite(tile: SeenTile): SeenTile {
  const other: Record<string, string> = { [WHITE]: BACK, [BACK]: WHITE };
  const names = tile.names.map(([kind, chance]): Name => [other[kind] ?? kind, chance]);
  return { ...tile, names, oriented: false };
}

/** Drop backs outside any line of backs and renumber the tiles. */
function dropLoneBacks(seen: readonly SeenTile[]): SeenTile[] {
  const backs = seen.filter((t) => kindOf(t) === BACK);
  const lined = new Set(inLines(backs.map((t) => t.quad)).map((k) => backs[k]));
  const kept = seen.filter((t) => kindOf(t) !== BACK || lined.has(t));
  return kept.map((tile, id) => ({ ...tile, id }));
}

/** Return the indices of boxes in lines: neighbours are adjacent and share size and direction. */
function inLines(quads: readonly Quad[]): number[] {
  const middles = quads.map(mean);
  const sides = quads.map((q) => [distance(q[0], q[1]), distance(q[1], q[2])] as const);
  const turns = quads.map(
    (q) => (Math.atan2(q[1][1] - q[0][1], q[1][0] - q[0][0]) * 180) / Math.PI,
  );
  let group = quads.map((_, k) => k);
  quads.forEach((_, number) => {
    const own = sides[number]!;
    const joined = new Set(
      group.filter((_, k) => {
        const other = sides[k]!;
        const away = distance(middles[k]!, middles[number]!) / Math.max(...own);
        const unlike = Math.max(
          Math.abs(Math.log(other[0] / own[0])),
          Math.abs(Math.log(other[1] / own[1])),
        );
        const turn = turns[k]! - turns[number]! + 45;
        const askew = Math.abs(turn - 90 * Math.floor(turn / 90) - 45);
        return away < settings.beside && unlike < UNLIKE && askew < ASKEW;
      }),
    );
    const own_group = group[number]!;
    group = group.map((g) => (joined.has(g) ? own_group : g));
  });
  return quads.flatMap((_, k) =>
    group.filter((g) => g === group[k]).length >= settings.lined ? [k] : [],
  );
}
