import { expect, test } from "vitest";
import {
  FIELD_KEYS,
  FIELDS,
  type FieldKey,
  isUnusual,
} from "../../../../src/domain/measurements/fields.ts";
import {
  formatDifference,
  formatMeasure,
} from "../../../../src/domain/measurements/format-measure.ts";
import { parseMeasure } from "../../../../src/domain/measurements/parse-measure.ts";

const read = (
  text: string,
  units: "cm" | "in" = "cm",
  kept?: number,
  field: FieldKey = "waist_girth",
) => {
  const reading = parseMeasure(text, field, units, kept);
  return reading.kind === "value" ? reading.value : reading.kind;
};

type Row = readonly [value: number | string, ...texts: string[]];

/** Each text with the value that it is read as. */
const each = (rows: readonly Row[]) =>
  rows.flatMap(([value, ...texts]) => texts.map((text) => [text, value] as const));

test.each(
  each([
    [0, "0"],
    [0.5, ",5"],
    [0.6, ".55"],
    [68, "68", "68.", "68 cm.", "68㎝", "68 CENTIMETROS"],
    [68, "68 ס״מ", '68 ס"מ', "68 סמ", "68 ΕΚΑΤΟΣΤΆ"],
    [68.3, "68.25", "68⅓"],
    [68.5, "68.5", "68,5", " 68.5 cm ", "٦٨٫٥", "68 1/2", "68,5\u00a0εκ."],
    [68.5, "\u200f68\u061c.5\u200e", "\u2066\u202a68.5\u202c\u2069"],
    [60, "６０．"],
    [60.9, "６０,９"],
    // In inches, with the words and signs of many languages.
    [68.6, "27 po", "27 inç", "27 İNÇ", "27 pulg."],
    [68.6, "27 אינץ׳", "27 אינצ'ים", "27 ίν.", "27 ιντσες"],
    [68.6, "27”", "27’’", "27′′", "27″", "27״", "27 „"],
    [67.9, '26 3/4"', "26–3/4”", "26 — 3⁄4 in."],
    [69.9, "27 po 1/2"],
    // In millimetres and metres.
    [68.5, "685 mm", "685 מ״מ", "0.685 m", "0,685 μ.", "68 cm 5 mm"],
    [0.7, "6,85 mm"],
    [6800, "68 m"],
    [168, "1 m 68", "1m68"],
    [168.5, "1 m 68,5 cm"],
    [105, "1 m 5 cm"],
    // In feet and inches.
    [167.6, "5'6\"", "5′6″", "5’ 6”", "5’6", "5 ft 6 in", "5 pi 6 po"],
    [168.9, "5 ft. 6 1/2 in."],
    [153.7, "5' 1/2\""],
    [152.4, "5'", "5 ft"],
    ["unreadable", " 68 , 5"],
  ]),
)("%j is %j in a table in centimetres", (text, value) => expect(read(text)).toBe(value));

test.each(
  each([
    [0, "0"],
    [0.3, "⅛"],
    [0.6, "¼"],
    [1, "3/8", "⅜"],
    [1.3, "½"],
    [1.6, "⅝"],
    [2.2, "⅞"],
    [3.5, "1 3/8", "1⅜"],
    [66, "26", "26 ''"],
    [67.9, "26 3/4", "26¾", "26 ¾", "26-3/4", "26 3⁄4", "26.75", "26,75 in", "26 6/8″", "26 11/16"],
    [68, "68 cm"],
  ]),
)("%j is %j cm in a table in inches", (text, value) => expect(read(text, "in")).toBe(value));

test.each(["", " ", "\u200f"])("a measurement typed as %j is empty", (text) =>
  expect(read(text)).toBe("nothing"),
);

test.each([
  ...["about 68", "-5", "6 8", "68.5.5", "1/0", "26.5 1/2", "/", "1 /", "½½", "68²", "⑥⑧"],
  ...["NaN", "Infinity", "1e3", "0x44", "123456", "99999 m", "99999 in", "<b>68</b>"],
  ...["68 kg", "68 cubits", "68 miles", "68 pounds", "68°", "68 m m", "60-70", "60–70 cm"],
  ...["68 cm 5", "68 cm 15 mm", "68 cm 70 cm", "1 m 6", "1 m 168", "1 m 68 kg"],
  ...["27'", "27’", "5' 14\"", "5' 6' 7\"", '27" 5'],
])("%j is not a measurement", (text) => expect(read(text)).toBe("unreadable"));

test("a typed measurement stays exact when the same eighths are typed again", () => {
  expect(read("26 3/4", "in", 68)).toBe(68);
  expect(read("26 7/8", "in", 68)).toBe(68.3);
  expect(read("68.1", "cm", 68)).toBe(68.1);
});

const OTHERS: readonly (readonly [FieldKey, ...Row])[] = [
  ["height", 152.4, "5'"],
  ["height", "unreadable", "9'"],
  ["body_mass", 61.4, "61,4 ק״ג", "61.4 κιλά", "61.4 Kg."],
  ["body_mass", "unreadable", "135 lbs", "61.400 g", "61 cm", "61°", "21 in"],
  ["shoulder_slope", 21.5, "21.5°", "21,5º"],
  ["shoulder_slope", 21, "21˚", "21 Grad", "21 deg", "21 μοίρες", "21 מעלות", "21 derece"],
  ["shoulder_slope", "unreadable", "21°C", "21 grams", '21"'],
];

test.each(
  OTHERS.flatMap(([field, ...row]) => each([row]).map((read) => [field, ...read] as const)),
)("the field %s reads %j as %j", (field, text, value) => {
  expect(read(text, "in", undefined, field)).toBe(value);
});

test.each([
  [68.5, "cm", "en", "68.5"],
  [68.5, "cm", "de", "68,5"],
  [1000, "cm", "fr", "1000"],
  [67.9, "in", "en", "26 3/4"],
  [0.3, "in", "en", "1/8"],
  [2.54, "in", "en", "1"],
  [0, "in", "en", "0"],
] as const)("%d cm are shown in %s, in %s, as %s", (value, units, language, shown) => {
  expect(formatMeasure(value, "waist_girth", units, language)).toBe(shown);
});

test.each([
  [70, 68.5, "cm", "en", "−1.5"],
  [70, 71.5, "cm", "de", "+1,5"],
  [0.1, 0.3, "cm", "en", "+0.2"],
  [70, 70, "cm", "en", ""],
  [67.9, 66, "in", "en", "−3/4"],
  [66, 69.2, "in", "en", "+1 1/4"],
  // Both are shown as 26 3/4.
  [67.9, 68, "in", "en", ""],
] as const)("%d to %d cm, in %s, in %s, is %j", (before, after, units, lang, shown) => {
  expect(formatDifference(before, after, "waist_girth", units, lang)).toBe(shown);
});

test.each(FIELD_KEYS)("the field %s is questioned outside its usual range", (key) => {
  const [least, most] = FIELDS[key].usual;
  const around = [least - 0.1, least, most, most + 0.1];
  expect(around.map((value) => isUnusual(key, value))).toEqual([true, false, false, true]);
});
