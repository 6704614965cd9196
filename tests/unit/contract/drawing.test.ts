import * as v from "valibot";
import { expect, test } from "vitest";
import {
  type Drawing,
  drawing,
  MAX_INK,
  MAX_POINTS,
  MAX_SHAPE_TEXT,
  MAX_SHAPES,
  type Shape,
} from "../../../src/contract/drawing.ts";

const line: Shape = { kind: "line", ink: "red", from: { x: 0, y: 0 }, to: { x: 10, y: 10 } };
const measured: Shape = { ...line, kind: "measure", mm: 100 };
const pen = (points: readonly number[]): Shape => ({ kind: "pen", ink: "red", points });
const text = (length: number): Shape => ({
  kind: "text",
  ink: "red",
  at: { x: 0, y: 0 },
  text: "x".repeat(length),
});
const zigzag = (points: number, width: number): number[] =>
  Array.from({ length: points }, (_, index) => [index % 2 === 0 ? 0 : width, 0]).flat();

const isTaken = (pages: readonly unknown[]): boolean =>
  v.is(drawing, { file: 0, pages } as Drawing);
const page = (shapes: readonly unknown[], number = 1) => ({ page: number, turn: 0, shapes });

test("a drawing is taken up to the limits of its shapes, points, ink and text", () => {
  expect(isTaken([page(Array(MAX_SHAPES).fill(line))])).toBe(true);
  expect(isTaken([page([pen(zigzag(MAX_POINTS, 100))])])).toBe(true);
  expect(isTaken([page(Array(5).fill(text(MAX_SHAPE_TEXT)))])).toBe(true);
});

test.each<[string, unknown[]]>([
  ["too many shapes", [page(Array(MAX_SHAPES + 1).fill(line))]],
  ["too many points of one stroke", [page([pen(zigzag(MAX_POINTS + 1, 1))])]],
  ["too many points on two pages", [page([pen(zigzag(MAX_POINTS, 1))]), page([pen([0, 0])], 2)]],
  ["strokes that are too long together", [page([pen(zigzag(MAX_INK / 10_000 + 2, 10_000))])]],
  ["too much text", [page(Array(6).fill(text(MAX_SHAPE_TEXT)))]],
  ["too many lengths", [page(Array(140).fill(measured))]],
  ["a text that is too long", [page([text(MAX_SHAPE_TEXT + 1)])]],
  ["a point without y", [page([pen([0, 0, 1])])]],
  ["a point far outside", [page([pen([0, 300_000])])]],
  ["half a unit", [page([pen([0.5, 0])])]],
  ["the same page twice", [page([line]), page([line])]],
  ["an ink that there is not", [page([{ ...line, ink: "url(#x)" }])]],
])("a drawing is refused with %s", (_, pages) => {
  expect(isTaken(pages)).toBe(false);
});
