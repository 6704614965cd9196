import { describe, expect, it } from "vitest";
import type { OptionValues } from "../../../src/drafting/block.ts";
import { draftContext } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { at, pointOn, straight, tangentOn } from "../../../src/drafting/geometry.ts";
import { cuttingLine } from "../../../src/drafting/outline.ts";
import { draftSkirt } from "../../../src/drafting/skirt.ts";
import type { SkirtPiece } from "../../../src/drafting/skirt-piece.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";
import { around, draftsOf, hipOf } from "./drafted.ts";

const bodies = [58, 64, 70, 78, 86, 96, 110].flatMap((waistGirth) =>
  [10, 14.5, 19, 22, 26, 30.5, 33, 36].flatMap((difference) =>
    [17, 20, 23].map((waistToHip) => ({
      ...{ waistGirth, hipGirth: waistGirth + difference, waistToHip },
      skirtLength: 65,
    })),
  ),
);
const drafts = bodies.map((body) => ({
  ...{ body, draft: draftSkirt(body) },
  who: `waist ${body.waistGirth}, hip ${body.hipGirth}, waist to hips ${body.waistToHip}`,
}));

describe(`a skirt for any of ${bodies.length} bodies`, () => {
  it("needs at most 2 mm of correction at the side, as the lesson says", () => {
    for (const { who, draft } of drafts)
      expect(Math.abs(draft.steps.correction), who).toBeLessThan(0.2);
  });

  it("keeps darts from 1.5 to 3 cm and the side within 4.5 cm, as the lesson says", () => {
    for (const { who, draft } of drafts) {
      const { dartWidth, sideEach } = draft.numbers;
      expect([dartWidth >= 1.5, dartWidth <= 3, sideEach > 0, sideEach <= 4.5], who).not.toContain(
        false,
      );
    }
  });

  it("ends every dart above the hip line, those of the back lower than those of the front", () => {
    for (const { body, who, draft } of drafts) {
      const depths = (piece: SkirtPiece): number[] => piece.darts.map(({ point }) => point.y);
      const [back, front] = [depths(draft.back), depths(draft.front)];
      expect(Math.max(...back, ...front), who).toBeLessThan(body.waistToHip - 4);
      expect(Math.min(...back), who).toBeGreaterThan(Math.max(...front));
    }
  });

  it("draws the hip curve outward, upright into the hip line, and raises the waist line, all the way", () => {
    for (const { who, draft } of drafts)
      for (const { hipCurve, waist } of [draft.back, draft.front]) {
        expect(tangentOn(hipCurve, 1).x, who).toBeCloseTo(0, 3);
        for (let t = 0.05; t <= 1; t += 0.05) {
          const [before, here] = [tangentOn(hipCurve, t - 0.05), tangentOn(hipCurve, t)];
          expect(here.x / here.y, who).toBeLessThanOrEqual(before.x / before.y + 1e-4);
          expect(pointOn(waist, t).y, who).toBeLessThan(pointOn(waist, t - 0.05).y);
        }
      }
  });
});

const { answer, pattern: skirt, patterns, reasons } = draftsOf("skirt-block");

/** Of every table and size a few. */
const SOME = BODIES.filter((_, number) => number % 5 === 0);

it.each(["straight", "panelled"])("a %s skirt has waist and hip as asked", (style) => {
  const options = { style, waistEase: 3, hipEase: 5 };
  for (const { name, values, pattern } of patterns(sweepOf(BODIES), options)) {
    expect(Math.abs(around(pattern, "waist") - values.waist_girth - 3), name).toBeLessThan(0.1);
    expect(Math.abs(hipOf(pattern) - values.hip_girth - 5), name).toBeLessThan(0.1);
  }
});

it.each(["a-line", "circle"])("a %s skirt has its waist, and room for the hip", (style) => {
  for (const { name, values, pattern } of patterns(sweepOf(SOME), { style })) {
    expect(Math.abs(around(pattern, "waist") - values.waist_girth - 2), name).toBeLessThan(0.1);
    expect(pattern.girths?.hip ?? 0, name).toBeGreaterThanOrEqual(values.hip_girth + 4);
  }
});

it.each([
  ["too-few-darts", { backDarts: "0", frontDarts: "0" }, { hip_girth: 104 }],
  ["too-many-darts", { backDarts: "2", frontDarts: "2" }, { waist_girth: 92 }],
  ["ends-above-hip", { length: 30 }, { waist_to_hip: 28 }],
  ["hip-too-near", {}, { waist_to_hip: 9 }],
  ["waist-far-from-hip", {}, { waist_girth: 55, hip_girth: 110 }],
  ["waist-beyond-hip", {}, { waist_girth: 120 }],
  ["circle-too-tight", { style: "circle", circle: "quarter" }, { hip_girth: 104 }],
])("a skirt is refused: %s", (reason, options, values) => {
  expect(reasons(options, values)[0]).toBe(reason);
});

it("a skirt is questioned where waist to hips or the difference of the girths is unusual", () => {
  const fields = (values: object) =>
    answer({}, values).problems.map((problem) => "field" in problem && problem.field);
  expect(fields({})).toEqual([]);
  expect(fields({ waist_to_hip: 11 })).toEqual(["waist_to_hip"]);
  expect(fields({ hip_girth: 66 })).toEqual(["hip_girth"]);
  expect(answer({}, { waist_to_hip: 3 }).problems[0]?.kind).toBe("impossible");
});

it("the options of the skirt move the side seam, with the waist and the hip as before", () => {
  const moved = skirt({ sideShift: 2 });
  expect(moved.numbers).toMatchObject({ backWidth: 23, frontWidth: 27 });
  expect(around(moved, "waist")).toBeCloseTo(72, 1);
  expect(hipOf(moved)).toBeCloseTo(100, 2);
});

it("the options of the skirt give as many darts as asked, and none to a body that is nearly straight", () => {
  const darts = (...of: Parameters<typeof skirt>) =>
    skirt(...of).pieces.map((piece) => piece.darts.length);
  expect(darts({ backDarts: "1", frontDarts: "2" })).toEqual([1, 2]);
  expect(darts({}, { waist_girth: 92, hip_girth: 96 })).toEqual([0, 0]);
});

it("the options of the skirt put a waistband with the marks of its seams on each style", () => {
  for (const style of ["straight", "a-line", "panelled", "circle"]) {
    const pattern = skirt({ style, waistband: "straight" });
    expect(pattern.numbers.bandLength, style).toBeCloseTo(75, 1);
    expect(patternProblems(pattern), style).toEqual([]);
  }
});

it.each<[string, OptionValues, hem: string]>([
  ["an A-line skirt", { style: "a-line" }, "alineHem"],
  ["a skirt of six panels", { style: "panelled" }, "panelledHem"],
  ["a circle", { style: "circle", circle: "full" }, "circleHem"],
])("%s has its hem as the lesson says, and the waist as asked", (_, options, hem) => {
  const pattern = skirt(options);
  expect(Math.abs(around(pattern, "hem") - (pattern.numbers[hem] ?? 0))).toBeLessThan(0.2);
  expect(around(pattern, "waist")).toBeCloseTo(72, 1);
});

it("the cutting line mirrors the side in the allowance of a hem that is not square to it", () => {
  const corners = [at(0, 0), at(10, 0), at(14, 20), at(0, 20)];
  const edges = corners.map((corner, i) => ({
    curves: [straight(corner, corners[(i + 1) % 4] ?? corner)],
    allowance: i === 2 ? 4 : 0,
    isHem: i === 2,
  }));
  // Turned up by 4 cm, it ends where the side is 4 cm above the hem: 0.8 cm further in.
  const corner = cuttingLine(edges).find(({ x, y }) => y > 23 && x > 10);
  expect(corner).toEqual({ x: expect.closeTo(13.2, 3), y: expect.closeTo(24, 3) });
});

it("what goes along with a draft names only options that have an effect on it", async () => {
  const namesFor = async (options: OptionValues) => {
    const context = await draftContext({ block: "skirt-block", values: EXAMPLE_BODY, options });
    const names = Object.keys(context.options);
    return ["backDarts", "circle"].filter((name) => names.includes(name));
  };
  expect(await namesFor({})).toEqual(["backDarts"]);
  expect(await namesFor({ style: "circle" })).toEqual(["circle"]);
});
