import { expect, test } from "vitest";
import type { Evaluation, Scored } from "../src/answers";
import { kindsOf, stepOf } from "../src/live_step";

const WON = { state: "won", score: { total: 45 } } as unknown as Scored;
const NO_WIN = { state: "no_win", score: null } as unknown as Scored;
const OPEN = { id: "above", default: null };
const FATAL = { text: "six in hand", fatal: true };
const NEAR = { tile: 3, new: "5m" };

/** Return what Python answers of 14 tiles, each read with such a probability. */
function found(given: {
  share?: number;
  score?: Scored | null;
  questions?: object[];
  problems?: object[];
  near?: object[];
}): Evaluation {
  const { share = 0.99, score = WON, questions = [], problems = [], near = [] } = given;
  const tiles = Array.from({ length: 14 }, (_, id) => ({
    id,
    role: "concealed",
    names: [["5m", share]],
  }));
  return { reading: { tiles, questions, problems }, score, near } as unknown as Evaluation;
}

test("a win with every tile sure and nothing to ask stands there", () => {
  expect(stepOf(found({}))).toBe("stands");
  expect(stepOf(found({ questions: [{ ...OPEN, default: "no" }] }))).toBe("stands");
});

test("a hand of which a photo may tell more is shot", () => {
  expect(stepOf(found({ share: 0.6 }))).toBe("shoot");
  expect(stepOf(found({ questions: [OPEN] }))).toBe("shoot");
  expect(stepOf(found({ score: null, questions: [OPEN] }))).toBe("shoot");
  expect(stepOf(found({ score: NO_WIN, share: 0.6, near: [NEAR] }))).toBe("shoot");
});

test("what is no winning hand is not shot, as a pond", () => {
  expect(stepOf(found({ score: NO_WIN }))).toBe("wait");
  expect(stepOf(found({ score: NO_WIN, share: 0.6 }))).toBe("wait");
  expect(stepOf(found({ score: NO_WIN, near: [NEAR] }))).toBe("wait");
  expect(stepOf(found({ score: null, share: 0.6, problems: [FATAL] }))).toBe("wait");
  expect(stepOf({ ...found({}), reading: undefined } as unknown as Evaluation)).toBe("wait");
});

test("two looks see the same hand where their kinds are the same", () => {
  const look = (kinds: string) =>
    kindsOf(kinds.split(" ").map((kind) => ({ names: [[kind, 0.9]] })) as never);
  expect(look("1m 2m")).toBe("1m 2m");
  expect(look("1m 2m")).not.toBe(look("2m 1m"));
});
