/** One recognised tile of a photo (vision/seen_tile.py). */

import type { Name } from "./classifier";
import type { Quad } from "./geometry";

export interface SeenTile {
  readonly id: number;
  /** Pixels of the upright photo, clockwise; from the tile's own top left if `oriented`. */
  readonly quad: Quad;
  /** Possible kinds with probabilities if there is a tile, most likely first; none if the face is not readable. */
  readonly names: readonly Name[];
  readonly oriented: boolean;
  /** Probability that there is a tile, whatever its kind. */
  readonly existence: number;
  /** Probability of a picture of a tile, on paper or a screen; null if that is unknown. */
  readonly printed: number | null;
  /** Probability that it lies on another tile; null if that is unknown. */
  readonly raised: number | null;
}
