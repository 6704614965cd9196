import { expect, it } from "vitest";
import { lessonNumbers } from "../../../src/drafting/lesson-draft.ts";
import { sweepOf } from "../../support/sweep.ts";
import { BODIES } from "./bodies.ts";

it("the lessons on styles have own numbers for every body that gets the block", () => {
  for (const { name, values } of sweepOf(BODIES)) {
    const numbers = lessonNumbers("skirt-block", values)?.numbers;
    if (!numbers) continue;
    const of = (each: string) => numbers.get(each) ?? Number.NaN;
    expect([...numbers.values()].every(Number.isFinite), name).toBe(true);
    const waist = ["centreBackWaist", "sideBackWaist", "sideFrontWaist", "centreFrontWaist"].reduce(
      (sum, each) => sum + of(each),
      0,
    );
    expect(waist, name).toBeCloseTo(of("halfWaist"), 2);
    expect(of("alineHem"), name).toBeGreaterThan(of("wholeHem"));
    expect(of("pleatsCloth") - 3 * of("wholeHip"), name).toBeCloseTo(0, 9);
    // A dart that a body does not have has no numbers in a lesson.
    expect(numbers.has("secondBackOpening"), name).toBe(of("backDarts") > 1);
  }
});
