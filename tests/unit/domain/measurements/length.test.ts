import { expect, test } from "vitest";
import { LANGUAGES } from "../../../../src/domain/languages.ts";
import { formatMeasure } from "../../../../src/domain/measurements/format-measure.ts";
import { fromEighths, toEighths } from "../../../../src/domain/measurements/length.ts";
import { parseMeasure } from "../../../../src/domain/measurements/parse-measure.ts";

/** Up to 250 cm. */
const ALL_TENTHS = Array.from({ length: 2501 }, (_, tenths) => tenths / 10);
const ALL_EIGHTHS = Array.from({ length: 800 }, (_, eighths) => eighths);

test("switching between centimetres and inches shows every eighth as the eighth that was typed", () => {
  for (const eighths of ALL_EIGHTHS) expect(toEighths(fromEighths(eighths))).toBe(eighths);
});

test("switching between centimetres and inches gives different lengths to different eighths", () => {
  expect(new Set(ALL_EIGHTHS.map(fromEighths)).size).toBe(ALL_EIGHTHS.length);
});

test.each(LANGUAGES)("reads its own output as the same value, in %s", (language) => {
  for (const value of ALL_TENTHS) {
    for (const units of ["cm", "in"] as const) {
      const text = formatMeasure(value, "waist_girth", units, language);
      expect(parseMeasure(text, "waist_girth", units, value)).toEqual({ kind: "value", value });
    }
  }
});

test.each(LANGUAGES)("writes every eighth of an inch as it was typed, in %s", (language) => {
  for (const eighths of ALL_EIGHTHS) {
    const text = formatMeasure(fromEighths(eighths), "waist_girth", "in", language);
    const reading = parseMeasure(text, "waist_girth", "in");
    if (reading.kind !== "value") throw new Error(`${text} is not read`);
    expect(formatMeasure(reading.value, "waist_girth", "in", language)).toBe(text);
    expect(toEighths(reading.value)).toBe(eighths);
  }
});

test("switching between centimetres and inches does not convert kilograms and degrees", () => {
  for (const field of ["body_mass", "shoulder_slope"] as const) {
    expect(formatMeasure(21.5, field, "in", "en")).toBe("21.5");
    expect(parseMeasure("21.5", field, "in")).toEqual({ kind: "value", value: 21.5 });
  }
});
