import { encode } from "fast-png";
import { expect, it } from "vitest";
import { crop } from "../pixels/crop.ts";
import { legibleShare } from "../pixels/legible-share.ts";

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

it.each([
  ["an ink on paper", PAPER, INK, 250, 0.025],
  ["dark lines on a dark background", DARK_PLATE, INK, 250, 0],
  ["an empty background", PAPER, PAPER, 0, 0],
  // 2.96:1 and 3.03:1 on white.
  ["a line just below the contrast limit", [255, 255, 255], [151, 151, 151], 100, 0],
  ["a line just above the contrast limit", [255, 255, 255], [148, 148, 148], 100, 0.01],
] as const)(
  "counts the pixels that contrast with the background: %s",
  (_, plate, line, pixels, share) => {
    expect(legibleShare(drawing(plate, line, pixels))).toBe(share);
  },
);

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
