/** An exported game (`handreader/store/export.py`): Python alone reads what is in it. */
export interface GameFile {
  readonly id: string;
  readonly started: string;
  readonly players: readonly string[];
  readonly entries?: readonly { readonly events: readonly { readonly name?: string }[] }[];
  readonly rules: { readonly id: string };
  /** Kept beside the game's own content, which Python writes anew at every step. */
  readonly archived?: boolean;
  /** When it was deleted; kept beside the content as well. */
  readonly deleted?: string;
  readonly title?: string;
}
