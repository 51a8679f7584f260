import { expect, test } from "vitest";
import { dotted, meanText, percentText } from "../src/components/numbers";

test("a probability stays in one line", () => {
  expect([0.004, 0.81, 0.996, 1].map(percentText)).toEqual([
    "<\u00a01\u00a0%",
    "81\u00a0%",
    ">\u00a099\u00a0%",
    "100\u00a0%",
  ]);
});

test("a mean has one decimal below 100, written as in its language", () => {
  expect([10.86, 9, 99.96, 1966.67].map((mean) => meanText(mean, "en"))).toEqual([
    "10.9",
    "9",
    "100",
    "1967",
  ]);
  expect(meanText(10.86, "it")).toBe("10,9");
});

test("a line that is broken between parts does not begin with a dot", () => {
  const breaks = dotted(["East\u00a0−8", "South\u00a0+24"]).split(/(?<=[ ])/);
  expect(breaks).toEqual(["East\u00a0−8\u00a0· ", "South\u00a0+24"]);
});
