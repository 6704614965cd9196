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
import {
  createLiveStroke,
  simplifyStroke,
} from "../../../../src/features/desk-marking/use-drawing.ts";

const line = (y: number): Shape => {
  return { kind: "line", ink: "red", from: { x: 1000, y }, to: { x: 9000, y } };
};

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
  const shapes = Array(MAX_SHAPES).fill(line(1));
  const { marking, changes } = open([{ page: 1, turn: 0, shapes }]);
  expect(marking.add(line(2))).toBe(false);
  expect(marking.state.full).toBe("shapes");
  expect(changes).toEqual([]);
  marking.removeOne();
  expect(marking.state.full).toBeNull();
  expect(marking.add(line(2))).toBe(true);
});

test("a full drawing has room on a page that is drawn on already, and for no further page", () => {
  const pages = Array.from({ length: MAX_DRAWN_PAGES }, (_, index): DrawnPage => {
    return { page: index + 1, turn: 0, shapes: [line(1)] };
  });
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
  for (let count = 0; count < 5; count += 1) expect(marking.add(text)).toBe(true);
  expect(marking.add(text)).toBe(false);
  expect(marking.state.full).toBe("text");
});

const PLENTY = { points: 20_000, ink: 5_000_000 };

/** A wave, as a pen reports it: many points close to each other. */
const wave = (count: number): number[] => {
  const height = (index: number) => Math.round(5000 + 800 * Math.sin(index / 40));
  return Array.from({ length: count }, (_, index) => [index * 10, height(index)]).flat();
};

test("a simplified stroke keeps its ends and its shape with a fraction of its points", () => {
  const points = wave(600);
  const simple = simplifyStroke(points);
  expect(simple.slice(0, 2)).toEqual(points.slice(0, 2));
  expect(simple.slice(-2)).toEqual(points.slice(-2));
  expect(simple.length).toBeLessThan(points.length / 5);
  for (let at = 0; at < points.length; at += 2) {
    const x = points[at] ?? 0;
    const next = simple.findIndex((value, index) => index % 2 === 0 && value >= x);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = simple.slice(Math.max(0, next - 2), next + 2);
    const y = x2 > x1 ? y1 + ((x - x1) / (x2 - x1)) * (y2 - y1) : y1;
    expect(Math.abs(y - (points[at + 1] ?? 0))).toBeLessThan(12);
  }
});

test("a simplified stroke keeps the corner of a stroke that comes back to where it began", () => {
  expect(simplifyStroke([0, 0, 500, 0, 1000, 0, 500, 0, 0, 0])).toEqual([0, 0, 1000, 0, 0, 0]);
  expect(simplifyStroke([1, 2])).toEqual([1, 2]);
});

test("a live stroke shows what was drawn so far, and changes only its end", () => {
  const live = createLiveStroke();
  live.begin(PLENTY);
  const points = wave(300);
  live.extend(points.slice(0, 300));
  const parts = [...live.state.drawn.parts];
  expect(parts.length).toBeGreaterThan(1);
  expect(live.state.drawn.end).toMatch(/^M/);
  live.extend(points.slice(300));
  expect(live.state.drawn.parts.slice(0, parts.length)).toEqual(parts);
  expect(live.state.drawn.parts.length).toBeGreaterThan(parts.length);
});

test("a live stroke ends as one stroke from its first point to its last", () => {
  const live = createLiveStroke();
  live.begin(PLENTY);
  const points = wave(500);
  live.extend(points);
  const stroke = live.finish();
  expect(stroke.slice(0, 2)).toEqual(points.slice(0, 2));
  expect(stroke.slice(-2)).toEqual(points.slice(-2));
  const xs = stroke.filter((_, index) => index % 2 === 0);
  expect(xs).toEqual([...new Set(xs)].sort((a, b) => a - b));
  expect([live.state.drawn.parts, live.state.drawn.end, live.finish()]).toEqual([[], "", []]);
});

test.each([
  ["points", { points: 3, ink: 5_000_000 }, [300, 300]],
  ["ink", { points: 100, ink: 800 }, [0, 0]],
])("a live stroke stops where the drawing has no room for more %s", (_, room, more) => {
  const live = createLiveStroke();
  live.begin(room);
  expect(live.extend([0, 0, 100, 300, 200, 0])).toBe(true);
  expect(live.extend(more)).toBe(false);
  expect(live.finish()).toEqual([0, 0, 100, 300, 200, 0]);
});
