import { describe, expect, it } from "vitest";
import { pointOn, tangentOn } from "../../../src/drafting/geometry.ts";
import { draftSkirt } from "../../../src/drafting/skirt.ts";
import type { SkirtPiece } from "../../../src/drafting/skirt-piece.ts";

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
