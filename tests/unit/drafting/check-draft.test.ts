import { expect, test } from "vitest";
import {
  CHECK_TOLERANCE_CM,
  checkLengths,
  draftLength,
  draftLengthNames,
} from "../../../src/drafting/check-draft.ts";
import { draftsOf } from "./drafted.ts";

const skirt = () => draftsOf("skirt-block").pattern();

test.each([
  // 60.96 and 61.34 are shown as 61 and 61.3; 24.15 inches as 24 1/8.
  ["cm", 60.96, [60.6, 60.7, 61.3, 61.4]],
  ["cm", 50, [49.6, 49.7, 50.3, 50.4]],
  ["in", 61.34, [60.8, 61, 61.6, 61.7]],
] as const)("what is shown as within the tolerance fits, in %s", (units, drafted, measured) => {
  const pattern = { ...skirt(), numbers: { halfHip: drafted } };
  const checks = measured.map((value) => checkLengths(pattern, { halfHip: value }, units)[0]);
  expect(checks.map((check) => check?.fits)).toEqual([false, true, true, false]);
  for (const check of checks)
    expect(check?.fits).toBe((check?.apart ?? 0) <= CHECK_TOLERANCE_CM[units] + 1e-9);
});

test("lengths that were not measured, and those that the draft does not have, are left out", () => {
  expect(checkLengths(skirt(), { halfHip: null, collar: 3, constructor: 3 }, "cm")).toEqual([]);
});

test("a seam is as long as the edges on its first side", () => {
  const pattern = skirt();
  const seam = draftLength(pattern, "seam.side");
  expect(seam).toBeGreaterThan(60);
  expect(draftLength(pattern, "seam.nothing")).toBeNull();
  expect(draftLengthNames(pattern)).toEqual(expect.arrayContaining(["halfHip", "seam.side"]));
});

test("a seam with a dart in it is measured with the dart sewn shut", () => {
  const lengthWith = (dartPlace: string) => {
    const pattern = draftsOf("bodice-block").pattern({ dartPlace });
    const seams = pattern.seams.map((seam) => ({ ...seam, one: seam.other }));
    return draftLength({ ...pattern, seams }, "seam.side");
  };
  expect(lengthWith("side")).toBeCloseTo(lengthWith("neck") ?? 0, 2);
});
