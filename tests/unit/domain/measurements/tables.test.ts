import { expect, test } from "vitest";
import { FIELDS, type FieldKey, type Values } from "../../../../src/domain/measurements/fields.ts";
import { tableMistake } from "../../../../src/domain/measurements/table-mistake.ts";
import {
  nameProblem,
  roundedValues,
  valuesProblem,
} from "../../../../src/domain/measurements/table-problems.ts";
import { BODIES } from "../../drafting/bodies.ts";

test.each([
  ["", "is required"],
  ["x".repeat(101), "may have 100 characters"],
  ["a\0b", "must be printable"],
])("%j is no valid table name: it %s", (name, message) => {
  expect(nameProblem(name)).toMatchObject({ path: "name", message });
});

test.each<[string, number, string]>([
  ["shoe", 38, "is no measurement"],
  ["constructor", 1, "is no measurement"],
  ["height", -1, "must be from 0 to 99999.9"],
  ["height", 100_000, "must be from 0 to 99999.9"],
])("a %s of %d cannot be stored: it %s", (field, value, message) => {
  expect(valuesProblem({ [field]: value })).toMatchObject({ path: `values.${field}`, message });
});

test("a name of a hundred characters, the smallest and the largest value are valid", () => {
  expect(nameProblem("🧵".repeat(100))).toBeNull();
  expect(valuesProblem({ height: 0, hip_girth: 99_999.9 })).toBeNull();
});

test("values are rounded to one decimal", () => {
  const values = { height: 172.04, neck_girth: null };
  expect(valuesProblem(values)).toBeNull();
  expect(roundedValues(values)).toEqual({ height: 172 });
});

/** Every hundredth body of the published size tables. */
const SOME = BODIES.filter((_, number) => number % 100 === 0);

const scaled = (values: Values, factor: number): Values =>
  Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      FIELDS[field as FieldKey].unit === "cm" ? Math.round((value ?? 0) * factor * 10) / 10 : value,
    ]),
  );

const only = (values: Values, ...fields: FieldKey[]): Values =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

test("no body of a published size table is taken for a mistake", () => {
  expect(BODIES.filter(({ values }) => tableMistake(values)).map(({ name }) => name)).toEqual([]);
});

test.each([
  ["inches", 1 / 2.54],
  ["centimetres", 2.54],
  ["millimetres", 10],
] as const)("a table in %s is recognised as a whole, and mended", (mistake, factor) => {
  for (const { values } of SOME) {
    const found = tableMistake(scaled(values, factor));
    expect(found?.mistake).toBe(mistake);
    const { bust_girth: bust = 0, shoulder_slope: slope } = values;
    expect(Math.abs((found?.mended.bust_girth ?? 0) - bust)).toBeLessThan(0.3);
    expect(found?.mended.shoulder_slope).toBe(slope);
  }
});

test("a table in inches is recognised by the measures of a skirt alone", () => {
  const [body] = SOME;
  const skirt = only(body?.values ?? {}, "waist_girth", "hip_girth", "waist_to_hip");
  expect(tableMistake(scaled(skirt, 1 / 2.54))?.mistake).toBe("inches");
  expect(tableMistake(skirt)).toBeNull();
});

test.each([
  ["waist and hips exchanged", { waist_girth: 97, hip_girth: 75 }, "exchanged"],
  ["a waist as wide as the hips", { waist_girth: 110, hip_girth: 104 }, undefined],
  ["one length alone", { waist_girth: 28 }, undefined],
  ["nothing", {}, undefined],
  ["a child", { waist_girth: 52, hip_girth: 60, height: 110, waist_to_hip: 11 }, undefined],
])("of %s: %j is %s", (_, values, mistake) => {
  expect(tableMistake(values)?.mistake).toBe(mistake);
});
