import { expect, test } from "vitest";
import { at, hasOwn } from "../src/workers/older_browsers";

test("what Safari before 15.4 lacks is as its own later", () => {
  expect([hasOwn({ a: 1 }, "a"), hasOwn({ a: 1 }, "toString")]).toEqual([true, false]);
  expect([0, 2, -1, -3, 3, -4].map((place) => at.call(["a", "b", "c"], place))).toEqual([
    ...["a", "c", "c", "a"],
    undefined,
    undefined,
  ]);
});
