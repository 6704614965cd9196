import { describe, expect, test } from "vitest";
import type { Shape } from "../../../../src/contract/drawing.ts";
import { shapeAt, turnShapes } from "../../../../src/features/desk-marking/shape-geometry.ts";
import fc from "../../../support/fast-check.ts";

const line: Shape = { kind: "line", ink: "red", from: { x: 0, y: 0 }, to: { x: 1000, y: 0 } };
const pen: Shape = { kind: "pen", ink: "red", points: [0, 500, 500, 600, 1000, 500] };
const dot: Shape = { kind: "pen", ink: "red", points: [3000, 3000] };
const text: Shape = { kind: "text", ink: "red", at: { x: 5000, y: 5000 }, text: "Seam" };
const hebrew: Shape = { kind: "text", ink: "red", at: { x: 5000, y: 7000 }, text: "תפר" };
const shapes = [line, line, pen, dot, text, hebrew];

test.each([
  ["on the uppermost of two lines", { x: 500, y: 20 }, 1],
  ["on a stroke between its points", { x: 250, y: 560 }, 2],
  ["on a dot", { x: 3040, y: 3000 }, 3],
  ["within a text", { x: 5300, y: 5200 }, 4],
  ["within a text that runs to the left", { x: 4700, y: 7200 }, 5],
  ["to the right of a text that runs to the left", { x: 5400, y: 7200 }, null],
  ["beyond the end of a line", { x: 1200, y: 0 }, null],
])("a press %s selects what is there", (_, point, expected) => {
  expect(shapeAt(shapes, point, 60)).toBe(expected);
});

const arrow: Shape = { ...line, kind: "arrow", to: { x: 10_000, y: 5000 } };

describe("shapes on a page that is turned", () => {
  // A page twice as wide as high becomes one twice as high as wide.
  test.each([
    ["clockwise", 90, { x: 10_000, y: 0 }, { x: 0, y: 20_000 }],
    ["to the other side", -90, { x: 0, y: 20_000 }, { x: 10_000, y: 0 }],
  ] as const)("stay on what they mark: a quarter %s", (_, by, from, to) => {
    expect(turnShapes([arrow], by, 5000)).toEqual([{ ...arrow, from, to }]);
  });

  test("are back in their places after a whole turn, to within a thousandth of it", () => {
    const unit = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(unit, unit, fc.integer({ min: 4000, max: 25_000 }), (x, down, height) => {
        const y = Math.min(down, height);
        const text: Shape = { kind: "text", ink: "red", at: { x, y }, text: "x" };
        const pen: Shape = { kind: "pen", ink: "red", points: [x, y] };
        let shapes: readonly Shape[] = [text, pen];
        let high = height;
        for (let turn = 0; turn < 4; turn += 1) {
          shapes = turnShapes(shapes, 90, high);
          high = 100_000_000 / high;
        }
        const [one, other] = shapes;
        if (one?.kind !== "text" || other?.kind !== "pen") throw new Error("Another shape.");
        expect(Math.abs(one.at.x - x)).toBeLessThanOrEqual(10);
        expect(Math.abs(one.at.y - y)).toBeLessThanOrEqual(10);
        expect(other.points).toEqual([one.at.x, one.at.y]);
      }),
    );
  });

  test("stay within what a drawing may hold, on the longest strip of a picture", () => {
    const far: Shape = { kind: "pen", ink: "red", points: [10_000, 190_000] };
    const [turned] = turnShapes([far], -90, 300);
    expect(turned?.kind === "pen" && turned.points.every((each) => each <= 200_000)).toBe(true);
  });
});
