/** Names of tiles and winds in the page's language. */

import { playerIn } from "./game_store";
import { draft } from "./hand_draft";
import { isForTable } from "./hand_facts";
import { catalogue } from "./names";
import { text } from "./texts";
import { tableNow } from "./watch_store";

/** Return the name of a kind. */
export function tileName(kind: string): string {
  if (kind === "back") return text("face_down");
  return catalogue.value?.tiles[kind] ?? text("unreadable");
}

/** Return a sentence with the names of tiles in the place of tile notation. */
export function inWords(sentence: string): string {
  const named = sentence.replace(/\b\d[mpszf]( ?\d[mpszf])*\b/g, (kinds) =>
    (kinds.match(/\d[mpszf]/g) ?? []).map(tileName).join(", "),
  );
  return named.charAt(0).toUpperCase() + named.slice(1);
}

/** Return the name of a wind from its letter. */
export function windName(letter: string): string {
  return catalogue.value?.winds[letter] ?? letter;
}

/** Return who sits in a seat: the player's name in a game or at the table, else the wind. */
export function seatName(letter: string): string {
  const seats = draft.value.table?.seats ?? tableNow.value?.seats;
  const player = isForTable.value ? seats?.[letter] : playerIn(letter);
  return player ?? windName(letter);
}
