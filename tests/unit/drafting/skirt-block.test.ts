import { describe, expect, it } from "vitest";
import type { OptionValues } from "../../../src/drafting/block.ts";
import { draftContext } from "../../../src/drafting/draft.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { at, distance, straight } from "../../../src/drafting/geometry.ts";
import { cuttingLine } from "../../../src/drafting/outline.ts";
import type { Pattern } from "../../../src/drafting/pattern.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";
import { draftsOf, sewn } from "./drafted.ts";
import { written } from "./lesson.ts";

const { answer, pattern: skirt, reasons } = draftsOf("skirt-block");

/** The sewn waist of the whole skirt, measured on its pieces. */
const waistOf = ({ pieces }: Pattern): number =>
  pieces.reduce((sum, piece) => {
    const copies = piece.cut.onFold ? 2 : piece.cut.count;
    return sum + copies * (sewn(piece, "waist") || 0);
  }, 0);

/** The whole skirt at the hip line, measured between the ends of the pieces' hip lines. */
const hipOf = ({ pieces }: Pattern): number =>
  pieces.reduce((sum, piece) => {
    const copies = piece.cut.onFold ? 2 : piece.cut.count;
    const line = piece.guides[0]?.[0];
    return sum + (line ? copies * distance(line[0], line[3]) : 0);
  }, 0);

/** Of every table and size a few. */
const SOME = BODIES.filter((_, number) => number % 5 === 0);

describe("a skirt for any body", () => {
  it.each(["straight", "panelled"])(
    "%s has waist and hip as asked within a millimetre",
    (style) => {
      for (const { name, values } of sweepOf(BODIES)) {
        const { pattern } = answer({ style, waistEase: 3, hipEase: 5 }, values);
        if (!pattern) continue;
        expect(Math.abs(waistOf(pattern) - values.waist_girth - 3), name).toBeLessThan(0.1);
        expect(Math.abs(hipOf(pattern) - values.hip_girth - 5), name).toBeLessThan(0.1);
      }
    },
  );

  it.each(["a-line", "circle"])("%s has the waist as asked, and room for the hip", (style) => {
    for (const { name, values } of sweepOf(SOME)) {
      const { pattern } = answer({ style }, values);
      if (!pattern) continue;
      expect(Math.abs(waistOf(pattern) - values.waist_girth - 2), name).toBeLessThan(0.1);
      expect(pattern.girths?.hip ?? 0, name).toBeGreaterThanOrEqual(values.hip_girth + 4);
    }
  });

  it("has no darts for a body that is nearly straight, as the lesson says", () => {
    const { pieces } = skirt({}, { waist_girth: 92, hip_girth: 96 });
    expect(pieces.flatMap(({ darts }) => darts)).toEqual([]);
  });
});

describe("a skirt that cannot be", () => {
  it.each([
    ["too-few-darts", { backDarts: "0", frontDarts: "0" }, { hip_girth: 104 }],
    ["too-many-darts", { backDarts: "2", frontDarts: "2" }, { waist_girth: 92 }],
    ["ends-above-hip", { length: 30 }, { waist_to_hip: 28 }],
    ["hip-too-near", {}, { waist_to_hip: 9 }],
    ["waist-far-from-hip", {}, { waist_girth: 55, hip_girth: 110 }],
    ["waist-beyond-hip", {}, { waist_girth: 120 }],
    ["circle-too-tight", { style: "circle", circle: "quarter" }, { hip_girth: 104 }],
  ])("is refused: %s", (reason, options, values) => {
    expect(reasons(options, values)[0]).toBe(reason);
  });

  it("is questioned where waist to hips or the difference of the girths is unusual", () => {
    const fields = (values: object) =>
      answer({}, values).problems.map((problem) => "field" in problem && problem.field);
    expect(fields({})).toEqual([]);
    expect(fields({ waist_to_hip: 11 })).toEqual(["waist_to_hip"]);
    expect(fields({ hip_girth: 66 })).toEqual(["hip_girth"]);
    expect(answer({}, { waist_to_hip: 3 }).problems[0]?.kind).toBe("impossible");
  });
});

describe("the options of the skirt", () => {
  it("move the side seam, with the waist and the hip as before", () => {
    const moved = skirt({ sideShift: 2 });
    expect(moved.numbers).toMatchObject({ backWidth: 23, frontWidth: 27 });
    expect(waistOf(moved)).toBeCloseTo(72, 1);
    expect(hipOf(moved)).toBeCloseTo(100, 2);
    expect(patternProblems(moved)).toEqual([]);
  });

  it("give as many darts as asked", () => {
    const { pieces } = skirt({ backDarts: "1", frontDarts: "2" });
    expect(pieces.map(({ darts }) => darts.length)).toEqual([1, 2]);
  });

  it("put a waistband with the marks of its seams on each style", () => {
    for (const style of ["straight", "a-line", "panelled", "circle"]) {
      const pattern = skirt({ style, waistband: "straight" });
      expect(pattern.numbers.bandLength, style).toBeCloseTo(75, 1);
      expect(patternProblems(pattern), style).toEqual([]);
    }
  });

  it.each([
    [0.25, "quarter"],
    [0.5, "half"],
    [0.75, "three-quarters"],
    [1, "full"],
  ])("make %d of a circle", (part, circle) => {
    const pattern = skirt({ style: "circle", circle });
    expect(waistOf(pattern)).toBeCloseTo(72, 1);
    const hem = pattern.pieces.reduce((sum, piece) => sum + 2 * (sewn(piece, "hem") || 0), 0);
    expect(hem).toBeCloseTo(72 + 2 * Math.PI * part * 60, 1);
  });
});

describe("the styles for the body of the lessons", () => {
  it("has the numbers of the lesson on the A-line", () => {
    const n = skirt({ style: "a-line" }).numbers;
    const said = ["frontBelow", "secondBackBelow", "firstBackBelow"].map((name) =>
      written(n[name] ?? 0),
    );
    expect(said).toEqual(["50.3 cm", "47 cm", "45.3 cm"]);
    const openings = ["frontOpening", "secondBackOpening", "firstBackOpening", "opening"].map(
      (name) => written(n[name] ?? 0),
    );
    expect(openings).toEqual(["12.6 cm", "9 cm", "8.1 cm", "9 cm"]);
    expect(written(n.leftOfFrontDart ?? 0)).toBe("0.7 cm");
    expect(written(n.frontHipWider ?? 0)).toBe("1.8 cm");
    expect(written(n.backHipWider ?? 0)).toBe("1.3 cm");
    expect(Math.round(n.alineHem ?? 0)).toBe(154);
  });

  it("draws the hem of the A-line as wide as its numbers say, and keeps waist and side", () => {
    const [back, front] = skirt({ style: "a-line" }).pieces.map((piece) =>
      ["waist", "side", "hem"].map((name) => written(sewn(piece, name))),
    );
    expect(back).toEqual(["16.7 cm", "61.3 cm", "38.5 cm"]);
    expect(front).toEqual(["19.3 cm", "61.3 cm", "38.5 cm"]);
  });

  it("has the numbers of the lesson on gores", () => {
    const pattern = skirt({ style: "panelled" });
    const waists = pattern.pieces.map((piece) => written(sewn(piece, "waist")));
    expect(waists).toEqual(["6.3 cm", "10.4 cm", "12.2 cm", "7.1 cm"]);
    expect(pattern.numbers).toMatchObject({
      inBackSeam: 4,
      inFrontSeam: 2.5,
      backSideTakenIn: 4.25,
      panelledHem: 148,
    });
    expect(written(pattern.numbers.panel ?? 0)).toBe("16.7 cm");
    expect(written(pattern.numbers.halfPanel ?? 0)).toBe("8.3 cm");
  });

  it.each([
    ["full", "11.5 cm", 449],
    ["three-quarters", "15.3 cm", 355],
    ["half", "22.9 cm", 260],
    ["quarter", "45.8 cm", 166],
  ])("has the radius and the hem of the lesson for the circle: %s", (circle, radius, hem) => {
    const n = skirt({ style: "circle", circle }).numbers;
    expect(written(n.circleRadius ?? 0)).toBe(radius);
    // The lesson takes 3.14 for π.
    expect(Math.abs((n.circleHem ?? 0) - hem)).toBeLessThan(0.8);
  });
});

describe("the cutting line of a skirt", () => {
  const lineOf = (options: OptionValues, name: string) => {
    const piece = skirt(options).pieces.find((one) => one.name === name);
    if (!piece) throw new Error(`no ${name}`);
    return { piece, line: cuttingLine(piece.edges) };
  };

  it("mirrors the side in the allowance of a hem that is not square to it", () => {
    const corners = [at(0, 0), at(10, 0), at(14, 20), at(0, 20)] as const;
    const edgeAt = (i: number, allowance: number, isHem = false) => ({
      curves: [straight(corners[i] ?? at(0, 0), corners[(i + 1) % 4] ?? at(0, 0))],
      allowance,
      isHem,
    });
    const line = cuttingLine([edgeAt(0, 0), edgeAt(1, 0), edgeAt(2, 4, true), edgeAt(3, 0)]);
    // Turned up by 4 cm, it ends where the side is 4 cm above the hem: 0.8 cm further in.
    const corner = line.find(({ x, y }) => y > 23 && x > 10);
    expect(corner).toEqual({ x: expect.closeTo(13.2, 3), y: expect.closeTo(24, 3) });
  });

  it("has no allowance on the fold", () => {
    const { piece, line } = lineOf({}, "skirt-front");
    const fold = piece.edges.find(({ name }) => name === "fold")?.curves[0];
    const right = Math.max(...line.map(({ x }) => x));
    expect(right).toBeCloseTo(fold?.[0].x ?? Number.NaN, 6);
  });
});

describe("what goes along with a draft", () => {
  const namesFor = async (options: OptionValues) => {
    const context = await draftContext({ block: "skirt-block", values: EXAMPLE_BODY, options });
    return Object.keys(context.options);
  };
  it("names only options that have an effect on it", async () => {
    expect(await namesFor({})).toContain("backDarts");
    expect(await namesFor({})).not.toContain("circle");
    expect(await namesFor({ style: "circle" })).toContain("circle");
    expect(await namesFor({ style: "circle" })).not.toContain("backDarts");
  });
});
