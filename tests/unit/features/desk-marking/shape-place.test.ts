import { expect, test } from "vitest";
import type { Shape } from "../../../../src/contract/drawing.ts";
import { unitOfPlace } from "../../../../src/features/desk-marking/place-unit.ts";
import { boxOf, shapeAt } from "../../../../src/features/desk-marking/shape-place.ts";
import { parseLength } from "../../../../src/features/desk-marking/typed-length.ts";

const line: Shape = { kind: "line", ink: "red", from: { x: 0, y: 0 }, to: { x: 1000, y: 0 } };
const pen: Shape = { kind: "pen", ink: "red", points: [0, 500, 500, 600, 1000, 500] };
const dot: Shape = { kind: "pen", ink: "red", points: [3000, 3000] };
const text: Shape = { kind: "text", ink: "red", at: { x: 5000, y: 5000 }, text: "Seam" };
const hebrew: Shape = { kind: "text", ink: "red", at: { x: 5000, y: 7000 }, text: "תפר" };
const shapes = [line, pen, dot, text, hebrew];

test.each([
  ["on a line", { x: 500, y: 20 }, 0],
  ["on a stroke between its points", { x: 250, y: 560 }, 1],
  ["on a dot", { x: 3040, y: 3000 }, 2],
  ["within a text", { x: 5300, y: 5200 }, 3],
  ["within a text that runs to the left", { x: 4700, y: 7200 }, 4],
  ["to the right of a text that runs to the left", { x: 5400, y: 7200 }, null],
  ["beyond the end of a line", { x: 1200, y: 0 }, null],
])("a press %s selects what is there", (_, point, expected) => {
  expect(shapeAt(shapes, point, 60)).toBe(expected);
});

test("of shapes at the same place the uppermost is selected", () => {
  expect(shapeAt([line, line], { x: 10, y: 0 }, 60)).toBe(1);
});

test("the box of a shape holds all of it", () => {
  expect(boxOf(pen)).toEqual({ x: 0, y: 500, width: 1000, height: 100 });
  expect(boxOf(hebrew).x).toBeLessThan(4700);
});

test.each([
  ["12,5", "cm", 125],
  [" 12.5 ", "cm", 125],
  ["10", "inch", 254],
  [".5", "cm", 5],
  ["3.", "cm", 30],
  ["1 000", "cm", null],
  ["12.5.1", "cm", null],
  ["0", "cm", null],
  ["1001", "cm", null],
  ["1e3", "cm", null],
  ["NaN", "cm", null],
] as const)("a length that is typed as %j in %s is read", (typed, unit, mm) => {
  expect(parseLength(typed, unit)).toBe(mm);
});

test.each([
  ["en-US", "inch"],
  ["es-US", "inch"],
  ["en-GB", "cm"],
  ["de", "cm"],
  ["", "cm"],
])("lengths are offered as people measure where the browser is from: %j", (locale, unit) => {
  expect(unitOfPlace(locale)).toBe(unit);
});
