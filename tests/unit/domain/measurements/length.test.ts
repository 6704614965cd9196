import { expect, test } from "vitest";
import {
  formatMeasure,
  fromInchParts,
  toInchParts,
} from "../../../../src/domain/measurements/format-measure.ts";

/** Up to 250 cm. */
const ALL_EIGHTHS = Array.from({ length: 800 }, (_, eighths) => eighths);

test("switching between centimetres and inches shows every eighth as the eighth that was typed", () => {
  for (const eighths of ALL_EIGHTHS)
    expect(toInchParts(fromInchParts(eighths, 8), 8)).toBe(eighths);
});

test.each([
  [-0.5, "-3/16"],
  [-1.3, "-1/2"],
  [-4, "-1 9/16"],
  [0, "0"],
])("a length below nought keeps its sign in inches: %s cm", (cm, text) => {
  expect(formatMeasure(cm, "waist_girth", "in", "en", 16)).toBe(text);
});
