import { expect, test } from "vitest";
import { changesOfGame } from "../src/game_changes";
import type { GameView } from "../src/game_home";
import { expiredGames, isOnShelf, keptUntil, searchGames } from "../src/games";

const PLAYERS = ["Anna", "Bo", "Carla", "Dario"];

function view(more: object = {}, over = false): GameView {
  return {
    players: PLAYERS,
    title: "",
    archived: false,
    state: { over },
    ...more,
  } as unknown as GameView;
}

test("what another phone did is stated once, as long as it holds", () => {
  expect(changesOfGame(view(), view())).toEqual([]);
  expect(changesOfGame(view(), view({ title: "Cup" }))).toEqual(["title"]);
  expect(changesOfGame(view(), view({ players: ["Eva", "Bo", "Carla", "Dario"] }))).toEqual([
    "names",
  ]);
  const archived = view({ archived: true });
  expect(changesOfGame(view(), archived, ["title"])).toEqual(["title", "archived"]);
  expect(changesOfGame(archived, view(), ["archived"])).toEqual(["unarchived"]);
  expect(changesOfGame(view(), view({}, true))).toEqual(["ended"]);
  expect(changesOfGame(view({}, true), view(), ["ended", "archived"])).toEqual(["reopened"]);
});

test("a restored game is stated as lost no more", () => {
  expect(changesOfGame(view(), view({ title: "Cup" }), ["deleted_game"])).toEqual(["title"]);
});

test("deleted games have a shelf of their own, for 30 days", () => {
  const file = { id: "a", started: "2026-11-01", players: PLAYERS, rules: { id: "mcr" } };
  const deleted = { ...file, archived: true, deleted: "2026-11-01T10:00:00.000Z" };
  expect([isOnShelf(file, "current"), isOnShelf({ ...file, archived: true }, "archived")]).toEqual([
    true,
    true,
  ]);
  expect([isOnShelf(deleted, "archived"), isOnShelf(deleted, "deleted")]).toEqual([false, true]);
  expect(keptUntil(file)).toBeNull();
  expect(keptUntil(deleted)).toBe("2026-12-01T10:00:00.000Z");
  expect(expiredGames([file, deleted], "2026-12-01T09:00:00.000Z")).toEqual([]);
  expect(expiredGames([file, deleted], "2026-12-01T11:00:00.000Z")).toEqual([deleted]);
});

test("a game is found by its own name, in part with a player's", () => {
  const file = { id: "a", started: "", players: PLAYERS, rules: { id: "mcr" }, title: "Été Cup" };
  expect(searchGames([file], "ete anna")).toEqual([file]);
  expect(searchGames([file], "winter")).toEqual([]);
});
