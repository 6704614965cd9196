import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { DEMO_SCHOOL } from "../support/demo-school.ts";

test("the demo school has no content problems, and no warnings", async () => {
  const result = await compileSchool(DEMO_SCHOOL);
  expect([result.ok ? [] : result.failure, result.warnings]).toEqual([[], []]);
});
