import * as v from "valibot";
import { expect, test } from "vitest";
import {
  type DrawnPage,
  drawing,
  MAX_DRAWN_PAGES,
  MAX_SHAPES,
  type Shape,
} from "../../../../src/contract/drawing.ts";
import { createMarking } from "../../../../src/features/desk-marking/marking.ts";

const line = (y: number): Shape => ({
  kind: "line",
  ink: "red",
  from: { x: 1000, y },
  to: { x: 9000, y },
});

const open = (pages: readonly DrawnPage[] = []) => {
  const changes: (readonly DrawnPage[])[] = [];
  const marking = createMarking({ pages, unit: "cm", onChange: (all) => changes.push(all) });
  return { marking, changes, latest: () => changes.at(-1) };
};

test("each change of a drawing is told with all pages that have marks, in their order", () => {
  const { marking, latest } = open([{ page: 2, turn: 0, shapes: [line(1)] }]);
  marking.goTo(5);
  marking.turn(90, 10_000);
  marking.goTo(1);
  marking.add(line(2));
  expect(latest()?.map(({ page, turn, shapes }) => [page, turn, shapes.length])).toEqual([
    [1, 0, 1],
    [2, 0, 1],
    [5, 90, 0],
  ]);
  expect(v.is(drawing, { file: 0, pages: structuredClone(latest()) })).toBe(true);
});

test("a page that has no marks any more is not in the drawing", () => {
  const { marking, latest } = open([{ page: 1, turn: 270, shapes: [line(1)] }]);
  marking.clear();
  marking.turn(90, 10_000);
  expect(latest()).toEqual([]);
});

test("undo shows the page on which it undoes something", () => {
  const { marking } = open();
  marking.add(line(1));
  marking.goTo(7);
  marking.undo();
  expect(marking.state.page).toBe(1);
  marking.goTo(7);
  marking.redo();
  expect(marking.state.page).toBe(1);
});

test("a full drawing takes no further shape, says what it is full of, and goes on once one is deleted", () => {
  const { marking, changes } = open([
    { page: 1, turn: 0, shapes: Array(MAX_SHAPES).fill(line(1)) },
  ]);
  expect(marking.add(line(2))).toBe(false);
  expect(marking.state.full).toBe("shapes");
  expect(changes).toEqual([]);
  marking.removeOne();
  expect(marking.state.full).toBeNull();
  expect(marking.add(line(2))).toBe(true);
});

test("a full drawing has room on a page that is drawn on already, and for no further page", () => {
  const pages = Array.from({ length: MAX_DRAWN_PAGES }, (_, index) => ({
    page: index + 1,
    turn: 0 as const,
    shapes: [line(1)],
  }));
  const { marking } = open(pages);
  expect(marking.add(line(2))).toBe(true);
  marking.goTo(99);
  expect(marking.add(line(2))).toBe(false);
  expect(marking.state.full).toBe("pages");
});

test("a drawing that is full of strokes or text says so", () => {
  const { marking } = open();
  const points = Array.from({ length: 500 }, (_, at) => (at % 4 === 0 ? 0 : 10_000));
  expect(marking.add({ kind: "pen", ink: "red", points })).toBe(true);
  expect(marking.add({ kind: "pen", ink: "red", points })).toBe(false);
  expect(marking.state.full).toBe("strokes");
  const text: Shape = { kind: "text", ink: "red", at: { x: 0, y: 0 }, text: "x".repeat(500) };
  for (let count = 0; count < 8; count += 1) expect(marking.add(text)).toBe(true);
  expect(marking.add(text)).toBe(false);
  expect(marking.state.full).toBe("text");
});
