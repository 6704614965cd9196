import { expect, test } from "vitest";
import { LANGUAGES } from "../../../../src/domain/languages.ts";
import {
  formatMeasure,
  fromInchParts,
  toInchParts,
} from "../../../../src/domain/measurements/format-measure.ts";
import { parseMeasure } from "../../../../src/domain/measurements/parse-measure.ts";

/** Up to 250 cm. */
const ALL_EIGHTHS = Array.from({ length: 800 }, (_, eighths) => eighths);

test("switching between centimetres and inches shows every eighth as the eighth that was typed", () => {
  for (const eighths of ALL_EIGHTHS)
    expect(toInchParts(fromInchParts(eighths, 8), 8)).toBe(eighths);
});

test.each(LANGUAGES)("writes every eighth of an inch as it was typed, in %s", (language) => {
  for (const eighths of ALL_EIGHTHS) {
    const text = formatMeasure(fromInchParts(eighths, 8), "waist_girth", "in", language);
    const reading = parseMeasure(text, "waist_girth", "in");
    if (reading.kind !== "value") throw new Error(`${text} is not read`);
    expect(formatMeasure(reading.value, "waist_girth", "in", language)).toBe(text);
    expect(toInchParts(reading.value, 8)).toBe(eighths);
  }
});

test.each([
  [-0.5, "-3/16"],
  [-1.3, "-1/2"],
  [-4, "-1 9/16"],
  [0, "0"],
])("a length below nought keeps its sign in inches: %s cm", (cm, text) => {
  expect(formatMeasure(cm, "waist_girth", "in", "en", 16)).toBe(text);
});
