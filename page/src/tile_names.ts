/** Names of tiles and winds in the page's language. */

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
