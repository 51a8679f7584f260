import { expect, test } from "vitest";
import {
  choose,
  isAnswered,
  markOf,
  needsOneTap,
  type QuizPart,
  type QuizQuestion,
  type QuizVerdict,
} from "../src/quiz";

const PATTERNS: QuizPart = {
  ask: "patterns",
  text: "Which patterns count?",
  is_multiple: true,
  choices: ["1", "2", "3"].map((value) => ({ value, label: value })),
};
const POINTS: QuizPart = { ...PATTERNS, ask: "points", is_multiple: false };

function question(...parts: QuizPart[]): QuizQuestion {
  return { parts } as unknown as QuizQuestion;
}

test("a tap adds a pattern and takes it back; of numbers it is the only one", () => {
  let chosen = choose(choose({}, PATTERNS, "1"), PATTERNS, "3");
  expect(chosen).toEqual({ patterns: ["1", "3"] });
  chosen = choose(chosen, PATTERNS, "1");
  expect(chosen).toEqual({ patterns: ["3"] });
  chosen = choose(choose(chosen, POINTS, "1"), POINTS, "2");
  expect(chosen).toEqual({ patterns: ["3"], points: ["2"] });
});

test("everything that is asked needs an answer", () => {
  const both = question(PATTERNS, POINTS);
  expect(isAnswered(both, { patterns: ["1"] })).toBe(false);
  expect(isAnswered(both, { patterns: [], points: ["1"] })).toBe(false);
  expect(isAnswered(both, { patterns: ["1"], points: ["1"] })).toBe(true);
});

test("a number that is asked alone is answered by one tap", () => {
  expect(needsOneTap(question(POINTS))).toBe(true);
  expect(needsOneTap(question(PATTERNS))).toBe(false);
  expect(needsOneTap(question(PATTERNS, POINTS))).toBe(false);
});

test("choices are marked as right, missed and wrong", () => {
  const verdict = { right: { patterns: ["1", "2"] } } as unknown as QuizVerdict;
  const chosen = { patterns: ["1", "3"] };
  const marks = ["1", "2", "3", "4"].map((one) => markOf(verdict, chosen, "patterns", one));
  expect(marks).toEqual(["right", "missed", "wrong", ""]);
  expect(markOf(verdict, chosen, "points", "1")).toBe("");
});
