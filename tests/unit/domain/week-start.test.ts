import { describe, expect, test } from "vitest";
import type { WeekLocale } from "../../../src/domain/week-locale.ts";
import { firstDayOfWeek, parseWeekday } from "../../../src/domain/week-start.ts";

/** Safari 17.5 and Chrome 123 had a property in place of the method. */
const withProperty = (tag: string): WeekLocale => {
  const locale = new Intl.Locale(tag);
  const { firstDay } = (locale as WeekLocale).getWeekInfo?.() ?? { firstDay: 0 };
  return { weekInfo: { firstDay }, maximize: () => locale.maximize() };
};

/** Firefox 121 had no week information. */
const withNeither = (tag: string): WeekLocale => {
  const locale = new Intl.Locale(tag);
  return { maximize: () => locale.maximize() };
};

const engines = [
  ["knows weeks by a method", undefined],
  ["knows weeks by a property", withProperty],
  ["does not know weeks", withNeither],
] as const;

describe.each(engines)("the first day of the week, in an engine that %s", (_, localeOf) => {
  test.each([
    ["de-DE", 1],
    ["en-GB", 1],
    ["en-US", 7],
    ["he-IL", 7],
    ["es-MX", 7],
    ["ar-EG", 6],
    ["dv-MV", 5],
    // Without a region, the language's most likely region counts.
    ["de", 1],
    ["he", 7],
  ])("the start of the week depends on the region: %s, day %i", (tag, day) => {
    expect(firstDayOfWeek([tag], "en", localeOf)).toBe(day);
  });

  test("the start of the week depends on the person's first language, not on the app's", () => {
    expect(firstDayOfWeek(["de", "en-US", "en"], "en", localeOf)).toBe(1);
    expect(firstDayOfWeek(["he-IL", "en-US"], "de", localeOf)).toBe(7);
  });

  test("the start of the week depends on the app's language if the person has set none, else is Monday", () => {
    expect(firstDayOfWeek([], "he", localeOf)).toBe(7);
    expect(firstDayOfWeek(["*"], "he", localeOf)).toBe(7);
    expect(firstDayOfWeek(["*", "he"], "", localeOf)).toBe(1);
  });
});

test("the table for older engines matches this engine", () => {
  const letters = Array.from({ length: 26 }, (_unused, at) => String.fromCharCode(65 + at));
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const regions = letters
    .flatMap((first) => letters.map((second) => first + second))
    // Without withdrawn and aliased codes, and without the unknown one.
    .filter((region) => names.of(region) && !["BU", "RH", "YD", "ZZ"].includes(region));
  expect(regions.length).toBeGreaterThan(200);
  const tables = regions.map((region) => [
    region,
    firstDayOfWeek([`und-${region}`], "en", withNeither),
  ]);
  expect(tables).toEqual(
    regions.map((region) => [region, firstDayOfWeek([`und-${region}`], "en")]),
  );
});

test.each([
  ["7", 7],
  ["1", 1],
  [undefined, 1],
  ["", 1],
  ["8", 1],
  ["Sunday", 1],
])("a query's %j is day %i", (text, day) => {
  expect(parseWeekday(text)).toBe(day);
});
