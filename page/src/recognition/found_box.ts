/** What the nets and the pixels say of one box of a photo (vision/found_box.py): Python decides. */

import type { Name } from "./classifier";
import type { Quad } from "./geometry";
import type { Lab } from "./tile_colours";

export interface FoundBox {
  readonly quad: Quad;
  /** The finder's probability of a tile and of a back, and the namer's of no tile. */
  readonly chances: readonly [number, number, number];
  readonly names: readonly Name[];
  readonly oriented: boolean;
  readonly paper: Lab;
  readonly table: number | null;
  readonly flat: boolean | null;
}
