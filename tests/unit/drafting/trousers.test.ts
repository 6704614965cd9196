import { expect, test } from "vitest";
import type { OptionValues } from "../../../src/drafting/block.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import { patternProblems } from "../../../src/drafting/verify-pattern.ts";
import { BODIES } from "./bodies.ts";
import { around, draftsOf, hipOf } from "./drafted.ts";

const { answer, pattern: drafted, patterns } = draftsOf("trousers-block");

test("trousers are as wide as waist and hip with their ease, for bodies of published tables", () => {
  const some = BODIES.filter((_, i) => i % 40 === 0);
  for (const { name, values, pattern } of patterns(some, { waistEase: 3, hipEase: 6 })) {
    expect(Math.abs(around(pattern, "waist") - values.waist_girth - 3), name).toBeLessThan(0.1);
    expect(Math.abs(hipOf(pattern) - values.hip_girth - 6), name).toBeLessThan(0.1);
  }
});

test("trousers follow the crotch length of the body, and ask where they cannot", () => {
  const crotchOf = (total: number) =>
    around(drafted({}, { total_crotch_length: total }), "crotch") / 2;
  for (const total of [65, 68.7, 72, 75]) expect(crotchOf(total)).toBeCloseTo(total + 1, 1);
  const { pattern, problems } = answer({}, { total_crotch_length: 95 });
  expect(pattern).not.toBeNull();
  expect(problems).toMatchObject([{ kind: "unusual", field: "total_crotch_length" }]);
});

test("trousers have as many darts as asked for, and none where nothing is to be taken in", () => {
  const dartsOf = (options: OptionValues, values = {}) =>
    drafted(options, values).pieces.map(({ darts }) => darts.length);
  expect(dartsOf({})).toEqual([1, 2]);
  expect(dartsOf({ frontDarts: 2, backDarts: 1 })).toEqual([2, 1]);
  expect(dartsOf(NO_DARTS)).toEqual([0, 0]);
  expect(dartsOf({ frontDarts: 2 }, { waist_girth: 94 })).toEqual([0, 0]);
});

const inInches = Object.fromEntries(
  Object.entries(EXAMPLE_BODY).map(([field, value]) => [field, value / 2.54]),
);
const LONG_FRONT = { total_crotch_length: 70, front_crotch_length: 45 };

const NO_DARTS = { frontDarts: 0, backDarts: 0 };
const unfit = (reason: string) => ({ kind: "unfit", reason });

test.each<[string, object, OptionValues, object]>([
  ["no body rise", { body_rise: null }, {}, { kind: "missing" }],
  ["a negative", { hip_girth: -96 }, {}, { kind: "impossible" }],
  ["a hip line below the crotch", { waist_to_hip: 30 }, {}, unfit("trousers-hip-low")],
  ["a knee above the crotch", { waist_to_knee: 30 }, {}, unfit("trousers-hem-high")],
  ["a waist far under the hip", { waist_girth: 55 }, NO_DARTS, unfit("trousers-waist")],
  ["a waist far over the hip", { waist_girth: 160 }, {}, unfit("trousers-waist")],
])("trousers are not drafted, with a reason, for %s", (_what, values, options, problem) => {
  const { pattern, problems } = answer(options, values);
  expect(pattern).toBeNull();
  expect(problems).toContainEqual(expect.objectContaining(problem));
});

test.each<[string, object, string]>([
  ["inches as centimetres", inInches, "waist_girth"],
  ["a waist to hip of 9 cm", { waist_to_hip: 9 }, "waist_to_hip"],
  ["a rise to the floor", { body_rise: 42 }, "body_rise"],
  ["a heel wider than the hem", { heel_girth: 44.5 }, "heel_girth"],
  ["a knee wider than the leg", { knee_girth: 60 }, "knee_girth"],
  ["a front crotch longer than the half", LONG_FRONT, "front_crotch_length"],
])("trousers are drafted, with a question, for %s", (_what, values, field) => {
  const { pattern, problems } = answer({}, values);
  expect(problems).toContainEqual(expect.objectContaining({ kind: "unusual", field }));
  expect(pattern && patternProblems(pattern)).toEqual([]);
});
