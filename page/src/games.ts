/** Games kept in IndexedDB, each as its file in the server's own format. */

import { runRequest } from "./database";

/** An exported game (`handreader/store/export.py`): Python alone reads what is in it. */
export interface GameFile {
  readonly id: string;
  readonly started: string;
  readonly players: readonly string[];
  readonly rules: { readonly id: string };
}

const PLACE = { database: "handreader-games", store: "games" };

/** Return the kept games, the newest first; none where the browser keeps nothing. */
export async function loadGames(): Promise<readonly GameFile[]> {
  try {
    const found = await runRequest<GameFile[]>(PLACE, "readonly", (store) => store.getAll());
    return sortGames(found ?? []);
  } catch {
    return [];
  }
}

/** Keep a game in place of its earlier state; return whether the browser does. */
export async function saveGame(file: GameFile): Promise<boolean> {
  try {
    await runRequest(PLACE, "readwrite", (store) => store.put(file, file.id));
    return true;
  } catch {
    return false;
  }
}

export async function deleteGame(id: string): Promise<void> {
  try {
    await runRequest(PLACE, "readwrite", (store) => store.delete(id));
  } catch {
    // it was never kept
  }
}

/** Return the games in order, the newest first. */
export function sortGames(games: readonly GameFile[]): readonly GameFile[] {
  return Array.from(games).sort((one, other) => (one.started < other.started ? 1 : -1));
}

/** Return the games with one of them in its new state. */
export function withGame(games: readonly GameFile[], file: GameFile): readonly GameFile[] {
  return sortGames([...games.filter(({ id }) => id !== file.id), file]);
}

/** Return a name for a new game. */
export function newId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(8)));
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
