/** Holds the blocks against what is published of the drafts that they name as their sources. */

import { expect, test } from "vitest";
import type { Values } from "../../../src/domain/measurements/fields.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { draftsOf } from "./drafted.ts";
import { ALDRICH_DARTS, SIZE_ROWS } from "./size-tables.ts";

/** The sizes of W. Aldrich, "Metric Pattern Cutting for Women's Wear", sixth edition. */
const sizes = SIZE_ROWS.filter(({ table }) => table === "Aldrich, women").map(
  ({ size, values }) => ({ size, values: { ...EXAMPLE_BODY, ...values } as Values }),
);

const girth = (values: Values, field: keyof typeof EXAMPLE_BODY): number => Number(values[field]);

// The hip of size 24 is 26 cm larger than its waist, that of all others 24.
test.each(sizes.slice(0, -1))("Aldrich's skirt has our widths, size $size", ({ values }) => {
  const { numbers } = draftsOf("skirt-block").pattern({ waistEase: 1, hipEase: 3 }, values);
  const [waist, hip] = [girth(values, "waist_girth"), girth(values, "hip_girth")];
  expect(numbers).toMatchObject({ backDarts: 2, frontDarts: 1, dartWidth: 2 });
  expect(numbers.halfHip).toBeCloseTo(hip / 2 + 1.5, 9);
  // 1 to 9 and 2 to 15 of the book, less its darts.
  const itsWaist = waist / 4 + 4.25 - 4 + (waist / 4 + 2.25 - 2);
  expect((numbers.backWaist ?? 0) + (numbers.frontWaist ?? 0)).toBeCloseTo(itsWaist, 9);
  const itsSides = hip / 4 + 1.5 - (waist / 4 + 4.25) + (hip / 4 - (waist / 4 + 2.25));
  expect(2 * (numbers.sideEach ?? 0)).toBeCloseTo(itsSides, 9);
});

test("Aldrich's skirt has darts as long as ours, within a centimetre", () => {
  const { firstBackDart, secondBackDart, frontDart } = draftsOf("skirt-block").pattern().numbers;
  const apart = [firstBackDart, secondBackDart, frontDart].map((ours = 0, i) =>
    Math.abs(ours - ([14, 12.5, 10][i] ?? 0)),
  );
  expect(Math.max(...apart)).toBeLessThan(1);
});

test.each(sizes)("Aldrich's trousers have our widths, size $size", ({ values }) => {
  const hip = girth(values, "hip_girth");
  const { numbers } = draftsOf("trousers-block").pattern({ hipEase: 4 }, values);
  // 6 to 8, 17 to 25, 5 to 9 and 9 to 23 of the book.
  expect(numbers.frontHip).toBeCloseTo(hip / 4 + 0.5, 9);
  expect(numbers.backHip).toBeCloseTo(hip / 4 + 1.5, 9);
  expect(numbers.frontFork).toBeCloseTo(hip / 16 + 0.5, 9);
  expect(numbers.backFork).toBeCloseTo((hip / 16 + 0.5) / 2, 9);
  // 1 to 5: the crease is our own.
  expect(Math.abs((numbers.crease ?? 0) - (hip / 12 + 1.5))).toBeLessThan(1.5);
});

/** The book has the close-fitting bodice with a medium cup. */
const withDarts = sizes.map((row, i) => ({ ...row, dart: ALDRICH_DARTS[i] ?? 0 }));

test.each(withDarts)("Aldrich's bodice has our widths, size $size", ({ values, dart }) => {
  const bust = girth(values, "bust_girth");
  const own = { upper_chest_girth: bust - 5, back_neck_to_waist: 42, scye_depth: 22 };
  const { numbers } = draftsOf("bodice-block").pattern({ bustEase: 10 }, { ...values, ...own });
  const [back, front] = [girth(values, "across_back_width"), girth(values, "across_front_width")];
  expect(numbers.halfWidth).toBeCloseTo(bust / 2 + 5, 9);
  expect(numbers.halfBack).toBeCloseTo(back / 2 + 0.5, 9);
  expect(numbers.halfFront).toBeCloseTo(front / 2 + dart / 2, 9);
  expect(numbers.backNeckWidth).toBeCloseTo(girth(values, "neck_base_girth") / 5 - 0.2, 9);
});
