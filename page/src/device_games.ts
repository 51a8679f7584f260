/** Games kept on the device, in IndexedDB; Python replays a game from its file. */

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
  deleteGame,
  expiredGames,
  isOnShelf,
  keptUntil,
  knownNames,
  loadGames,
  newId,
  possibleSteps,
  saveGame,
  searchGames,
  withGame,
} from "./games";

/** Asks Python; what it refuses is an `error`. */
export type Ask = <T>(request: object) => Promise<T & { readonly error?: string }>;

interface Replayed {
  readonly file: GameFile;
  readonly game: GameView;
}

const MOST_COUNTED = 200; // games of a statistic: the newest
const MOST_SUMMED = 500; // games of which results are summed: the newest

/** Whether the browser keeps games. */
export const areGamesKept = signal(true);

/** The games on this device. */
export class DeviceGames implements GameHome {
  readonly kind = "device";
  private files: readonly GameFile[] = [];

  constructor(private readonly ask: Ask) {}

  async list({ search, shelf, limit }: GameQuery): Promise<GameList> {
    if (this.files.length === 0) this.files = await loadGames();
    for (const { id } of expiredGames(this.files, now())) await this.purge(id);
    const found = searchGames(this.files, search).filter((file) => isOnShelf(file, shelf));
    const players = knownNames(this.files.filter((file) => !isOnShelf(file, "deleted")));
    const games = found.map((file) => ({ ...file, kept_until: keptUntil(file) }));
    return { games: games.slice(0, limit), total: found.length, players };
  }

  statistics(search: string): Promise<Statistics> {
    const kept = this.files.filter((file) => !isOnShelf(file, "deleted"));
    const files = searchGames(kept, search).slice(0, MOST_COUNTED);
    return this.answer<Statistics>({ do: "game_statistics", files });
  }

  results({ search, shelf, limit }: GameQuery): Promise<GameResults> {
    const found = searchGames(this.files, search).filter((file) => isOnShelf(file, shelf));
    const files = found.slice(0, MOST_SUMMED);
    const counts = { listed: limit, total: found.length };
    return this.answer<GameResults>({ do: "game_results", files, ...counts });
  }

  async open(id: string): Promise<GameView> {
    return this.replay(this.file(id));
  }

  look(game: GameView): Promise<GameView> {
    return Promise.resolve(game); // nobody else changes it
  }

  async begin({ players, rules, options, title }: NewGame): Promise<GameStep> {
    const request = { do: "game_begin", id: newId(), players, rules: { id: rules, options } };
    const { file, game } = await this.answer<Replayed>({ ...request, title, time: now() });
    await this.save(file);
    return { game, undo: null };
  }

  async record(game: GameView, happened: object | null, number: number | null): Promise<GameStep> {
    const before = this.file(game.id);
    const request = { do: "game_record", file: before, happened, number, time: now() };
    const found = await this.answer<Replayed>(request);
    const archived = before.archived ?? false;
    await this.save({ ...found.file, archived });
    return { game: { ...found.game, archived }, undo: this.wayTo(before) };
  }

  history({ id }: GameView, number: number): Promise<EntryHistory> {
    return this.answer<EntryHistory>({ do: "game_entry", file: this.file(id), number });
  }

  async archive({ id }: GameView, archived: boolean): Promise<GameStep> {
    const before = this.file(id);
    const file = { ...before, archived };
    await this.save(file);
    return { game: await this.replay(file), undo: this.wayTo(before) };
  }

  async rename({ id }: GameView, title: string): Promise<GameStep> {
    const before = this.file(id);
    const { archived = false } = before;
    const request = { do: "game_open", file: { ...before, title } };
    const found = await this.answer<Replayed>(request);
    await this.save({ ...found.file, archived });
    return { game: { ...found.game, archived }, undo: this.wayTo(before) };
  }

  /** Import a game; one of the same name is kept for undo. */
  async importFile(content: string): Promise<GameStep> {
    const { file, game } = await this.answer<Replayed>({
      do: "game_open",
      file: parseObject(content),
    });
    const before = this.files.find(({ id }) => id === file.id);
    await this.save(file);
    return { game, undo: before === undefined ? null : this.wayTo(before) };
  }

  async exportFile({ id }: GameView): Promise<NamedFile> {
    const file = this.file(id);
    return { name: fileName(file, "json"), content: JSON.stringify(file, null, 1) };
  }

  async exportTable({ id }: GameView): Promise<NamedFile> {
    const file = this.file(id);
    const { csv } = await this.answer<{ csv: string }>({ do: "game_table", file });
    return { name: fileName(file, "csv"), content: `${BYTE_ORDER}${csv}` };
  }

  async remove({ id }: GameView): Promise<Undo> {
    const before = this.file(id);
    await this.save({ ...before, deleted: now() });
    return this.wayTo(before);
  }

  async undo({ before }: DeviceUndo): Promise<GameView> {
    const game = await this.replay(before);
    await this.save(before);
    return game;
  }

  /** Return those of the steps that can be taken back, as the games are now. */
  possible(steps: readonly Undo[]): readonly Undo[] {
    return possibleSteps(steps, this.files);
  }

  async restore(id: string): Promise<GameView> {
    const { deleted: _, ...file } = this.file(id);
    const game = await this.replay(file);
    await this.save(file);
    return game;
  }

  sign(): Promise<GameStep> {
    throw new Error("a game of the device has no signatures");
  }

  async purge(id: string): Promise<void> {
    this.files = this.files.filter((file) => file.id !== id);
    await deleteGame(id);
  }

  /** Return the way from a game's present state to an earlier one. */
  private wayTo(before: GameFile): DeviceUndo {
    return { home: "device", game: before.id, before, after: this.file(before.id) };
  }

  private async replay(file: GameFile): Promise<GameView> {
    const { game } = await this.answer<Replayed>({ do: "game_open", file });
    return { ...game, archived: file.archived ?? false };
  }

  private async answer<T>(request: object): Promise<T> {
    const found = await this.ask<T>(request);
    if (found.error !== undefined) throw new Error(found.error);
    return found;
  }

  private file(id: string): GameFile {
    const found = this.files.find((file) => file.id === id);
    if (found === undefined) throw new Error(id);
    return found;
  }

  private async save(file: GameFile): Promise<void> {
    this.files = withGame(this.files, file);
    areGamesKept.value = await saveGame(file);
  }
}

function parseObject(content: string): object {
  try {
    const found: unknown = JSON.parse(content);
    return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

function now(): string {
  return new Date().toISOString();
}
