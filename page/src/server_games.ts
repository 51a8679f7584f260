/** Games kept on the table's server: every phone at the table sees them. */

import {
  BYTE_ORDER,
  type EntryHistory,
  type Evidence,
  fileName,
  type GameHome,
  type GameList,
  type GameQuery,
  type GameResults,
  type GameStep,
  type GameView,
  type NamedFile,
  type NewGame,
  type ServerUndo,
  type Statistics,
  type Undo,
} from "./game_home";
import { getFrom, getText, postTo } from "./server";

/** What can change beside the entries of a game. */
interface Unchanged {
  readonly unchanged: true;
  readonly title: string;
  readonly archived: boolean;
}

/** The games of the server. */
export class ServerGames implements GameHome {
  readonly kind = "server";

  list(query: GameQuery): Promise<GameList> {
    return getFrom<GameList>(`api/games?${wordsOf(query)}`);
  }

  results(query: GameQuery): Promise<GameResults> {
    return getFrom<GameResults>(`api/results?${wordsOf(query)}`);
  }

  statistics(search: string): Promise<Statistics> {
    return getFrom<Statistics>(`api/statistics?search=${encodeURIComponent(search)}`);
  }

  history({ id }: GameView, number: number): Promise<EntryHistory> {
    return getFrom<EntryHistory>(pathOf(id, `entries/${number}`));
  }

  async archive({ id }: GameView, archived: boolean): Promise<GameStep> {
    const game = await postTo<GameView>(pathOf(id, "shelf"), { archived });
    return { game, undo: way(id, "shelf", { archived: !archived }) };
  }

  async remove({ id }: GameView): Promise<Undo> {
    await postTo(pathOf(id, "shelf"), { deleted: true });
    return way(id, "shelf", { deleted: false });
  }

  restore(id: string): Promise<GameView> {
    return postTo<GameView>(pathOf(id, "shelf"), { deleted: false });
  }

  async sign({ id, result }: GameView, player: number): Promise<GameStep> {
    const game = await postTo<GameView>(pathOf(id, "signatures"), { player, points: result });
    return { game, undo: null };
  }

  async purge(id: string): Promise<void> {
    await postTo(pathOf(id, "shelf"), { purged: true });
  }

  async rename({ id, title = "" }: GameView, wanted: string): Promise<GameStep> {
    const game = await postTo<GameView>(pathOf(id, "shelf"), { title: wanted });
    return { game, undo: way(id, "shelf", { title }) };
  }

  undo(step: ServerUndo): Promise<GameView> {
    return postTo<GameView>(step.path, step.body);
  }

  open(id: string): Promise<GameView> {
    return getFrom<GameView>(pathOf(id));
  }

  async look(game: GameView): Promise<GameView> {
    const path = `${pathOf(game.id)}?since=${game.version ?? game.revision}`;
    const found = await getFrom<GameView | Unchanged>(path);
    if (!("unchanged" in found)) return found;
    const { title, archived } = found;
    const isSame = title === (game.title ?? "") && archived === (game.archived ?? false);
    return isSame ? game : { ...game, title, archived };
  }

  async begin(wanted: NewGame): Promise<GameStep> {
    return { game: await postTo<GameView>("api/games", wanted), undo: null };
  }

  async record(
    game: GameView,
    happened: object | null,
    number: number | null,
    evidence: Evidence | null,
  ): Promise<GameStep> {
    const { revision } = game;
    if (number === null) {
      const asked = { number: game.next, revision, happened, ...evidence };
      const after = await postTo<GameView>(pathOf(game.id, "entries"), asked);
      return { game: after, undo: undoAppended(after) };
    }
    const version = game.entries[number - 1]?.version ?? 0;
    const asked = { number, version, revision, happened, ...evidence };
    const after = await postTo<GameView>(pathOf(game.id, "corrections"), asked);
    return { game: after, undo: undoCorrected(after, number, version) };
  }

  importFile(content: string): Promise<GameStep> {
    return postTo<GameView>("api/games/import", content).then((game) => ({ game, undo: null }));
  }

  async exportFile(game: GameView): Promise<NamedFile> {
    const file = await getFrom<object>(pathOf(game.id, "game.json"));
    return { name: fileName(game, "json"), content: JSON.stringify(file, null, 1) };
  }

  async exportTable(game: GameView): Promise<NamedFile> {
    const csv = await getText(pathOf(game.id, "game.csv"));
    return { name: fileName(game, "csv"), content: `${BYTE_ORDER}${csv}` };
  }
}

function wordsOf({ search, shelf, limit }: GameQuery): string {
  const wanted = `search=${encodeURIComponent(search)}&limit=${limit}`;
  return shelf === "current" ? wanted : `${wanted}&${shelf}=1`;
}

function pathOf(id: string, rest = ""): string {
  const path = `api/games/${encodeURIComponent(id)}`;
  return rest === "" ? path : `${path}/${rest}`;
}

function way(game: string, to: string, body: object): ServerUndo {
  return { home: "server", game, path: pathOf(game, to), body };
}

/** Strike the last entry out. */
function undoAppended({ id, entries }: GameView): Undo {
  const last = entries[entries.length - 1];
  const number = last?.number ?? 0;
  const version = last?.version ?? 0;
  return way(id, "corrections", { number, version, happened: null });
}

/** Restore the version of an entry before its correction. */
function undoCorrected({ id, entries }: GameView, number: number, restore: number): Undo {
  const version = entries[number - 1]?.version ?? 0;
  return way(id, "corrections", { number, version, restore });
}
