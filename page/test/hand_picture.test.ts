import { expect, test } from "vitest";
import { brokenLines } from "../src/hand_picture";

test("a sentence is broken between words, and a word never", () => {
  const fits = (line: string) => line.length <= 10;
  expect(brokenLines("East -8 · South +24", fits)).toEqual(["East -8 ·", "South +24"]);
  expect(brokenLines("Maximilian-Alexander +8", fits)).toEqual(["Maximilian-Alexander", "+8"]);
  expect(brokenLines("", fits)).toEqual([]);
});
