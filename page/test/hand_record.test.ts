import { expect, test } from "vitest";
import type { HandRecord } from "../src/game_home";
import { recordFacts, recordNotation } from "../src/hand_record";

const RECORD = {
  concealed: "123m456p99s",
  melds: [
    { tiles: "555z", concealed: false },
    { tiles: "1111p", concealed: true },
  ],
  flowers: ["1f", "2f"],
  winning_tile: "6s",
  seat: "S",
  self_drawn: false,
  discarder: "W",
  flags: { riichi: true, ippatsu: false },
  dora_indicators: ["1m"],
  ura_indicators: [],
} as unknown as HandRecord;

test("a recorded hand is written as a player types it", () => {
  expect(recordNotation(RECORD)).toBe("123m456p99s [555z] (1111p) 1f 2f +6s");
  expect(recordNotation({ ...RECORD, winning_tile: null })).toBe(
    "123m456p99s [555z] (1111p) 1f 2f",
  );
});

test("of a recorded win only what is so is a stated fact, and who discarded drew nothing", () => {
  expect(recordFacts(RECORD)).toEqual({
    riichi: true,
    dora_indicators: ["1m"],
    seat: "S",
    self_drawn: false,
    discarder: "W",
  });
  const drawn = { ...RECORD, self_drawn: true, discarder: null };
  expect(recordFacts(drawn)).toMatchObject({ seat: "S", self_drawn: true });
  expect(recordFacts(drawn)).not.toHaveProperty("discarder");
});
