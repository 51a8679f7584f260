/** Whether the tiles in view lie still, look after look. */

import type { Point } from "./recognition/geometry";

/** The outlines of one look, in shares of the picture's sides. */
export type Look = readonly (readonly Point[])[];

/** Fewest tiles that are photographed without a tap: a hand has thirteen, some may be hidden. */
export const FEWEST = 10;
/** Looks one after the other in which the tiles must lie still. */
export const STILL_LOOKS = 4;
/** Farthest that the middle of all tiles may move between two looks. */
const MOST_MOVE = 0.012;
/** Share of the tiles by which two looks may differ. */
const MOST_CHANGE = 0.2;

/** The looks at a hand so far: it is shot once it has lain still for long enough. */
export class Steadiness {
  private last: Look = [];
  private still = 0;

  /** Add a look; return whether the tiles lie still between this look and the last. */
  add(look: Look): boolean {
    this.still = isStill(this.last, look) ? this.still + 1 : 0;
    this.last = look;
    return this.still > 0;
  }

  /** Whether the tiles have lain still for long enough. */
  get isReached(): boolean {
    return this.still >= STILL_LOOKS;
  }
}

function isStill(one: Look, other: Look): boolean {
  const [fewer, more] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  if (fewer < FEWEST || more - fewer > MOST_CHANGE * more) return false;
  const [x, y] = middle(one);
  const [u, v] = middle(other);
  return Math.hypot(u - x, v - y) < MOST_MOVE;
}

/** Return the median of all corners: one tile more or less hardly moves it. */
function middle(look: Look): Point {
  const corners = look.flat();
  const half = Math.floor(corners.length / 2);
  const at = (k: 0 | 1) => corners.map((point) => point[k]).sort((a, b) => a - b)[half]!;
  return [at(0), at(1)];
}
