import { expect, test } from "vitest";
import { percentText } from "../src/components/numbers";

test("a probability stays in one line", () => {
  expect([0.004, 0.81, 0.996, 1].map(percentText)).toEqual([
    "<\u00a01\u00a0%",
    "81\u00a0%",
    ">\u00a099\u00a0%",
    "100\u00a0%",
  ]);
});
