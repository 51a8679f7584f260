/** Return whether a file's content is an exported game, of whatever version. */
export function isGameFile(content: string): boolean {
  try {
    const found: { readonly format?: unknown } | null = JSON.parse(content);
    return String(found?.format).startsWith("handreader-game/");
  } catch {
    return false;
  }
}

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
  /** Another number after every step in its deals; kept beside the content as well. */
  readonly revision?: number;
}
