import { describe, expect, test } from "vitest";
import {
  FIELD_KEYS,
  FIELDS,
  GROUPS,
  isField,
  isUnusual,
} from "../../../../src/domain/measurements/fields.ts";
import {
  formatDifference,
  formatMeasure,
} from "../../../../src/domain/measurements/format-measure.ts";
import { parseMeasure } from "../../../../src/domain/measurements/parse-measure.ts";

const read = (text: string, units: "cm" | "in" = "cm", kept?: number) => {
  const reading = parseMeasure(text, "waist_girth", units, kept);
  return reading.kind === "value" ? reading.value : reading.kind;
};

describe("a typed measurement", () => {
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
    ["٦٠", 60],
    ["۶۹٫۰", 69],
    ["６０．", "unreadable"],
    ["６０,９", 60.9],
    [".55", 0.6],
    ["\u200e68.5\u200e", 68.5],
    ["68 1/2", 68.5],
    ['26 3/4"', 67.9],
    ["0", 0],
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

  test.each(["", " ", "\u200f"])("%j is empty", (text) => expect(read(text)).toBe("nothing"));

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
  ])("%j is not a measurement", (text) => expect(read(text)).toBe("unreadable"));

  test("stays exact when the same eighths are typed again", () => {
    expect(read("26 3/4", "in", 68)).toBe(68);
    expect(read("26 7/8", "in", 68)).toBe(68.3);
    expect(read("68.1", "cm", 68)).toBe(68.1);
  });

  test("is not a length in kilograms or degrees", () => {
    expect(parseMeasure("21 kg", "body_mass", "in")).toEqual({ kind: "value", value: 21 });
    expect(parseMeasure("21°", "shoulder_slope", "in")).toEqual({ kind: "value", value: 21 });
    expect(parseMeasure("21 in", "body_mass", "in")).toEqual({ kind: "unreadable" });
  });
});

describe("a shown measurement", () => {
  test("uses the language's decimal sign, and reduced fractions of inches", () => {
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

  test("differs from another only if the shown text differs", () => {
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
});

describe("the fields", () => {
  test("are 43, in six groups, each once", () => {
    expect(GROUPS.map(({ key, fields }) => [key, fields.length])).toEqual([
      ["general", 2],
      ["girth", 18],
      ["torso", 8],
      ["shoulder", 5],
      ["arm", 3],
      ["leg", 7],
    ]);
    expect(new Set(FIELD_KEYS).size).toBe(43);
    expect(FIELD_KEYS.filter((key) => FIELDS[key].unit !== "cm")).toEqual([
      "body_mass",
      "shoulder_slope",
    ]);
  });

  test("reject other keys", () => {
    expect(isField("waist_girth")).toBe(true);
    for (const name of ["tail", "constructor", "__proto__", ""]) expect(isField(name)).toBe(false);
  });

  test("are questioned outside the usual range, and not within", () => {
    expect(isUnusual("waist_girth", 68)).toBe(false);
    expect(isUnusual("waist_girth", 26)).toBe(true);
    expect(isUnusual("waist_girth", 680)).toBe(true);
    for (const key of FIELD_KEYS) {
      const [least, most] = FIELDS[key].usual;
      expect([key, isUnusual(key, least), isUnusual(key, most)]).toEqual([key, false, false]);
    }
  });
});
