import { expect, test } from "vitest";
import {
  nameProblem,
  roundedValues,
  valuesProblem,
} from "../../../../src/domain/measurements/table-problems.ts";

test.each([
  ["", "is required"],
  ["x".repeat(101), "may have 100 characters"],
  ["a\0b", "must be printable"],
])("%j is no valid table name: it %s", (name, message) => {
  expect(nameProblem(name)).toMatchObject({ path: "name", message });
});

test("a name may have a hundred visible characters of any script", () => {
  expect(nameProblem("🧵".repeat(100))).toBeNull();
});

test.each<[string, number, string]>([
  ["shoe", 38, "is no measurement"],
  ["constructor", 1, "is no measurement"],
  ["height", -1, "must be from 0 to 99999.9"],
  ["height", 100_000, "must be from 0 to 99999.9"],
])("a %s of %d cannot be stored: it %s", (field, value, message) => {
  expect(valuesProblem({ [field]: value })).toMatchObject({ path: `values.${field}`, message });
});

test("the smallest and the largest value are valid", () => {
  expect(valuesProblem({ height: 0, hip_girth: 99_999.9 })).toBeNull();
});

test("values are rounded to one decimal", () => {
  const values = { height: 172.04, neck_girth: null };
  expect(valuesProblem(values)).toBeNull();
  expect(roundedValues(values)).toEqual({ height: 172 });
});
