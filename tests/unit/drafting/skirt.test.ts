import { describe, expect, it } from "vitest";
import { distance, lengthOf, pointOn, tangentOn } from "../../../src/drafting/geometry.ts";
import { draftSkirt, EXAMPLE_SKIRT, SKIRT_EASE } from "../../../src/drafting/skirt.ts";
import type { SkirtPiece } from "../../../src/drafting/skirt-piece.ts";
import { type Tables, testLengths, testNumbers, testSums } from "./lesson.ts";

const { numbers: n, steps, measures, drafted, back, front } = draftSkirt(EXAMPLE_SKIRT);

const leg = (piece: SkirtPiece, index: number): number => {
  const dart = piece.trued.darts[index];
  return dart ? distance(dart.inner, dart.point) : Number.NaN;
};
const sideSeam = (piece: SkirtPiece): number =>
  lengthOf(piece.hipCurve) + measures.skirtLength - measures.waistToHip;

/** Every row of the lessons' tables of numbers, with the value from the draft. */
const tables: Tables = {
  "skirt-measures": {
    "1 Waist girth": measures.waistGirth,
    "2 Hip girth": measures.hipGirth,
    "3 Waist to hips": measures.waistToHip,
    "4 Skirt length": measures.skirtLength,
    "Waist ease": SKIRT_EASE.waist,
    "Hip ease": SKIRT_EASE.hip,
    "Half hip": n.halfHip,
    "Half waist": n.halfWaist,
  },
  "skirt-frame": { "A–B": measures.skirtLength, "A–D and B–C": n.halfHip },
  "skirt-hip-line": {
    "A–E and D–F": measures.waistToHip,
    "E–H and H–F": n.quarter,
    "H–K": measures.skirtLength - measures.waistToHip,
  },
  "skirt-reduction": {
    "Waist reduction": n.reduction,
    "A sixth": n.reduction / 6,
    "Width of each dart": n.dartWidth,
    "All three darts": n.dartWidth * (n.backDarts + n.frontDarts),
    "Side seam, both pieces": steps.sideTotal,
    "Side seam, each piece": n.sideEach,
    Back: n.backWaist,
    Front: n.frontWaist,
    "Back and front": n.halfWaist,
  },
  "skirt-side-seam": {
    L: back.centreWaist.y,
    "M and N": -back.sideWaist.y,
    D: front.centreWaist.y,
    "G to the foot of M or N": n.sideEach,
    "Curve outside the thin line": steps.curveOffset,
  },
  "skirt-dart-places": {
    "L–P, P–Q and Q–M": (n.quarter - n.sideEach) / 3,
    "N–R and R–D": (n.quarter - n.sideEach) / 2,
  },
  "skirt-dart-shape": {
    "P–P1, back, nearer the centre": n.firstBackDart,
    "Q–Q1, back, nearer the side": n.secondBackDart,
    "R–R1, front": n.frontDart,
    "Half width of each": n.dartWidth / 2,
  },
  "skirt-waistline": {
    P: leg(back, 0),
    Q: leg(back, 1),
    R: leg(front, 0),
    "Back, L–M": n.measuredBack,
    "Front, D–N": n.measuredFront,
    Both: n.measuredBack + n.measuredFront,
  },
  "skirt-check": {
    "Waist, back and front, twice": 2 * (back.trued.length + front.trued.length),
    "Hip line, back and front, twice": 4 * back.hipCurve[3].x,
    "Hem, back and front, twice": 4 * n.quarter,
    "Centre back, L–B": measures.skirtLength - back.centreWaist.y,
    "Centre front, D–C": measures.skirtLength - front.centreWaist.y,
    "Side seam of the back, M–H–K": sideSeam(back),
    "Side seam of the front, N–H–K": sideSeam(front),
  },
};

describe("the skirt lessons", () => {
  testNumbers(tables);
  testSums([...Object.keys(tables), "skirt-dart-count"]);
  testLengths([
    ["skirt-frame", "the diagonal", Math.hypot(n.halfHip, measures.skirtLength)],
    ["skirt-side-seam", "the side seam above the hip", lengthOf(drafted.back.hipCurve)],
    ["skirt-dart-shape", "the drafted legs of P", Math.hypot(n.firstBackDart, n.dartWidth / 2)],
    ["skirt-marks", "the length of the zip", measures.waistToHip - back.centreWaist.y],
  ]);

  it("states the draft of the curvier and of the narrower body correctly", () => {
    const numbersOf = (waistGirth: number, hipGirth: number) => {
      const of = draftSkirt({ waistGirth, hipGirth, waistToHip: 20, skirtLength: 60 }).numbers;
      return [of.reduction, of.backDarts, of.frontDarts, of.dartWidth, of.sideEach];
    };
    expect(numbersOf(74, 108)).toEqual([18, 2, 2, 2.5, 4]);
    expect(numbersOf(82, 95)).toEqual([7.5, 1, 1, 2, 1.75]);
  });
});

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
