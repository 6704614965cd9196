import { expect, test } from "vitest";
import { FIELD_KEYS, FIELDS, isUnusual } from "../../../../src/domain/measurements/fields.ts";
import {
  formatDifference,
  formatMeasure,
} from "../../../../src/domain/measurements/format-measure.ts";
import { parseMeasure } from "../../../../src/domain/measurements/parse-measure.ts";

const read = (text: string, units: "cm" | "in" = "cm", kept?: number) => {
  const reading = parseMeasure(text, "waist_girth", units, kept);
  return reading.kind === "value" ? reading.value : reading.kind;
};

test.each([
  ["68", 68],
  ["68.5", 68.5],
  ["68,5", 68.5],
  [" 68 , 5", "unreadable"],
  [" 68.5 cm ", 68.5],
  ["68.", 68],
  [",5", 0.5],
  ["68.25", 68.3],
  ["٦٨٫٥", 68.5],
  ["６０．", 60],
  ["６０,９", 60.9],
  [".55", 0.6],
  ["68 1/2", 68.5],
  ['26 3/4"', 67.9],
  ["0", 0],
  ["68 ס״מ", 68],
  ['68 ס"מ', 68],
  ["68 סמ", 68],
  ["68 CENTIMETROS", 68],
  ["68,5\u00a0εκ.", 68.5],
  ["68 ΕΚΑΤΟΣΤΆ", 68],
  ["68 cm.", 68],
  ["27 po", 68.6],
  ["27 po 1/2", 69.9],
  ["27 inç", 68.6],
  ["27 İNÇ", 68.6],
  ["27 אינץ׳", 68.6],
  ["27 אינצ'ים", 68.6],
  ["27 ίν.", 68.6],
  ["27 pulg.", 68.6],
  ["27 ιντσες", 68.6],
  ["27”", 68.6],
  ["27’’", 68.6],
  ["27′′", 68.6],
  ["27″", 68.6],
  ["27״", 68.6],
  ["27 „", 68.6],
  ["26–3/4”", 67.9],
  ["26 — 3⁄4 in.", 67.9],
  ["685 mm", 68.5],
  ["685 מ״מ", 68.5],
  ["6,85 mm", 0.7],
  ["0.685 m", 68.5],
  ["0,685 μ.", 68.5],
  ["68 m", 6800],
  ["1 m 68", 168],
  ["1m68", 168],
  ["1 m 68,5 cm", 168.5],
  ["1 m 5 cm", 105],
  ["68 cm 5 mm", 68.5],
  ["5'6\"", 167.6],
  ["5′6″", 167.6],
  ["5’ 6”", 167.6],
  ["5’6", 167.6],
  ["5 ft 6 in", 167.6],
  ["5 ft. 6 1/2 in.", 168.9],
  ["5 pi 6 po", 167.6],
  ["5' 1/2\"", 153.7],
  ["5'", 152.4],
  ["5 ft", 152.4],
  ["\u200f68\u061c.5\u200e", 68.5],
  ["\u2066\u202a68.5\u202c\u2069", 68.5],
  ["68㎝", 68],
  ["68⅓", 68.3],
])("%j is %j in a table in centimetres", (text, value) => expect(read(text)).toBe(value));

test.each([
  ["26", 66],
  ["26 3/4", 67.9],
  ["26¾", 67.9],
  ["26 ¾", 67.9],
  ["26-3/4", 67.9],
  ["26 3⁄4", 67.9],
  ["26.75", 67.9],
  ["26,75 in", 67.9],
  ["26 6/8″", 67.9],
  ["1 3/8", 3.5],
  ["1⅜", 3.5],
  ["3/8", 1],
  ["26 11/16", 67.9],
  ["¼", 0.6],
  ["½", 1.3],
  ["⅛", 0.3],
  ["⅝", 1.6],
  ["⅞", 2.2],
  ["0", 0],
  ["26 ''", 66],
  ["⅜", 1],
  ["68 cm", 68],
])("%j is %j cm in a table in inches", (text, value) => expect(read(text, "in")).toBe(value));

test.each(["", " ", "\u200f"])("a measurement typed as %j is empty", (text) =>
  expect(read(text)).toBe("nothing"),
);

test.each([
  "about 68",
  "-5",
  "6 8",
  "68.5.5",
  "1/0",
  "26.5 1/2",
  "/",
  "1 /",
  "NaN",
  "Infinity",
  "1e3",
  "0x44",
  "123456",
  "68 kg",
  "<b>68</b>",
  "½½",
  "68²",
  "⑥⑧",
  "68 cubits",
  "68 miles",
  "68 pounds",
  "60-70",
  "60–70 cm",
  "68 cm 5",
  "68 cm 15 mm",
  "68 cm 70 cm",
  "1 m 6",
  "1 m 168",
  "1 m 68 kg",
  "27'",
  "27’",
  "5' 14\"",
  "5' 6' 7\"",
  '27" 5',
  "68°",
  "68 m m",
  "99999 m",
  "99999 in",
])("%j is not a measurement", (text) => expect(read(text)).toBe("unreadable"));

test("a typed measurement stays exact when the same eighths are typed again", () => {
  expect(read("26 3/4", "in", 68)).toBe(68);
  expect(read("26 7/8", "in", 68)).toBe(68.3);
  expect(read("68.1", "cm", 68)).toBe(68.1);
});

test("a typed measurement is not a length in kilograms or degrees", () => {
  expect(parseMeasure("21 kg", "body_mass", "in")).toEqual({ kind: "value", value: 21 });
  expect(parseMeasure("21°", "shoulder_slope", "in")).toEqual({ kind: "value", value: 21 });
  expect(parseMeasure("21 in", "body_mass", "in")).toEqual({ kind: "unreadable" });
});

/** What is typed for a height, a weight and an angle. */
const OTHERS = [
  ["height", "5'", 152.4],
  ["height", "9'", "unreadable"],
  ["body_mass", "61,4 ק״ג", 61.4],
  ["body_mass", "61.4 κιλά", 61.4],
  ["body_mass", "61.4 Kg.", 61.4],
  ["body_mass", "135 lbs", "unreadable"],
  ["body_mass", "61.400 g", "unreadable"],
  ["body_mass", "61 cm", "unreadable"],
  ["body_mass", "61°", "unreadable"],
  ["shoulder_slope", "21.5°", 21.5],
  ["shoulder_slope", "21,5º", 21.5],
  ["shoulder_slope", "21˚", 21],
  ["shoulder_slope", "21 Grad", 21],
  ["shoulder_slope", "21 deg", 21],
  ["shoulder_slope", "21 μοίρες", 21],
  ["shoulder_slope", "21 מעלות", 21],
  ["shoulder_slope", "21 derece", 21],
  ["shoulder_slope", "21°C", "unreadable"],
  ["shoulder_slope", "21 grams", "unreadable"],
  ["shoulder_slope", '21"', "unreadable"],
] as const;

test.each(OTHERS)("the field %s reads %j as %j", (field, text, value) => {
  const reading = parseMeasure(text, field, "in");
  expect(reading.kind === "value" ? reading.value : reading.kind).toBe(value);
});

test("a shown measurement uses the language's decimal sign, and reduced fractions of inches", () => {
  const write = (value: number, units: "cm" | "in", language: string) =>
    formatMeasure(value, "waist_girth", units, language);
  expect(write(68.5, "cm", "en")).toBe("68.5");
  expect(write(68.5, "cm", "de")).toBe("68,5");
  expect(write(1000, "cm", "fr")).toBe("1000");
  expect(write(67.9, "in", "en")).toBe("26 3/4");
  expect(write(0.3, "in", "en")).toBe("1/8");
  expect(write(2.54, "in", "en")).toBe("1");
  expect(write(0, "in", "en")).toBe("0");
});

test("a shown measurement differs from another only if the shown text differs", () => {
  const differ = (before: number, after: number, units: "cm" | "in", language = "en") =>
    formatDifference(before, after, "waist_girth", units, language);
  expect(differ(70, 68.5, "cm")).toBe("−1.5");
  expect(differ(70, 71.5, "cm", "de")).toBe("+1,5");
  expect(differ(0.1, 0.3, "cm")).toBe("+0.2");
  expect(differ(70, 70, "cm")).toBe("");
  expect(differ(67.9, 66, "in")).toBe("−3/4");
  expect(differ(66, 69.2, "in")).toBe("+1 1/4");
  expect(differ(67.9, 68, "in")).toBe("");
});

test("the fields are questioned outside the usual range, and not within", () => {
  expect(isUnusual("waist_girth", 68)).toBe(false);
  expect(isUnusual("waist_girth", 26)).toBe(true);
  expect(isUnusual("waist_girth", 680)).toBe(true);
  for (const key of FIELD_KEYS) {
    const [least, most] = FIELDS[key].usual;
    const around = [least - 0.1, least, most, most + 0.1];
    const unusual = around.map((value) => isUnusual(key, value));
    expect([key, ...unusual]).toEqual([key, true, false, false, true]);
  }
});
