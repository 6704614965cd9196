import { expect, test } from "vitest";
import { LANGUAGES } from "../../../../src/domain/languages.ts";
import { FIELD_KEYS, type Units } from "../../../../src/domain/measurements/fields.ts";
import {
  formatMeasure,
  formatUnit,
  formatWithUnit,
  fromInchParts,
  shownUnit,
  toInchParts,
} from "../../../../src/domain/measurements/format-measure.ts";
import { parseMeasure } from "../../../../src/domain/measurements/parse-measure.ts";
import fc from "../../../support/fast-check.ts";

const field = fc.constantFrom(...FIELD_KEYS);
const language = fc.constantFrom(...LANGUAGES);
const units = fc.constantFrom("cm" as const, "in" as const);
const value = fc.integer({ min: 0, max: 3000 }).map((tenths) => tenths / 10);

/** What comes along when a text is copied or written on a phone, around it and between its parts. */
const mark = fc.constantFrom(
  ..."\u200e\u200f\u061c\u2066\u2067\u2068\u2069\u202a\u202b\u202c\ufeff\u200b \u00a0\u2009\u202f",
);
const around = fc.array(mark, { maxLength: 4 }).map((marks) => marks.join(""));

/** The digits of a numbering system, for western ones. */
const inDigits = (system: string, text: string): string => {
  const { format } = new Intl.NumberFormat("en", { numberingSystem: system });
  return text.replace(/\d/g, (digit) => format(Number(digit)));
};
const systems = fc.constantFrom("latn", "arab", "arabext", "fullwide", "mathsanb");

const PHONE_SIGNS: readonly (readonly [string, string])[] = [
  ["/", "⁄"],
  [" ", "-"],
  [" ", "–"],
  [",", "٫"],
];

test("what the app shows beside a field is read as the value that it shows, in every language and unit", () => {
  fc.assert(
    fc.property(field, units, language, value, (name, shownIn, locale, shown) => {
      const unit = shownUnit(name, shownIn);
      const expected = unit === "in" ? fromInchParts(toInchParts(shown, 8), 8) : shown;
      const number = formatMeasure(shown, name, shownIn, locale);
      const withUnit = [" ", ""].map((gap) => number + gap + formatUnit(unit, locale));
      for (const text of [number, formatWithUnit(shown, name, shownIn, locale), ...withUnit]) {
        const reads = (units: Units, kept?: number) => [
          text,
          parseMeasure(text, name, units, kept),
        ];
        expect(reads(shownIn)).toEqual([text, { kind: "value", value: expected }]);
        // With its unit it means the same in a table with other units.
        if (text !== number) expect(reads(shownIn === "cm" ? "in" : "cm")).toEqual(reads(shownIn));
        // The value in the table is as exact as it was.
        expect(reads(shownIn, shown)).toEqual([text, { kind: "value", value: shown }]);
      }
    }),
    { numRuns: 500 },
  );
});

test("what the app shows beside a field is read with direction marks, other blanks, signs of phones and digits of other scripts", () => {
  const signs = fc.subarray([...PHONE_SIGNS]);
  const written = fc.record({ start: around, end: around, system: systems, signs });
  fc.assert(
    fc.property(field, units, language, value, written, (name, shownIn, locale, shown, as) => {
      const plain = formatWithUnit(shown, name, shownIn, locale);
      const text = as.signs.reduce(
        (now, [sign, other]) => now.replace(sign, other),
        inDigits(as.system, plain),
      );
      const typed = as.start + text + as.end;
      expect(parseMeasure(typed, name, shownIn), typed).toEqual(parseMeasure(plain, name, shownIn));
    }),
    { numRuns: 500 },
  );
});

/** Units of Unicode, each with a field that has it, and its size. */
const UNITS = [
  ["millimeter", "waist_girth", 0.1],
  ["centimeter", "waist_girth", 1],
  ["meter", "waist_girth", 100],
  ["inch", "waist_girth", 2.54],
  ["foot", "height", 30.48],
  ["kilogram", "body_mass", 1],
  ["degree", "shoulder_slope", 1],
] as const;

test.each(LANGUAGES.flatMap((locale) => UNITS.map((unit) => [locale, ...unit] as const)))(
  "what the app shows beside a field is read in the words that Unicode has for the unit, in %s: %s",
  (locale, unit, name, size) => {
    for (const unitDisplay of ["short", "narrow", "long"] as const) {
      const { format } = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay });
      for (const number of [1, 2, 3, 5, 7, 11, 20]) {
        const text = format(number);
        // Hebrew writes one and two degrees in words. Feet alone are read where they are likely.
        if (!/^\d/.test(text) || (/\u2032$/.test(text) && number !== 5)) continue;
        const value = Math.round(number * size * 10) / 10;
        expect(parseMeasure(text, name, "cm"), text).toEqual({ kind: "value", value });
      }
    }
  },
);

test("what the app shows beside a field is a value that can be saved, or unreadable, whatever is typed", () => {
  const typed = fc.string({ unit: "binary", maxLength: 30 });
  fc.assert(
    fc.property(typed, field, units, (text, name, shownIn) => {
      const read = parseMeasure(text, name, shownIn);
      const value = read.kind === "value" ? read.value : 0;
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThanOrEqual(99_999.9);
    }),
    { numRuns: 2000 },
  );
});

test("switching between centimetres and inches shows every eighth as the eighth that was typed", () => {
  // Up to 250 cm.
  for (const eighths of Array(800).keys())
    expect(toInchParts(fromInchParts(eighths, 8), 8)).toBe(eighths);
});
