/** Boxes that are no whole tile but fragments of one (vision/recognition/fragments.py). */

import { percentile } from "./detector";
import { area, boundingRectangle, centre, distance, type Quad } from "./geometry";
import { fragments as settings } from "./settings";

/** Boxes that may be fragments of one tile, with the box of the whole tile. */
export interface Fragments {
  readonly pieces: readonly number[];
  readonly quad: Quad;
}

const LEAST = 6;
const MOST_SMALL = 10;

/** Find boxes that may be fragments of one tile. */
export function findFragments(quads: readonly Quad[]): Fragments[] {
  if (quads.length < LEAST) return [];
  const areas = quads.map(area);
  const usual = quads.map((_, i) => typicalArea(i, quads, areas));
  const small = quads
    .map((_, i) => i)
    .sort((a, b) => areas[a]! - areas[b]!)
    .filter((i) => areas[i]! < settings.piece * usual[i]!)
    .slice(0, MOST_SMALL);
  const ways: (Fragments & { cost: number })[] = [];
  for (const pieces of [...combinations(small, 2), ...combinations(small, 3)]) {
    const quad = boundingRectangle(pieces.flatMap((i) => quads[i]!));
    const whole = area(quad);
    const own = pieces.reduce((sum, i) => sum + areas[i]!, 0);
    const size = whole / Math.max(...pieces.map((i) => usual[i]!));
    if (whole < settings.loose * own && settings.least < size && size < settings.most) {
      ways.push({ pieces, quad, cost: Math.abs(Math.log(size)) + Math.abs(Math.log(whole / own)) });
    }
  }
  const found: Fragments[] = [];
  for (const { pieces, quad } of ways.sort((a, b) => a.cost - b.cost)) {
    if (!found.some((f) => f.pieces.some((i) => pieces.includes(i)))) found.push({ pieces, quad });
  }
  return found;
}

/** Return the typical area around one box: the 70th percentile of its neighbours. */
function typicalArea(at: number, quads: readonly Quad[], areas: readonly number[]): number {
  const middle = quads.map(centre);
  const order = quads
    .map((_, i) => i)
    .sort((a, b) => distance(middle[a]!, middle[at]!) - distance(middle[b]!, middle[at]!));
  return percentile(
    order.slice(1, settings.near + 1).map((i) => areas[i]!),
    70,
  );
}

/** Return all choices of `count` items, in their order. */
function combinations(items: readonly number[], count: number): number[][] {
  if (count === 0) return [[]];
  return items.flatMap((item, k) =>
    combinations(items.slice(k + 1), count - 1).map((rest) => [item, ...rest]),
  );
}
