import { expect, test } from "vitest";
import {
  nameProblem,
  roundedValues,
  valuesProblem,
} from "../../../../src/domain/measurements/table-problems.ts";

test.each(["", "  ", "x".repeat(101), "a\0b"])("%j is no valid table name", (name) => {
  expect(nameProblem(name)?.path).toBe("name");
});

test("a name may have a hundred visible characters of any script", () => {
  expect(nameProblem("🧵".repeat(100))).toBeNull();
});

test.each<Record<string, number>>([
  { shoe: 38 },
  { height: -1 },
  { height: 100_000 },
  { constructor: 1 },
])("%j is no measurement", (values) => {
  expect(valuesProblem(values)?.path).toBe(`values.${Object.keys(values)[0]}`);
});

test("values are rounded to one decimal", () => {
  const values = { height: 172.04, neck_girth: null };
  expect(valuesProblem(values)).toBeNull();
  expect(roundedValues(values)).toEqual({ height: 172 });
});
