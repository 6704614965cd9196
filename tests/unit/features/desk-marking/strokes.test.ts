import { expect, test } from "vitest";
import {
  createLiveStroke,
  simplifyStroke,
} from "../../../../src/features/desk-marking/use-drawing.ts";

const PLENTY = { points: 20_000, ink: 5_000_000 };

/** A wave, as a pen reports it: many points close to each other. */
const wave = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => [
    index * 10,
    Math.round(5000 + 800 * Math.sin(index / 40)),
  ]).flat();

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
