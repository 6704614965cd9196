import * as v from "valibot";
import { expect, test } from "vitest";
import { type DrawnPage, drawing, type Shape } from "../../../src/contract/drawing.ts";
import { numberPins, pinsOf } from "../../../src/domain/pins.ts";
import { createMarking } from "../../../src/features/desk-marking/marking.ts";
import { turnShapes } from "../../../src/features/desk-marking/shape-geometry.ts";

type PinShape = Extract<Shape, { kind: "pin" }>;

const pin = (text: string, change: Partial<PinShape> = {}): PinShape => ({
  ...{ kind: "pin", ink: "red", at: { x: 2500, y: 3750 }, high: 7500, number: 1, text },
  ...change,
});
const page = (shapes: Shape[], number = 1): DrawnPage => ({ page: number, turn: 0, shapes });
const numbersOf = (pages: readonly DrawnPage[] = []) =>
  pages.flatMap(({ shapes }) => shapes.flatMap((each) => (each.kind === "pin" ? each.number : [])));

test("pins are numbered through all pages of a file, and stand where they are on the picture", () => {
  const pages = [
    page([pin("Hem"), pin("Dart", { at: { x: 10_000, y: 0 } })]),
    page([pin("Seam")], 3),
  ];
  expect(numbersOf(numberPins(pages))).toEqual([1, 2, 3]);
  expect(pinsOf(pages)).toEqual([
    { x: 0.25, y: 0.5, text: "Hem", page: 1 },
    { x: 1, y: 0, text: "Dart", page: 1 },
    { x: 0.25, y: 0.5, text: "Seam", page: 3 },
  ]);
});

/** A marking of a page, and what it has sent last. */
const startMarking = () => {
  const changes: (readonly DrawnPage[])[] = [];
  const marking = createMarking({ pages: [], unit: "cm", onChange: (all) => changes.push(all) });
  marking.selectTool("pin");
  return { marking, sent: () => changes.at(-1) ?? [] };
};

test("a pin that is taken away leaves no gap, and undo brings it back with its number", () => {
  const { marking, sent } = startMarking();
  for (const words of ["Hem", "Dart", "Seam"]) marking.addWords({ x: 100, y: 100 }, 7500, words);
  marking.remove(1);
  expect(numbersOf(sent())).toEqual([1, 2]);
  expect(pinsOf(sent()).map(({ text }) => text)).toEqual(["Hem", "Seam"]);
  marking.undo();
  expect(numbersOf(sent())).toEqual([1, 2, 3]);
});

test.each([
  ["left of", { x: -300, y: 200 }, { x: 0, y: 200 }],
  ["right of", { x: 12_000, y: 200 }, { x: 10_000, y: 200 }],
  ["below", { x: 5000, y: 9000 }, { x: 5000, y: 7500 }],
])("a comment pinned %s the picture is put on its edge", (_, at, place) => {
  const { marking, sent } = startMarking();
  marking.addWords(at, 7499.6, "Hem");
  expect(sent()[0]?.shapes).toMatchObject([{ kind: "pin", at: place }]);
  expect(v.is(drawing, { file: 0, pages: structuredClone(sent()) })).toBe(true);
});

test.each([90, -90] as const)("a pin is still on the picture after a turn by %i", (by) => {
  for (const [x = 0, y = 0] of [
    [0, 0],
    [10_000, 7500],
  ]) {
    const turned = turnShapes([pin("Hem", { at: { x, y } })], by, 7499.6);
    expect(v.is(drawing, { file: 0, pages: [structuredClone(page([...turned]))] })).toBe(true);
  }
});

test.each<[string, Partial<PinShape>]>([
  ["outside of the picture", { at: { x: 10_001, y: 0 } }],
  ["above it", { at: { x: 0, y: -1 } }],
  ["below it", { at: { x: 0, y: 7501 } }],
  ["without words", { text: "" }],
  ["on a page without a height", { high: 0 }],
])("a pinned comment %s is no drawing", (_, change) => {
  expect(v.is(drawing, { file: 0, pages: [page([pin("Hem", change)])] })).toBe(false);
});
