/** One recognised tile of a photo (vision/seen_tile.py). */

import type { Classification, Name } from "./classifier";
import type { Detection } from "./detector";
import type { Quad } from "./geometry";

/** A box that may hold a tile. */
export interface Pair {
  readonly box: Detection;
  readonly name: Classification;
}

export interface SeenTile {
  readonly id: number;
  /** Pixels of the upright photo, clockwise; from the tile's own top left if `oriented`. */
  readonly quad: Quad;
  /** Possible kinds with probabilities if there is a tile, most likely first; none if the face is not readable. */
  readonly names: readonly Name[];
  readonly oriented: boolean;
  /** Probability that there is a tile, whatever its kind. */
  readonly existence: number;
  /** Whether it shows no thickness though it is seen at an angle; null if that is unknown. */
  readonly flat: boolean | null;
}

/** Return the most likely kind, "?" if it is not readable. */
export function kindOf(tile: SeenTile): string {
  return tile.names[0]?.[0] ?? "?";
}

/** Return the probability that there is a tile of the most likely kind. */
export function confidence(tile: SeenTile): number {
  return tile.existence * (tile.names[0]?.[1] ?? 0);
}
