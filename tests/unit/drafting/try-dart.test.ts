import { expect, test } from "vitest";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { openTryDart, type TryDart } from "../../../src/drafting/try-dart.ts";

const example = (): TryDart => {
  const tried = openTryDart(EXAMPLE_BODY);
  if (!tried) throw new Error("the example must be drafted");
  return tried;
};

test("the front stays within its box, wherever its parts turn", () => {
  const tried = example();
  const { left, top, width, height } = tried.box;
  for (let position = 0; position <= tried.length; position += 1) {
    for (const { x, y } of tried.move(position, 1).outline.map((curve) => curve[0])) {
      expect(x).toBeGreaterThan(left);
      expect(x).toBeLessThan(left + width);
      expect(y).toBeGreaterThan(top);
      expect(y).toBeLessThan(top + height);
    }
  }
});

test("measures from which no bodice can be drafted give nothing to try", () => {
  expect(openTryDart({ bust_girth: 90 })).toBeNull();
  expect(openTryDart({ ...EXAMPLE_BODY, bust_girth: -4 })).toBeNull();
});
