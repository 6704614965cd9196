import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Measures } from "../../../src/drafting/block.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { type FigureFormat, PLAIN_FORMAT } from "../../../src/drafting/figures/figure.ts";
import { drawFigure, figureNames } from "../../../src/drafting/figures/figures.ts";
import { pictureBox, textProblems } from "../support/figure-texts.ts";

const body = (changes: Partial<Record<keyof typeof EXAMPLE_BODY, number>>): Measures =>
  ({ ...EXAMPLE_BODY, ...changes }) as Measures;

/** Small to large, short to tall, with the proportions of size tables for women. */
const BODIES: Readonly<Record<string, Measures>> = {
  example: body({}),
  "girl of twelve": body({
    bust_girth: 76,
    waist_girth: 62,
    hip_girth: 81,
    neck_base_girth: 33,
    back_neck_to_waist: 35,
    scye_depth: 17.5,
    across_back_width: 29.5,
    across_front_width: 27.5,
    shoulder_length: 10.5,
    bust_point_distance: 15,
    side_neck_to_bust_point: 22,
    side_neck_to_waist_front: 36.5,
    waist_to_hip: 16,
  }),
  "size 36": body({
    bust_girth: 84,
    waist_girth: 68,
    hip_girth: 94,
    neck_base_girth: 35.5,
    scye_depth: 20,
    across_back_width: 33.5,
    across_front_width: 31.5,
    shoulder_length: 12,
    bust_point_distance: 17,
    side_neck_to_bust_point: 26,
    side_neck_to_waist_front: 42.5,
  }),
  "size 46": body({
    bust_girth: 104,
    waist_girth: 88,
    hip_girth: 112,
    neck_base_girth: 39.5,
    back_neck_to_waist: 42.5,
    scye_depth: 22.5,
    across_back_width: 39,
    across_front_width: 37,
    shoulder_length: 13,
    bust_point_distance: 21,
    side_neck_to_bust_point: 30.5,
    side_neck_to_waist_front: 47,
    waist_to_hip: 21,
  }),
  "size 54": body({
    bust_girth: 126,
    waist_girth: 110,
    hip_girth: 132,
    neck_base_girth: 42.5,
    back_neck_to_waist: 43.5,
    scye_depth: 24.5,
    across_back_width: 44.5,
    across_front_width: 43,
    shoulder_length: 13.2,
    bust_point_distance: 25,
    side_neck_to_bust_point: 35,
    side_neck_to_waist_front: 50.5,
    waist_to_hip: 22,
  }),
  "four darts in the skirt": body({ waist_girth: 74, hip_girth: 108 }),
  "two darts in the skirt": body({ waist_girth: 82, hip_girth: 95 }),
};

const eighths = (centimetres: number): string => {
  const count = Math.round((centimetres / 2.54) * 8);
  const [whole, over] = [Math.trunc(count / 8), count % 8];
  return over === 0 ? String(whole) : `${whole === 0 ? "" : `${whole} `}${over}/8`;
};
const INCHES: FigureFormat = {
  length: (centimetres) => `${eighths(centimetres)} in`,
  number: eighths,
};

describe.each(figureNames())("the figure %s", (name) => {
  it.each(Object.entries(BODIES))("has legible texts for the %s", (_who, measures) => {
    for (const format of [PLAIN_FORMAT, INCHES])
      expect(textProblems(String(drawFigure(name, measures, { length: 60 }, format)))).toEqual([]);
  });

  it.each(Object.entries(BODIES))("draws only inside its picture for the %s", (_who, measures) => {
    const svg = String(drawFigure(name, measures, { length: 60 }, PLAIN_FORMAT));
    const { left, top, right, bottom } = pictureBox(svg);
    for (const [, path = ""] of svg.matchAll(/ d="([^"]+)"/g)) {
      for (const [, x, y] of path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)) {
        expect(Number(x), path).toBeGreaterThanOrEqual(left - 1);
        expect(Number(x), path).toBeLessThanOrEqual(right + 1);
        expect(Number(y), path).toBeGreaterThanOrEqual(top - 1);
        expect(Number(y), path).toBeLessThanOrEqual(bottom + 1);
      }
    }
  });
});

it("has no figure under a name of every object", () => {
  for (const name of ["", "skirt-block", "skirt-block/toString", "constructor/name", "__proto__/x"])
    expect(drawFigure(name, body({}), { length: 60 }, PLAIN_FORMAT)).toBeNull();
});

it("has each figure in the authors' guide", () => {
  const guide = readFileSync("resources/demo-school/README.md", "utf8");
  const listed = [...guide.matchAll(/^- `([a-z-]+-block)`: (.+)$/gm)].flatMap(
    ([, block, names = ""]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => `${block}/${name}`),
  );
  expect(listed).toEqual(figureNames());
});
