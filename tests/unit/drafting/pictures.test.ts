import { describe, expect, it } from "vitest";
import { inchesText, toInchParts } from "../../../src/domain/measurements/format-measure.ts";
import type { Measures } from "../../../src/drafting/block.ts";
import { draftAny } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { centimetres } from "../../../src/drafting/figures/figure.ts";
import { drawFigure, figureNames } from "../../../src/drafting/figures/figures.ts";
import { sketchDraft } from "../../../src/drafting/sketch.ts";
import { sweepOf } from "../../support/sweep.ts";
import { pictureBox, textProblems } from "../support/figure-texts.ts";
import { BODIES } from "./bodies.ts";
import { EVERYTHING } from "./drafted.ts";

const body = (changes: Partial<Measures>) => ({ ...EXAMPLE_BODY, ...changes }) as Measures;

const smaller = Object.entries(EXAMPLE_BODY).map(([field, value]) => [field, value * 0.84]);

/** The first bodies are one of each size of Aldrich's table for women, from the smallest to the largest. */
const ofSize = (index: number): Measures => (BODIES[index] as (typeof BODIES)[number]).values;

/** Small to large, short to tall. */
const WHO: Readonly<Record<string, Measures>> = {
  example: body({}),
  "girl of twelve": body(Object.fromEntries(smaller)),
  "size 6": ofSize(0),
  "size 16": ofSize(5),
  "size 24": ofSize(9),
  "four darts in the skirt": body({ waist_girth: 74, hip_girth: 108 }),
  "two darts in the skirt": body({ waist_girth: 82, hip_girth: 95 }),
};

const sixteenths = (cm: number): string => inchesText(toInchParts(cm, 16), String, 16);
const INCHES = { length: (cm: number) => `${sixteenths(cm)} in`, number: sixteenths };

describe.each(figureNames())("the figure %s", (name) => {
  it.each(Object.entries(WHO))("has legible texts and lines in it for the %s", (_who, measures) => {
    const svg = String(drawFigure(name, measures, { length: 60 }, centimetres(".")));
    const inInches = String(drawFigure(name, measures, { length: 60 }, INCHES));
    expect([...textProblems(svg), ...textProblems(inInches)]).toEqual([]);
    const { left, top, right, bottom } = pictureBox(svg);
    const isOutside = (x: number, y: number) =>
      x < left - 1 || x > right + 1 || y < top - 1 || y > bottom + 1;
    const paths = [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path = ""]) => path);
    const points = paths.flatMap((path) => [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)]);
    expect(points.filter(([, x, y]) => isOutside(Number(x), Number(y)))).toEqual([]);
  });
});

it("has no figure under a name of every object", () => {
  for (const name of ["", "skirt-block", "skirt-block/toString", "constructor/name", "__proto__/x"])
    expect(drawFigure(name, body({}), { length: 60 }, centimetres("."))).toBeNull();
});

it.each(EVERYTHING)("the picture of $id has each piece with lengths and lines", async ({ id }) => {
  for (const { values } of sweepOf(BODIES.filter((_, i) => i % 100 === 0))) {
    const request = { block: id, values, options: {} };
    const [{ sketch }, { pattern }] = [await sketchDraft(request), await draftAny(request)];
    const names = pattern?.pieces.map(({ name }) => name);
    expect(sketch?.pieces.map(({ name }) => name)).toEqual(names);
    for (const { lines, lengths, width, height } of sketch?.pieces ?? []) {
      expect(Object.values(lines).join("")).toMatch(/^[MLC\d. -]+$/);
      expect(lengths.every(({ length }) => length > 0)).toBe(true);
      expect(Math.min(width, height)).toBeGreaterThan(1);
    }
  }
});

it("the picture of the skirt measures the waist of the garment with its darts sewn: body and ease", async () => {
  const request = { block: "skirt-block", values: EXAMPLE_BODY, options: {} };
  expect((await sketchDraft(request)).sketch?.girths.waist).toBeCloseTo(72, 1);
});
