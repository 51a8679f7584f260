/** The changes of a game or a tournament, as the server lists them. */

import type { PhoneName } from "./game_home";
import { getFrom } from "./server";
import { text } from "./texts";

/** One change (`handreader/web/views/ledger.py`). */
export interface LedgerLine {
  readonly time: string;
  readonly text: string;
  /** Null for the computer itself. */
  readonly phone: PhoneName | null;
  readonly camera: boolean;
  /** The table of a tournament's game; null for any other change. */
  readonly round: number | null;
  readonly table: number | null;
}

/** Get the newest changes of `games/ID` or `tournaments/ID`. */
export async function loadLedger(of: string, limit: number): Promise<readonly LedgerLine[]> {
  const found = await getFrom<{ readonly lines: readonly LedgerLine[] }>(
    `api/${of}/ledger?limit=${limit}`,
  );
  return found.lines;
}

/** Return a phone by its name and its letters. */
export function phoneText(phone: PhoneName | null): string {
  if (phone === null) return text("by_computer");
  return text(phone.name === "" ? "by_phone" : "by_named_phone", { ...phone });
}
