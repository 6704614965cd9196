import { describe, expect, test } from "vitest";
import { addDays, addMonths, daysBetween, weekdayOf } from "../../../src/domain/calendar.ts";
import { isDay } from "../../../src/domain/is-day.ts";
import { comingPeriod, reportPeriod, weeksOf } from "../../../src/domain/report-period.ts";
import type { WeekLocale } from "../../../src/domain/week-locale.ts";
import { firstDayOfWeek, parseWeekday } from "../../../src/domain/week-start.ts";
import { schoolDay as day } from "../../support/day.ts";

test.each([
  ["2026-01-31", 1, "2026-02-01"],

  ["2028-02-28", 1, "2028-02-29"],
  ["2100-02-28", 1, "2100-03-01"],
  ["2026-03-01", -1, "2026-02-28"],
  // A time of day changes nothing.
  ["2026-03-02T23:59:59.999Z", 1, "2026-03-03"],
  // No day is lost or doubled when clocks change.
  ["2026-03-27", 3, "2026-03-30"],
])("addDays: %s and %i days is %s", (date, days, expected) => {
  expect(addDays(date, days)).toBe(expected);
});

test.each([
  ["2026-03-02", 1, "2026-04-02"],
  ["2026-01-31", 1, "2026-02-28"],

  ["2026-11-30", 3, "2027-02-28"],
  ["2028-02-29", 12, "2029-02-28"],
  ["2026-03-31", -1, "2026-02-28"],
])("addMonths: %s and %i months is %s", (date, months, expected) => {
  expect(addMonths(date, months)).toBe(expected);
});

test.each([
  ["2026-03-28", "2026-03-30", 2],
  ["2026-10-26", "2026-10-24", -2],
  ["2026-12-31", "2027-01-01", 1],
])("from %s to %s are %i days, also when clocks change", (from, to, expected) => {
  expect(daysBetween(from, to)).toBe(expected);
});

test.each([
  ["2026-11-16", 1],
  ["2026-11-21", 6],
  ["2026-11-22", 7],
])("%s is weekday %i", (date, expected) => {
  expect(weekdayOf(date)).toBe(expected);
});

test.each([
  ["2026-03-02", true],
  ["2028-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-3-2", false],
  ["2026-03-02T10:00", false],
  ["+002026-03-02", false],
  ["", false],
])("%j is a day: %s", (text, expected) => {
  expect(isDay(text)).toBe(expected);
});

/** A Wednesday. */
const TODAY = day("2026-11-18");
const MONDAY = 1;
const SUNDAY = 7;

test("a report is about the last twelve weeks, from the first day of a week to today", () => {
  const monday = { from: day("2026-08-31"), to: TODAY };
  expect(reportPeriod(null, null, TODAY, MONDAY)).toEqual(monday);
  const sunday = { from: "2026-08-30", to: TODAY };
  expect(reportPeriod(null, null, TODAY, SUNDAY)).toEqual(sunday);
  expect(weeksOf(monday, MONDAY)).toHaveLength(12);
});

test("a report is about the days that it is asked for, at most ten years, and none that runs backwards", () => {
  const of = (from: string, to: string) => reportPeriod(day(from), day(to), TODAY, MONDAY);
  expect(of("2026-01-01", "2026-01-01")).toEqual({ from: "2026-01-01", to: "2026-01-01" });
  expect(of("2016-11-20", "2026-11-18")).not.toBeNull();
  expect(of("2026-01-02", "2026-01-01")).toBeNull();
  expect(of("0001-01-01", "9999-12-31")).toBeNull();
});

test("the weeks of a period begin on the first day of the week, the first also before the period", () => {
  const period = { from: day("2026-11-18"), to: day("2026-11-30") };
  expect(weeksOf(period, MONDAY)).toEqual(["2026-11-16", "2026-11-23", "2026-11-30"]);
  expect(weeksOf(period, SUNDAY)).toEqual(["2026-11-15", "2026-11-22", "2026-11-29"]);
});

test("the coming period is as long as the one before, and begins today", () => {
  const period = { from: day("2026-10-01"), to: day("2026-10-31") };
  expect(comingPeriod(period, TODAY)).toEqual({ from: TODAY, to: "2026-12-18" });
});

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

describe.each([
  ["knows weeks by a method", undefined],
  ["knows weeks by a property", withProperty],
  ["does not know weeks", withNeither],
] as const)("the first day of the week, in an engine that %s", (_, localeOf) => {
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

  test.each([
    ["the person's first language", ["de", "en-US", "en"], "en", 1],
    ["it, not the app's", ["he-IL", "en-US"], "de", 7],
    ["the app's language if the person has none", [], "he", 7],
    ["the app's if the person's is unknown", ["*"], "he", 7],
    ["neither, and is Monday", ["*", "he"], "", 1],
  ])("the start of the week depends on %s", (_, languages, app, day) => {
    expect(firstDayOfWeek(languages, app, localeOf)).toBe(day);
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
  const daysBy = (localeOf?: typeof withNeither) =>
    regions.map((region) => [region, firstDayOfWeek([`und-${region}`], "en", localeOf)]);
  expect(daysBy(withNeither)).toEqual(daysBy());
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
