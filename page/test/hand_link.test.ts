import { expect, test } from "vitest";
import { readLink, writeLink } from "../src/hand_link";

const HAND = {
  typed: "123m456p99s45s [555z] 1f 2f +6s",
  rules: "riichi-ema:red_fives=yes",
  facts: {
    seat: "S",
    discarder: "W",
    self_drawn: false,
    riichi: true,
    counters: 2,
    dora_indicators: ["1m", "5z"],
    ura_indicators: ["9s"],
  },
};

test("a link carries tiles, rules and facts", () => {
  expect(readLink(writeLink(HAND))).toEqual(HAND);
});

test("what is not stated is not in a link", () => {
  const facts = { seat: "E", discarder: null, dora_indicators: [] };
  expect(readLink(writeLink({ ...HAND, facts }))).toEqual({ ...HAND, facts: { seat: "E" } });
});

test("a plus that a chat left bare is a winning tile still", () => {
  expect(readLink("h=123m+6s&rules=mcr")).toEqual({ typed: "123m+6s", rules: "mcr", facts: {} });
});

test("what is no hand's link carries none", () => {
  for (const link of ["", "h=", "rules=mcr", `h=${"1m".repeat(200)}`]) {
    expect(readLink(link)).toBeNull();
  }
  expect(readLink("h=1m&__proto__=x&Seat=S&a%20b=1")?.facts).toEqual({});
});
