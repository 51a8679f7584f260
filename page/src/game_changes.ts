/** What happened to an open game on another phone, apart from its deals. */

import type { GameView } from "./game_home";

/** The last two: the game was deleted, or removed for good. */
export type GameChange =
  | "title"
  | "names"
  | "archived"
  | "unarchived"
  | "ended"
  | "reopened"
  | "deleted_game"
  | "unknown_game";

/** Return what is to be stated after a change: the new facts, and earlier ones that still hold. */
export function changesOfGame(
  before: GameView,
  after: GameView,
  earlier: readonly GameChange[] = [],
): readonly GameChange[] {
  const found: GameChange[] = [];
  if ((before.title ?? "") !== (after.title ?? "")) found.push("title");
  if (before.players.join("\n") !== after.players.join("\n")) found.push("names");
  if ((before.archived ?? false) !== (after.archived ?? false)) {
    found.push(after.archived === true ? "archived" : "unarchived");
  }
  if (before.state.over !== after.state.over) found.push(after.state.over ? "ended" : "reopened");
  const still = earlier.filter((one) => isTrue(one, after) && !found.includes(one));
  return [...still, ...found];
}

function isTrue(change: GameChange, { archived = false, state }: GameView): boolean {
  switch (change) {
    case "archived":
      return archived;
    case "unarchived":
      return !archived;
    case "ended":
      return state.over;
    case "reopened":
      return !state.over;
    default:
      return change === "title" || change === "names";
  }
}
