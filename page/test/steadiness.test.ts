import { describe, expect, test } from "vitest";
import { FEWEST, type Look, STILL_LOOKS, Steadiness } from "../src/steadiness";

/** Return a row of tiles, moved by a share of the picture. */
function row(count: number, moved = 0): Look {
  return Array.from({ length: count }, (_, k) => {
    const left = 0.05 + 0.06 * k + moved;
    return [
      [left, 0.4],
      [left + 0.05, 0.4],
      [left + 0.05, 0.5],
      [left, 0.5],
    ] as const;
  });
}

function reached(looks: readonly Look[]): boolean {
  const steadiness = new Steadiness();
  for (const look of looks) steadiness.add(look);
  return steadiness.isReached;
}

describe("a hand is shot", () => {
  const enough = STILL_LOOKS + 1;

  test("when it lies still, though one tile comes and goes", () => {
    expect(reached(Array.from({ length: enough }, (_, k) => row(k % 2 ? 14 : 13)))).toBe(true);
    expect(reached(Array.from({ length: enough - 1 }, () => row(14)))).toBe(false);
  });

  test("not while the camera moves", () => {
    expect(reached(Array.from({ length: 9 }, (_, k) => row(14, 0.02 * (k % 2))))).toBe(false);
  });

  test("not before there is about a hand in view", () => {
    expect(reached(Array.from({ length: 9 }, () => row(FEWEST - 1)))).toBe(false);
    expect(reached(Array.from({ length: 9 }, () => []))).toBe(false);
  });

  test("again only after it has lain still again", () => {
    const steadiness = new Steadiness();
    for (let k = 0; k < enough; k++) steadiness.add(row(14));
    expect(steadiness.add(row(14, 0.1))).toBe(false);
    expect(steadiness.isReached).toBe(false);
  });
});
