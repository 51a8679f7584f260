import { expect, test } from "vitest";
import { frameIn, visiblePart } from "../src/camera_frame";

const UPRIGHT = { width: 3000, height: 4000 };
const ACROSS = { width: 1280, height: 960 };
const PHONE = { width: 390, height: 650 };

test("a picture of the phone's direction fills its place: the frame is in the visible part", () => {
  const [left, top, width, height] = visiblePart(UPRIGHT, PHONE);
  expect(top).toBe(0);
  expect(width / height).toBeCloseTo(PHONE.width / PHONE.height);
  expect(left).toBeCloseTo((UPRIGHT.width - width) / 2);
  const [x, y, wide, tall] = frameIn(UPRIGHT, PHONE);
  expect(x).toBeGreaterThan(left);
  expect(y).toBeGreaterThan(top);
  expect(x + wide).toBeLessThan(left + width);
  expect(y + tall).toBeLessThan(top + height);
});

test("a picture that lies across is whole", () => {
  expect(visiblePart(ACROSS, PHONE)).toEqual([0, 0, 1280, 960]);
  const [x, , wide] = frameIn(ACROSS, PHONE);
  expect(2 * x + wide).toBeCloseTo(1280, -1);
});

test("before its place is known the picture is whole", () => {
  expect(visiblePart(UPRIGHT, { width: 0, height: 0 })).toEqual([0, 0, 3000, 4000]);
});
