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

test("the message says what is wrong", () => {
  expect(nameProblem("")?.message).toBe("is required");
  expect(nameProblem("x".repeat(101))?.message).toBe("may have 100 characters");
  expect(nameProblem("a\0")?.message).toBe("must be printable");
  expect(valuesProblem({ shoe: 38 })?.message).toBe("is no measurement");
  expect(valuesProblem({ height: -1 })?.message).toBe("must be from 0 to 99999.9");
});

test("the smallest and the largest value are valid", () => {
  expect(valuesProblem({ height: 0, hip_girth: 99_999.9 })).toBeNull();
});

test("values are rounded to one decimal", () => {
  const values = { height: 172.04, neck_girth: null };
  expect(valuesProblem(values)).toBeNull();
  expect(roundedValues(values)).toEqual({ height: 172 });
});
