import { expect, test } from "vitest";
import { lessonKey } from "../../../src/domain/lesson-key.ts";

test.each([
  ["The hem: narrow & wide", false, [], "the-hem-narrow-wide"],
  ["Säume nähen", false, [], "saume-nahen"],
  ["Hem", false, ["hem", "hem-2"], "hem-3"],
  ["Hem", true, ["hem"], "hem_ml"],
  ["מכפלת", false, [], "lesson"],
  ["a_ml b", false, [], "a-ml-b"],
  ["x".repeat(1000), false, [], "x".repeat(40)],
])("the key of %j", (title, isMain, taken, key) => {
  expect(lessonKey(title, isMain, new Set(taken))).toBe(key);
});
