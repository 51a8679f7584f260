/** Games kept in IndexedDB, each as its file in the server's own format. */

import { changeValues, runRequest } from "./database";
import type { GameFile } from "./game_file";
import type { Shelf, Undo } from "./game_home";

const RETENTION = 30 * 24 * 3600 * 1000; // milliseconds: a deleted game can be restored

const PLACE = { database: "handreader-games", store: "games" };

/** What became of a game's new state: it is kept; this tab alone has it, as the browser keeps nothing
 * or is full; or nothing was written, as another tab has changed the game. */
export type Writing = "kept" | "unkept" | "stale";

/** States that the browser did not keep, each with the kept one that it followed. */
const unkept = new Map<string, { readonly after: GameFile; readonly kept: string }>();

/** Return the games, the newest first; where the browser keeps nothing, those of this tab. */
export async function loadGames(): Promise<readonly GameFile[]> {
  const kept = await runRequest<GameFile[]>(PLACE, "readonly", (store) => store.getAll()).catch(
    () => [],
  );
  const games = new Map((kept ?? []).map((file) => [file.id, file]));
  for (const id of [...games.keys(), ...unkept.keys()]) {
    const file = newestState(id, games.get(id));
    if (file !== undefined) games.set(id, file);
  }
  return sortGames([...games.values()]);
}

/** Return a game as it is now; undefined where there is none. */
export async function loadGame(id: string): Promise<GameFile | undefined> {
  const kept = await runRequest<GameFile>(PLACE, "readonly", (store) => store.get(id)).catch(
    () => undefined,
  );
  return newestState(id, kept);
}

/** Put a game in the place of its state `before`, undefined for none, unless it has another one. */
export async function replaceGame(before: GameFile | undefined, after: GameFile): Promise<Writing> {
  const { id } = after;
  let found: Writing = "kept";
  try {
    await changeValues(PLACE, [id], ([kept]) => {
      const isSame = textOf(newestState(id, kept as GameFile | undefined)) === textOf(before);
      found = isSame ? "kept" : "stale";
      return isSame ? { [id]: after } : null;
    });
    if (found === "kept") unkept.delete(id);
    return found;
  } catch {
    const now = await loadGame(id);
    if (textOf(now) !== textOf(before)) return "stale";
    unkept.set(id, { after, kept: unkept.get(id)?.kept ?? textOf(before) });
    return "unkept";
  }
}

export async function deleteGame(id: string): Promise<void> {
  unkept.delete(id);
  try {
    await runRequest(PLACE, "readwrite", (store) => store.delete(id));
  } catch {
    // it was never kept
  }
}

/** Return a game's state: this tab's own one, as long as the kept one is that which it followed. */
function newestState(id: string, kept: GameFile | undefined): GameFile | undefined {
  const own = unkept.get(id);
  return own?.kept === textOf(kept) ? own.after : kept;
}

function textOf(file: GameFile | undefined): string {
  return file === undefined ? "" : JSON.stringify(file);
}

/** Return the games in order, the newest first. */
export function sortGames(games: readonly GameFile[]): readonly GameFile[] {
  return Array.from(games).sort((one, other) => (one.started < other.started ? 1 : -1));
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
  const states = new Map(files.map((file) => [file.id, contentOf(file)]));
  const found: Undo[] = [];
  for (const step of Array.from(steps).reverse()) {
    if (step.home === "device") {
      if (states.get(step.game) !== contentOf(step.after)) continue;
      states.set(step.game, contentOf(step.before));
    }
    found.unshift(step);
  }
  return found;
}

/** Return a game's content as text, to compare: a step and the way back count as two revisions. */
export function contentOf(file: GameFile): string {
  return JSON.stringify({ ...file, revision: undefined });
}

/** Return a name for a new game. */
export function newId(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(8)));
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
