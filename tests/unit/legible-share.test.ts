import { encode } from "fast-png";
import { expect, it } from "vitest";
import { crop } from "../pixels/crop.ts";
import { LEGIBLE, legibleShare } from "../pixels/legible-share.ts";

type Colour = readonly [number, number, number];
const DARK_PLATE: Colour = [38, 43, 53];
const PAPER: Colour = [243, 239, 228];
const INK: Colour = [29, 36, 51];

/** A background of 100 × 100 with this many pixels of a line. */
const drawing = (plate: Colour, line: Colour, pixels: number): Uint8Array => {
  const data = Uint8Array.from(
    Array.from({ length: 10_000 }, (_, at) => (at < pixels ? line : plate)).flat(),
  );
  return encode({ width: 100, height: 100, data, channels: 3 });
};

it("counts the pixels that contrast with the background", () => {
  expect(legibleShare(drawing(PAPER, INK, 250))).toBe(0.025);
  expect(legibleShare(drawing(PAPER, INK, 250))).toBeGreaterThan(LEGIBLE);
});

it("counts none of dark lines on a dark background, and none of an empty one", () => {
  expect(legibleShare(drawing(DARK_PLATE, INK, 250))).toBe(0);
  expect(legibleShare(drawing(PAPER, PAPER, 0))).toBe(0);
});

it("uses the contrast limit exactly", () => {
  // 2.96:1 and 3.03:1 on white.
  expect(legibleShare(drawing([255, 255, 255], [151, 151, 151], 100))).toBe(0);
  expect(legibleShare(drawing([255, 255, 255], [148, 148, 148], 100))).toBe(0.01);
});

it("refuses data that is not a screenshot", () => {
  expect(() => legibleShare(new Uint8Array([1, 2, 3]))).toThrow();
});

it("crops a screenshot to the visible part of an element", () => {
  // Its first ten rows are a line, the others background.
  const screen = drawing(PAPER, INK, 1000);
  expect(legibleShare(crop(screen, { left: -5, top: 10, right: 60, bottom: 500 }))).toBe(0);
  expect(legibleShare(crop(screen, { left: 20.5, top: 8, right: 60, bottom: 18 }))).toBe(0.2);
  expect(() => crop(screen, { left: 0, top: 200, right: 60, bottom: 300 })).toThrow();
});
