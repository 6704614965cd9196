import { expect, test } from "vitest";
import { isPageSwipe } from "../../../../src/features/lessons/use-page-swipe.ts";

const swipe = { startX: 180, x: -120, y: 10, milliseconds: 200, width: 360 };

test.each([
  ["quick and sideways", {}, true],
  ["as short and slow as may be", { x: 60, y: 0, milliseconds: 800 }, true],
  ["short", { x: -59 }, false],
  ["slow", { milliseconds: 801 }, false],
  ["slanting", { x: -100, y: 50 }, false],
  ["upright", { x: 0, y: -300 }, false],
  ["from the left edge of the screen", { startX: 23 }, false],
  ["from its right edge", { startX: 337 }, false],
])("a drag that is %s turns the page: %j %s", (_, change, turns) => {
  expect(isPageSwipe({ ...swipe, ...change })).toBe(turns);
});
