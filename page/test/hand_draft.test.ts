import { afterEach, beforeEach, expect, test, vi } from "vitest";

const WIN = "123m456p789s33s22z +2z";

let hand: typeof import("../src/hand_draft");

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("localStorage", undefined); // private mode: nothing is kept
  hand = await import("../src/hand_draft");
});
afterEach(() => vi.unstubAllGlobals());

function type(typed: string): void {
  hand.remember();
  hand.change({ ...hand.draft.value, typed });
}

test("each remembered step is taken back once, the newest first", () => {
  expect(hand.stepBack()).toBe(false);
  type(WIN);
  type("1m");
  expect(hand.canUndo.value).toBe(true);
  expect(hand.stepBack()).toBe(true);
  expect(hand.draft.value.typed).toBe(WIN);
  expect(hand.stepBack()).toBe(true);
  expect(hand.draft.value).toBe(hand.EMPTY);
  expect(hand.canUndo.value).toBe(false);
});

test("a hand of another tab is this tab's own from its first step on", () => {
  hand.takeOthersDraft({ ...hand.EMPTY, typed: WIN }, [hand.EMPTY]);
  expect(hand.isOwnHand()).toBe(false);
  expect(hand.stepBack()).toBe(true); // the other tab's step
  expect(hand.isOwnHand()).toBe(true);
  hand.takeOthersDraft({ ...hand.EMPTY, typed: WIN }, []);
  expect(hand.takeAsOwn()).toBe(true);
  expect(hand.takeAsOwn()).toBe(false);
});

test("kept steps come before those of now, and a kept hand without a field has it", () => {
  type("1m");
  const { answers: _, ...older } = hand.EMPTY;
  hand.bringBack([{ ...older, typed: WIN } as typeof hand.EMPTY], null);
  expect(hand.draft.value.typed).toBe("1m");
  hand.stepBack();
  hand.stepBack();
  expect(hand.draft.value).toEqual({ ...hand.EMPTY, typed: WIN });
});

test("only fifty steps are kept", () => {
  for (let count = 0; count < 60; count += 1) type(`${count}`);
  let steps = 0;
  while (hand.stepBack()) steps += 1;
  expect(steps).toBe(50);
  expect(hand.draft.value.typed).toBe("9");
});
