/** What a hand in the live camera's picture leads to. */

import type { Evaluation } from "./answers";
import { doubtfulTiles } from "./doubt";
import { openQuestions } from "./open_questions";
import type { SeenTile } from "./recognition/seen_tile";

/** `stands`: its total is sure. `shoot`: a hand, of which a sharper photo may tell more. `wait`: no
 * winning hand, as a pond or a wall. */
export type LiveStep = "stands" | "shoot" | "wait";

/** Return what a steady hand leads to. */
export function stepOf(found: Evaluation): LiveStep {
  const { reading, score } = found;
  if (reading === undefined || reading.problems.some(({ fatal }) => fatal)) return "wait";
  const isOpen = openQuestions(found).some(({ default: usual }) => usual === null);
  const isDoubtful = doubtfulTiles(reading, {}).length > 0;
  const isWon = score?.state === "won" && score.score !== null;
  if (isWon && !isOpen && !isDoubtful) return "stands";
  const mayWin = isWon || found.near.length > 0 || score === null || score.state === "open";
  return mayWin && (isOpen || isDoubtful) ? "shoot" : "wait";
}

/** Return what two looks have in common if they see the same hand: its kinds in reading order. */
export function kindsOf(tiles: readonly SeenTile[]): string {
  return tiles.map(({ names }) => names[0]?.[0] ?? "?").join(" ");
}
