import { expect, test } from "vitest";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { openTryDart, type TryDart } from "../../../src/drafting/try-dart.ts";

test("the front stays within its box, wherever its parts turn", () => {
  const tried = openTryDart(EXAMPLE_BODY) as TryDart;
  const { left, top, width, height } = tried.box;
  for (let position = 0; position <= tried.length; position += 1)
    for (const [{ x, y }] of tried.move(position, 1).outline) {
      expect([x > left, x < left + width], `${x} at ${position}`).toEqual([true, true]);
      expect([y > top, y < top + height], `${y} at ${position}`).toEqual([true, true]);
    }
});

test("measures from which no bodice can be drafted give nothing to try", () => {
  expect(openTryDart({ bust_girth: 90 })).toBeNull();
  expect(openTryDart({ ...EXAMPLE_BODY, bust_girth: -4 })).toBeNull();
});
