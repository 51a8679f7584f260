/** Games kept on the device, in IndexedDB; Python replays a game from its file.
 *
 * Each step reads the game as it is kept, and writes only where it is still the same: other tabs of
 * the browser record in it, too. */

import { signal } from "@preact/signals";
import type { GameFile } from "./game_file";
import {
  BYTE_ORDER,
  type DeviceUndo,
  type EntryHistory,
  fileName,
  type GameHome,
  type GameList,
  type GameQuery,
  type GameResults,
  type GameStep,
  type GameView,
  type NamedFile,
  type NewGame,
  type Statistics,
  type Undo,
} from "./game_home";
import {
  contentOf,
  deleteGame,
  expiredGames,
  isOnShelf,
  keptUntil,
  knownNames,
  loadGame,
  loadGames,
  newId,
  possibleSteps,
  replaceGame,
  searchGames,
} from "./games";
import { Refusal } from "./refusal";
import { askToPersist } from "./stay";
import { tellTabs } from "./tabs";
import { text } from "./texts";

/** Asks Python; what it refuses is an `error`, with its `code`. */
export type Ask = <T>(
  request: object,
) => Promise<T & { readonly error?: string; readonly code?: string }>;

interface Replayed {
  readonly file: GameFile;
  readonly game: GameView;
}

/** A game's new state, beside the one from which it was made. */
interface Change {
  readonly before: GameFile | undefined;
  readonly after: GameFile;
  readonly game: GameView;
}

const MOST_COUNTED = 200; // games of a statistic: the newest
const MOST_SUMMED = 500; // games of which results are summed: the newest

/** Whether the browser keeps games. */
export const areGamesKept = signal(true);

/** The games on this device. */
export class DeviceGames implements GameHome {
  readonly kind = "device";
  /** All games, until one of them changes; no step begins from them. */
  private listed: Promise<readonly GameFile[]> | null = null;

  constructor(private readonly ask: Ask) {}

  async list({ search, shelf, limit }: GameQuery): Promise<GameList> {
    for (const { id } of expiredGames(await this.all(), now())) await this.purge(id);
    const files = await this.all();
    const found = searchGames(files, search).filter((file) => isOnShelf(file, shelf));
    const players = knownNames(files.filter((file) => !isOnShelf(file, "deleted")));
    const games = found.map((file) => ({ ...file, kept_until: keptUntil(file) }));
    return { games: games.slice(0, limit), total: found.length, players };
  }

  /** Read the games anew: another tab may have changed one. */
  forget(): void {
    this.listed = null;
  }

  async statistics(search: string): Promise<Statistics> {
    const kept = (await this.all()).filter((file) => !isOnShelf(file, "deleted"));
    const files = searchGames(kept, search).slice(0, MOST_COUNTED);
    return this.answer<Statistics>({ do: "game_statistics", files });
  }

  async results({ search, shelf, limit }: GameQuery): Promise<GameResults> {
    const found = searchGames(await this.all(), search).filter((file) => isOnShelf(file, shelf));
    const files = found.slice(0, MOST_SUMMED);
    const counts = { listed: limit, total: found.length };
    return this.answer<GameResults>({ do: "game_results", files, ...counts });
  }

  async open(id: string): Promise<GameView> {
    return this.replay(await this.file(id));
  }

  async look(game: GameView): Promise<GameView> {
    const file = await this.file(game.id);
    const { revision = 0, title = "", archived = false } = file;
    const isSame = title === (game.title ?? "") && archived === (game.archived ?? false);
    return isSame && revision === game.revision ? game : this.replay(file);
  }

  async begin({ players, rules, options, title }: NewGame): Promise<GameStep> {
    const request = { do: "game_begin", id: newId(), players, rules: { id: rules, options } };
    const { file, game } = await this.answer<Replayed>({ ...request, title, time: now() });
    return this.step(async () => ({ before: undefined, after: file, game }));
  }

  async record(shown: GameView, happened: object | null, number: number | null): Promise<GameStep> {
    const { id, revision } = shown;
    const asked = { do: "game_record", happened, number, revision, seen: number ?? shown.next };
    const found = await this.step(async () => {
      const before = await this.file(id);
      const request = { ...asked, file: before };
      const { file, game } = await this.answer<Replayed>({ ...request, time: now() });
      const { archived = false } = before;
      const after = { ...file, archived, revision: revision + 1 };
      return { before, after, game: { ...game, archived } };
    });
    void askToPersist();
    return found;
  }

  async history({ id }: GameView, number: number): Promise<EntryHistory> {
    return this.answer<EntryHistory>({ do: "game_entry", file: await this.file(id), number });
  }

  archive({ id }: GameView, archived: boolean): Promise<GameStep> {
    return this.step(async () => {
      const before = await this.file(id);
      const after = { ...before, archived };
      return { before, after, game: await this.replay(after) };
    });
  }

  rename({ id }: GameView, title: string): Promise<GameStep> {
    return this.step(async () => {
      const before = await this.file(id);
      const { archived = false, revision = 0 } = before;
      const request = { do: "game_open", file: { ...before, title } };
      const { file, game } = await this.answer<Replayed>(request);
      const after = { ...file, archived, revision };
      return { before, after, game: { ...game, archived } };
    });
  }

  /** Import a game; one of the same name is kept for undo. */
  async importFile(content: string): Promise<GameStep> {
    const request = { do: "game_open", file: JSON.parse(content) };
    const { file, game } = await this.answer<Replayed>(request);
    return this.step(async () => {
      const before = await loadGame(file.id);
      return { before, after: { ...file, revision: (before?.revision ?? -1) + 1 }, game };
    });
  }

  async exportFile({ id }: GameView): Promise<NamedFile> {
    const { revision: _, ...file } = await this.file(id);
    return { name: fileName(file, "json"), content: JSON.stringify(file, null, 1) };
  }

  async exportTable({ id }: GameView): Promise<NamedFile> {
    const file = await this.file(id);
    const { csv } = await this.answer<{ csv: string }>({ do: "game_table", file });
    return { name: fileName(file, "csv"), content: `${BYTE_ORDER}${csv}` };
  }

  async remove({ id }: GameView): Promise<Undo> {
    for (;;) {
      const before = await this.file(id);
      const after = { ...before, deleted: now() };
      if (await this.write(before, after)) return { home: "device", game: id, before, after };
    }
  }

  /** Go back to the state before a step, where no other one has followed. */
  async undo({ game: id, before, after }: DeviceUndo): Promise<GameView> {
    const { game } = await this.step(async () => {
      const kept = await loadGame(id);
      if (kept === undefined) throw lost("unknown_game");
      if (contentOf(kept) !== contentOf(after)) throw new Refusal("", text("undo_refused"));
      const file = { ...before, revision: (kept.revision ?? 0) + 1 };
      return { before: kept, after: file, game: await this.replay(file) };
    });
    return game;
  }

  /** Return those of the steps that can be taken back, as the games are now. */
  async possible(steps: readonly Undo[]): Promise<readonly Undo[]> {
    return possibleSteps(steps, await this.all());
  }

  async restore(id: string): Promise<GameView> {
    const { game } = await this.step(async () => {
      const before = await loadGame(id);
      if (before === undefined) throw lost("unknown_game");
      const { deleted: _, ...after } = before;
      return { before, after, game: await this.replay(after) };
    });
    return game;
  }

  sign(): Promise<GameStep> {
    throw new Error("a game of the device has no signatures");
  }

  async purge(id: string): Promise<void> {
    await deleteGame(id);
    this.changed();
  }

  /** Take a step: where another tab has changed the game meanwhile, from the state that it left. */
  private async step(make: () => Promise<Change>): Promise<GameStep> {
    for (;;) {
      const { before, after, game } = await make();
      if (!(await this.write(before, after))) continue;
      const shown = { ...game, revision: after.revision ?? 0 };
      if (before === undefined) return { game: shown, undo: null };
      return { game: shown, undo: { home: "device", game: after.id, before, after } };
    }
  }

  /** Write a game's new state; return whether it was still in the state before. */
  private async write(before: GameFile | undefined, after: GameFile): Promise<boolean> {
    const found = await replaceGame(before, after);
    if (found === "stale") return false;
    areGamesKept.value = found === "kept";
    this.changed();
    return true;
  }

  private changed(): void {
    this.forget();
    tellTabs("games");
  }

  private async replay(file: GameFile): Promise<GameView> {
    const { game } = await this.answer<Replayed>({ do: "game_open", file });
    return { ...game, archived: file.archived ?? false, revision: file.revision ?? 0 };
  }

  private async answer<T>(request: object): Promise<T> {
    const found = await this.ask<T>(request);
    if (found.error !== undefined) throw new Refusal(found.code ?? "", found.error);
    return found;
  }

  private all(): Promise<readonly GameFile[]> {
    this.listed ??= loadGames();
    return this.listed;
  }

  /** Return a game as it is kept now.
   *
   * @throws Refusal where it is there no more. */
  private async file(id: string): Promise<GameFile> {
    const found = await loadGame(id);
    if (found === undefined) throw lost("unknown_game");
    if (found.deleted !== undefined) throw lost("deleted_game");
    return found;
  }
}

function lost(code: "unknown_game" | "deleted_game"): Refusal {
  return new Refusal(code, text(`change_${code}`, { where: text("in_other_tab") }));
}

function now(): string {
  return new Date().toISOString();
}
