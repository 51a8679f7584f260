/** The steps in games that undo takes back, kept in IndexedDB: they survive a reload and a closed tab. */

import { runRequest } from "./database";
import type { Undo } from "./game_home";

const PLACE = { database: "handreader-game-steps", store: "steps" };
const KEY = "steps";
/** On the device each has the game's file twice. */
const MOST = 20;

/** Return the kept steps, the oldest first; none where the browser keeps nothing. */
export async function loadSteps(): Promise<readonly Undo[]> {
  try {
    return (await runRequest<readonly Undo[]>(PLACE, "readonly", (store) => store.get(KEY))) ?? [];
  } catch {
    return [];
  }
}

/** The newest save: the next one waits for it. */
let saving: Promise<unknown> = Promise.resolve();

/** Keep the newest of the steps in place of those before. */
export function saveSteps(steps: readonly Undo[]): void {
  const kept = steps.filter(isSafe).slice(-MOST);
  saving = saving
    .then(() => runRequest(PLACE, "readwrite", (store) => store.put(kept, KEY)))
    .catch(() => undefined); // private mode, or no room: they last until the page is closed
}

/** Return whether a step can be taken back later: the server refuses it where another phone has
 * changed the entry since, but not where one has renamed or moved the game. */
function isSafe(step: Undo): boolean {
  return step.home === "device" || "version" in step.body;
}
