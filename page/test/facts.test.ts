import { expect, test } from "vitest";
import type { Score, Scored } from "../src/answers";
import { doubtfulTiles } from "../src/doubt";
import {
  askedFacts,
  assumedFacts,
  factsOfPlayers,
  isWonBy,
  isWonSomehow,
  totalsByAnswer,
  withFact,
} from "../src/facts";

const fact = (name: string, ...totals: number[]) => ({
  name,
  label: name,
  value: false as unknown,
  matters: new Set(totals).size > 1,
  options: totals.map((total, k) => ({ value: k > 0, label: String(k), total, implied: {} })),
  most: 0,
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

test("what changes with a fact is stated with it, or taken back", () => {
  const without = { discarder: null, self_drawn: true, seat: "E" };
  expect(withFact({ discarder: "S", riichi: true }, "blessing_heaven", true, without)).toEqual({
    blessing_heaven: true,
    riichi: true,
    self_drawn: true,
    seat: "E",
  });
  expect(withFact({ riichi: true, ippatsu: true }, "riichi", false, { ippatsu: false })).toEqual({
    riichi: false,
  });
});

test("a riichi hand names first what decides and was not stated", () => {
  const dora = { ...fact("dora_indicators"), value: [] };
  const open = [fact("seat", 1, 2), fact("riichi", 1, 2), dora];
  const score = { more: { yakuman: 0 } } as unknown as Score;
  expect(assumedFacts({}, open, score)).toEqual(["riichi", "dora_indicators", "seat"]);
  expect(assumedFacts({ double_riichi: true }, open, score)).toEqual(["dora_indicators", "seat"]);
  expect(assumedFacts({ riichi: false, dora_indicators: [] }, open, score)).toEqual(["seat"]);
});

test("a yakuman names no dora: none counts", () => {
  const dora = { ...fact("dora_indicators"), value: [] };
  expect(assumedFacts({}, [dora], { more: { yakuman: 1 } } as unknown as Score)).toEqual([]);
});

test("a riichi names no ura dora until one is stated", () => {
  const tiles = (name: string, ...value: string[]) => ({ ...fact(name), value });
  const open = [fact("riichi", 1, 2), tiles("dora_indicators", "1m"), tiles("ura_indicators")];
  const score = { more: { yakuman: 0 } } as unknown as Score;
  expect(assumedFacts({ riichi: true }, open, score)).toEqual(["ura_indicators"]);
  expect(assumedFacts({ riichi: false }, open, score)).toEqual([]);
  const turned = [...open.slice(0, 2), tiles("ura_indicators", "2m")];
  expect(assumedFacts({ riichi: true }, turned, score)).toEqual([]);
});

test("a hand that wins only self-drawn is won by somebody, and on no tile of others", () => {
  const drawn = (...totals: (number | null)[]) => ({
    ...fact("self_drawn", 0, 0),
    options: totals.map((total, k) => ({ value: k > 0, label: "", total, implied: {} })),
  });
  const none = { state: "no_win", facts: [drawn(null, 1000)] } as unknown as Scored;
  expect([isWonSomehow(none), isWonBy(none, true), isWonBy(none, false)]).toEqual([
    true,
    true,
    false,
  ]);
  const never = { state: "no_win", facts: [drawn(null, null)] } as unknown as Scored;
  expect([isWonSomehow(never), isWonBy(never, true)]).toEqual([false, false]);
  const won = { state: "won", facts: [drawn(1000, 1000)] } as unknown as Scored;
  expect([isWonSomehow(won), isWonBy(won, true), isWonBy(won, false)]).toEqual([true, true, true]);
});

test("tiles that are no win assume no dora: none would make them one", () => {
  const dora = { ...fact("dora_indicators"), value: [] };
  expect(assumedFacts({}, [dora], null)).toEqual([]);
});

test("what the discards in a photo show is asked, and not named as assumed", () => {
  const [riichi, drawn] = [fact("riichi", 1, 2), fact("self_drawn", 1, 2)];
  const open = [fact("seat", 1, 2), { ...riichi, value: true }, { ...drawn, value: true }];
  expect(assumedFacts({}, open, null)).toEqual(["seat"]);
  expect(assumedFacts({ seat: "E" }, [riichi, drawn], null)).toEqual(["riichi", "self_drawn"]);
});

test("a game knows what is on its table", () => {
  const facts = [fact("counters"), fact("riichi_sticks"), fact("riichi", 1, 2)];
  expect(askedFacts(facts, true).map(({ name }) => name)).toEqual(["riichi"]);
  expect(askedFacts(facts, false)).toEqual(facts);
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
