import { expect, test } from "vitest";
import { addDays, addMonths, daysBetween, weekdayOf } from "../../../src/domain/calendar.ts";
import { isDay } from "../../../src/domain/is-day.ts";

test.each([
  ["2026-01-31", 1, "2026-02-01"],
  ["2026-12-29", 5, "2027-01-03"],
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
  ["2028-01-31", 1, "2028-02-29"],
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
