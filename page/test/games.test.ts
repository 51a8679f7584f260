import { expect, test } from "vitest";
import { missingFact } from "../src/facts";
import { type GameFile, isGameFile } from "../src/game_file";
import type { Undo } from "../src/game_home";
import { newId, possibleSteps, sortGames } from "../src/games";

const file = (id: string, started: string) => ({ id, started, players: [], rules: { id: "mcr" } });

test("games are listed from the newest", () => {
  const games = [file("a", "2026-01-01"), file("b", "2026-03-01")];
  expect(sortGames(games).map(({ id }) => id)).toEqual(["b", "a"]);
});

test("a file that is no game is known before Python is asked", () => {
  expect(isGameFile('{"format": "handreader-game/9"}')).toBe(true);
  for (const content of ["", "null", "[1]", '{"format": 2}', "\u00ff\u00d8JPEG"]) {
    expect(isGameFile(content)).toBe(false);
  }
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

test("a kept step is taken back only where its game is as the step left it", () => {
  const named = (title: string): GameFile => ({ ...file("game", "2026-01-01"), title });
  const [begun, one, two] = [named("a"), named("b"), named("c")] as const;
  const step = (before: GameFile, after: GameFile): Undo => ({
    home: "device",
    game: "game",
    before,
    after,
  });
  const both = [step(begun, one), step(one, two)];
  expect(possibleSteps(both, [two])).toEqual(both);
  expect(possibleSteps(both, [one])).toEqual([both[0]]); // the newer one is taken back
  expect(possibleSteps([both[0]!], [two])).toEqual([]); // one that followed was not kept
  expect(possibleSteps(both, [])).toEqual([]);
  const again = { ...one, revision: 7 }; // as after the way back from the newer one
  expect(possibleSteps(both, [again])).toEqual([both[0]]);
  const deletion = step(two, { ...two, deleted: "2026-02-01" });
  expect(possibleSteps([...both, deletion], [two])).toEqual(both); // restored since
});
