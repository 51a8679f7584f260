import { expect, test } from "vitest";
import type { Evaluation, Question } from "../src/answers";
import { openQuestions, questionsByNeed } from "../src/open_questions";

const found = (score: object | null) =>
  ({
    reading: { questions: [{ id: "winning_tile" }, { id: "tile:3" }] },
    score,
  }) as unknown as Evaluation;
const ids = (score: object | null) => openQuestions(found(score)).map(({ id }) => id);

test("which tile won is not asked of tiles that are no winning hand", () => {
  expect(ids({ state: "no_win", score: null })).toEqual(["tile:3"]);
});

test("which tile won is asked where it decides", () => {
  expect(ids(null)).toEqual(["winning_tile", "tile:3"]);
  expect(ids({ state: "won", score: {} })).toEqual(["winning_tile", "tile:3"]);
  // too few points for the rule set: another tile may bring them
  expect(ids({ state: "no_win", score: {} })).toEqual(["winning_tile", "tile:3"]);
  expect(openQuestions(null)).toEqual([]);
});

test("what is assumed is apart from what must be answered", () => {
  const [asked, assumed] = [{ default: null }, { default: "pung" }] as unknown as Question[];
  expect(questionsByNeed([assumed!, asked!])).toEqual({ needed: [asked], assumed: [assumed] });
});
