/** What the nets and the pixels say of one box of a photo (vision/found_box.py): Python decides. */

import type { Body } from "./bodies";
import type { Name } from "./classifier";
import type { Quad } from "./geometry";
import type { Lab } from "./tile_colours";

export interface FoundBox {
  readonly quad: Quad;
  /** The finder's probability of a tile, and the namer's of none. */
  readonly chances: readonly [number, number];
  readonly names: readonly Name[];
  readonly oriented: boolean;
  readonly paper: Lab;
  /** That there is a tile, a picture of one, another tile below it. */
  readonly body: Body;
}
