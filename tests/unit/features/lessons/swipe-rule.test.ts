import { expect, test } from "vitest";
import { isPageSwipe, swipeStep } from "../../../../src/features/lessons/use-page-swipe.ts";

const swipe = { startX: 180, x: -120, y: 10, milliseconds: 200, width: 360 };

test("a quick sideways drag turns a page", () => {
  expect(isPageSwipe(swipe)).toBe(true);
  expect(isPageSwipe({ ...swipe, x: 60, y: 0, milliseconds: 800 })).toBe(true);
});

test.each([
  ["short", { x: -59 }],
  ["slow", { milliseconds: 801 }],
  ["slanting", { x: -100, y: 50 }],
  ["upright", { x: 0, y: -300 }],
  ["from the left edge of the screen", { startX: 23 }],
  ["from its right edge", { startX: 337 }],
])("a drag that is %s turns none", (_, change) => {
  expect(isPageSwipe({ ...swipe, ...change })).toBe(false);
});

test("a swipe to the left goes on, in right-to-left it goes back", () => {
  expect(swipeStep(-120, false)).toBe(1);
  expect(swipeStep(120, false)).toBe(-1);
  expect(swipeStep(-120, true)).toBe(-1);
  expect(swipeStep(120, true)).toBe(1);
});
