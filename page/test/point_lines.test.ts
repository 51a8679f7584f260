import { expect, test } from "vitest";
import { pointLines } from "../src/components/point_lines";
import { knownNames, searchGames } from "../src/games";

test("the points of a game are drawn between the edges, the highest on top", () => {
  const { start, lines } = pointLines(
    [
      [0, 0],
      [30, -30],
    ],
    108,
    68,
  );
  expect(start).toBe(34);
  expect(lines).toEqual(["4.0,34.0 104.0,4.0", "4.0,34.0 104.0,64.0"]);
});

test("a game without deals has a line all the same", () => {
  expect(pointLines([[0, 0, 0, 0]], 100, 50).lines).toHaveLength(4);
});

const file = (id: string, players: string[], name?: string) => ({
  id,
  players,
  started: "2026-01-01",
  rules: { id: "mcr" },
  entries: name === undefined ? [] : [{ events: [{ name }, {}] }],
});

test("games are found by parts of names, also of players who joined later", () => {
  const games = [file("a", ["Zoë", "Bo"], "Eva"), file("b", ["Bo", "Anna"])];
  const found = (search: string) => searchGames(games, search).map(({ id }) => id);
  expect(found("")).toEqual(["a", "b"]);
  expect(found("zoe")).toEqual(["a"]);
  expect(found("EV bo")).toEqual(["a"]);
  expect(found("zoe anna")).toEqual([]);
  expect(knownNames(games)[0]).toBe("Bo");
  expect(knownNames(games)).toContain("Eva");
});
