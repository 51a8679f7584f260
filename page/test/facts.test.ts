import { expect, test } from "vitest";
import { doubtfulTiles } from "../src/doubt";
import { assumedFacts, factsOfPlayers, totalsByAnswer, withFact } from "../src/facts";

const fact = (name: string, ...totals: number[]) => ({
  name,
  label: name,
  options: totals.map((total, k) => ({ value: k > 0, label: String(k), total })),
});

test("facts that contradict the newest one are dropped", () => {
  expect(withFact({ discarder: "S" }, "self_drawn", true)).toEqual({ self_drawn: true });
  expect(withFact({ self_drawn: true }, "discarder", "W")).toEqual({
    discarder: "W",
    self_drawn: false,
  });
  expect(withFact({ discarder: "S", self_drawn: false }, "seat", "S")).toEqual({
    seat: "S",
    self_drawn: false,
  });
});

test("a total names what it assumes until it is stated", () => {
  const open = [fact("self_drawn", 1, 2), fact("seat", 1, 2), fact("last_tile", 1, 2)];
  expect(assumedFacts({}, open, null)).toEqual(["seat", "self_drawn"]);
  expect(assumedFacts({ seat: "E" }, open, null)).toEqual(["self_drawn"]);
  expect(totalsByAnswer(open[0])).toEqual({ false: 1, true: 2 });
  expect(totalsByAnswer(fact("self_drawn", 1, 1))).toEqual({});
});

test("doubtful tiles come least sure first, and only those of the hand", () => {
  const tile = (id: number, share: number, role = "concealed") => ({
    id,
    role,
    kind: "1m",
    quad: [],
    names: [["1m", share]] as const,
  });
  const tiles = [tile(0, 0.8), tile(1, 0.99), tile(2, 0.3), tile(3, 0.1, "other")];
  const hand = { concealed: [], winning: null, melds: [], flowers: [], dora: [], ura: [] };
  const reading = { width: 1, height: 1, tiles, hand, problems: [], questions: [] };
  expect(doubtfulTiles(reading, {})).toEqual([2, 0]);
  expect(doubtfulTiles(reading, { "tile:2": "1m" })).toEqual([0]);
});

test("winner and discarder keep their players when the seats move on", () => {
  const before = { E: 0, S: 1, W: 2, N: 3 };
  const now = { E: 1, S: 2, W: 3, N: 0 };
  expect(factsOfPlayers({ seat: "E", discarder: "W", riichi: true }, before, now)).toEqual({
    seat: "N",
    discarder: "S",
    riichi: true,
  });
  expect(factsOfPlayers({ discarder: null }, before, now)).toEqual({ discarder: null });
});
