/** What is marked among the tiles that are shown. */

import { signal } from "@preact/signals";

/** The tile that is being corrected. */
export const chosen = signal<number | null>(null);
/** The tiles that are being marked as the hand; null while none are. */
export const marking = signal<ReadonlySet<number> | null>(null);
/** The pattern whose tiles are lit. */
export const litPattern = signal<string | null>(null);
