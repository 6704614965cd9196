import { expect, test } from "vitest";
import { FIELDS, type FieldKey, isUnusual } from "../../../../src/domain/measurements/fields.ts";

test.each<[FieldKey, string]>([
  ["height", "cm"],
  ["body_mass", "kg"],
  ["shoulder_slope", "deg"],
])("a value of %s in %s is questioned outside of its usual range", (field, unit) => {
  const [min, max] = FIELDS[field].usual;
  expect(FIELDS[field].unit).toBe(unit);
  expect([min - 0.1, min, max, max + 0.1].map((value) => isUnusual(field, value))).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
