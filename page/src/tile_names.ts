/** Names of tiles and winds in the page's language. */

import { playerIn } from "./game_store";
import { catalogue } from "./store";
import { text } from "./texts";

/** Return the name of a kind. */
export function tileName(kind: string): string {
  if (kind === "back") return text("face_down");
  return catalogue.value?.tiles[kind] ?? text("unreadable");
}

/** Return the name of a wind from its letter. */
export function windName(letter: string): string {
  return catalogue.value?.winds[letter] ?? letter;
}

/** Return who sits in a seat: the player's name in a game, else the wind. */
export function seatName(letter: string): string {
  return playerIn(letter) ?? windName(letter);
}
