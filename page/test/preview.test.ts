import { expect, test } from "vitest";
import { isCoarse } from "../src/preview";

test("a part is cut from the photo where the preview has too few pixels for the screen", () => {
  // part of a photo, its sides, pixels of the screen
  expect(isCoarse([0, 0, 4000, 600], 4032, 3024, 1170)).toBe(false);
  expect(isCoarse([0, 0, 1000, 300], 4032, 3024, 1170)).toBe(true);
  expect(isCoarse([0, 0, 300, 1000], 3024, 4032, 1170)).toBe(true);
});

test("nothing is cut from a photo that is shown itself, or where it is not sharper", () => {
  expect(isCoarse([0, 0, 100, 100], 1600, 1200, 1170)).toBe(false);
  expect(isCoarse([0, 0, 100, 100], 1700, 1200, 1170)).toBe(false);
});
