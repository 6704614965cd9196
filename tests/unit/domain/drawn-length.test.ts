import { expect, test } from "vitest";
import { parseLength, unitOfPlace } from "../../../src/domain/drawn-length.ts";

test.each([
  ["12,5", "cm", 125],
  [" 12.5 ", "cm", 125],
  ["10", "inch", 254],
  ["12.5.1", "cm", null],
  ["0", "cm", null],
  ["1001", "cm", null],
  ["1e3", "cm", null],
] as const)("a length that is typed as %j in %s is read", (typed, unit, mm) => {
  expect(parseLength(typed, unit)).toBe(mm);
});

test.each([
  ["en-US", "inch"],
  ["en-GB", "cm"],
  ["de", "cm"],
  ["", "cm"],
])("lengths are offered as people measure where the browser is from: %j", (locale, unit) => {
  expect(unitOfPlace(locale)).toBe(unit);
});
