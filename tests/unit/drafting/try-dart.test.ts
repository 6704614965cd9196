import { expect, test } from "vitest";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { openTryDart, type TryDart } from "../../../src/drafting/try-dart.ts";

const example = (): TryDart => {
  const tried = openTryDart(EXAMPLE_BODY);
  if (!tried) throw new Error("the example must be drafted");
  return tried;
};

test("wherever the dart is dragged, waist and sewn seams keep their lengths within a millimetre", () => {
  const tried = example();
  for (let position = 0; position <= tried.length; position += 2) {
    for (const share of [0, 0.5, 1]) {
      const { waist, seams, width, outline } = tried.move(position, share);
      expect(Math.abs(waist - 74)).toBeLessThan(0.1);
      const [side, shoulder] = seams;
      expect(Math.abs((side?.back ?? 0) - (side?.front ?? 9))).toBeLessThan(0.1);
      // Half a centimetre is eased in over the shoulder blade.
      expect(Math.abs((shoulder?.back ?? 0) - (shoulder?.front ?? 9) - 0.5)).toBeLessThan(0.1);
      expect(outline.flat().every(({ x, y }) => Number.isFinite(x + y))).toBe(true);
      expect(width).toBeGreaterThanOrEqual(0);
    }
  }
});

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

test("the dart goes to the edge that lies in the direction of the pointer", () => {
  const tried = example();
  const { x, y } = tried.bustPoint;
  const toward = (dx: number, dy: number) =>
    tried.move(tried.toward({ x: x + dx, y: y + dy }), 1).edge;
  expect([toward(-10, 0), toward(0, 10), toward(10, 0)]).toEqual(["side", "waist", "centre"]);
});

test("measures from which no bodice can be drafted give nothing to try", () => {
  expect(openTryDart({ bust_girth: 90 })).toBeNull();
  expect(openTryDart({ ...EXAMPLE_BODY, bust_girth: -4 })).toBeNull();
});
