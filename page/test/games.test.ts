import { expect, test } from "vitest";
import { missingFact } from "../src/facts";
import { newId, sortGames, withGame } from "../src/games";

const file = (id: string, started: string) => ({ id, started, players: [], rules: { id: "mcr" } });

test("games are listed from the newest, each once", () => {
  const games = [file("a", "2026-01-01"), file("b", "2026-03-01")];
  expect(sortGames(games).map(({ id }) => id)).toEqual(["b", "a"]);
  const next = { ...file("a", "2026-01-01"), players: ["Anna"] };
  expect(withGame(games, next).map(({ id, players }) => [id, players])).toEqual([
    ["b", []],
    ["a", ["Anna"]],
  ]);
});

test("a game's name is one that the server takes", () => {
  expect(newId()).toMatch(/^[0-9a-f]{16}$/);
  expect(newId()).not.toBe(newId());
});

test("a win is recorded only when it is known who won and who pays", () => {
  expect(missingFact({})).toBe("seat");
  expect(missingFact({ seat: "S" })).toBe("self_drawn");
  expect(missingFact({ seat: "S", self_drawn: false })).toBe("discarder");
  expect(missingFact({ seat: "S", self_drawn: true })).toBeNull();
  expect(missingFact({ seat: "S", self_drawn: false, discarder: "E" })).toBeNull();
});
