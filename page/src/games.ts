/** Games kept in IndexedDB, each as its file in the server's own format. */

import { runRequest } from "./database";
import type { GameFile } from "./game_file";
import type { Shelf, Undo } from "./game_home";

const RETENTION = 30 * 24 * 3600 * 1000; // milliseconds: a deleted game can be restored

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

/** Return whether a game is listed there. */
export function isOnShelf({ archived, deleted }: GameFile, shelf: Shelf): boolean {
  if (deleted !== undefined) return shelf === "deleted";
  return shelf === (archived === true ? "archived" : "current");
}

/** Return until when a deleted game is kept; null for any other. */
export function keptUntil({ deleted }: GameFile): string | null {
  return deleted === undefined ? null : new Date(Date.parse(deleted) + RETENTION).toISOString();
}

/** Return the games that were deleted too long ago to be kept. */
export function expiredGames(games: readonly GameFile[], now: string): readonly GameFile[] {
  return games.filter((file) => (keptUntil(file) ?? now) < now);
}

/** Return the games that have each word of a search in their own name or a player's. */
export function searchGames(games: readonly GameFile[], search: string): readonly GameFile[] {
  const words = foldName(search).split(/\s+/);
  return games.filter((file) => {
    const names = [file.title ?? "", ...gameNames(file)].map(foldName);
    return words.every((word) => names.some((name) => name.includes(word)));
  });
}

/** Return the names in these games, the frequent ones first. */
export function knownNames(games: readonly GameFile[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of games.flatMap(gameNames)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name]) => name);
}

/** Return all names in a game's file, also of those who joined later. */
function gameNames({ players, entries }: GameFile): readonly string[] {
  const later = (entries ?? []).flatMap(({ events }) => events.map(({ name }) => name));
  return [...players, ...later.filter((name) => name !== undefined)];
}

/** Return a name without case and accents: `zoe` finds Zoë. */
function foldName(name: string): string {
  return name.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}

/** Return those of the steps, the oldest first, that can be taken back one after the other: on the
 * device, where the game is now as the step left it. */
export function possibleSteps(steps: readonly Undo[], files: readonly GameFile[]): readonly Undo[] {
  const states = new Map(files.map((file) => [file.id, JSON.stringify(file)]));
  const found: Undo[] = [];
  for (const step of Array.from(steps).reverse()) {
    if (step.home === "device") {
      if (states.get(step.game) !== JSON.stringify(step.after)) continue;
      states.set(step.game, JSON.stringify(step.before));
    }
    found.unshift(step);
  }
  return found;
}

/** Return a name for a new game. */
export function newId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(8)));
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
