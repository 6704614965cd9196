import { expect, test } from "vitest";
import { addDays } from "../../../src/domain/calendar.ts";
import {
  defaultLicenceEnd,
  hasEnded,
  isLicenceEnd,
  LAST_ZONE,
  MAX_LICENCE_DAYS,
  noticeDue,
  ownLicenceEnd,
} from "../../../src/domain/licence-end.ts";
import { daysIn } from "../../../src/server/days.ts";
import { schoolDay } from "../../support/day.ts";

const TODAY = schoolDay("2026-11-18");

test.each([
  ["yesterday", "2026-11-17", false],
  ["five years from now", "2031-11-22", true],
  ["a day more", "2031-11-23", false],
  ["an invalid day", "2027-02-30", false],
  ["a time", "2027-02-20T10:00", false],
  ["nothing", "", false],
])("the last day of a licence file may be %s: %s", (_, until, may) => {
  expect(MAX_LICENCE_DAYS).toBe(1830);
  expect(isLicenceEnd(until, TODAY)).toBe(may);
});

test.each([
  ["the course's last day", ["2027-01-20"], "2027-01-20"],
  ["the last day of the longest course", ["2027-01-20", "2027-03-01", "2026-12-01"], "2027-03-01"],
  ["a year for a course without an end", ["2027-01-20", null], "2027-11-18"],
  ["a year at most", ["2029-01-20"], "2027-11-18"],
  // The default for a number without a person.
  ["a year without a course", [], defaultLicenceEnd(TODAY)],
])("the last day of a licence file for a person's own number is %s", (_, lastDays, until) => {
  expect(ownLicenceEnd(lastDays, TODAY)).toBe(until);
});

test("the last day of a licence file lasts until that day is over", () => {
  expect(hasEnded("2026-11-17", TODAY)).toBe(true);
  expect(hasEnded(TODAY, TODAY)).toBe(false);
  expect(hasEnded("2026-11-19", TODAY)).toBe(false);
});

test("the last day of a licence file is over in the last zone when it is over everywhere on earth", () => {
  const { startOf } = daysIn<"school">(LAST_ZONE);
  const end = startOf(schoolDay("2026-11-19"));
  expect(end).toBe(Date.parse("2026-11-19T12:00:00Z"));
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    expect(hasEnded(TODAY, daysIn<"school">(zone).of(end))).toBe(true);
  }
});

test("the last day of a licence file is announced 30 days before, and again 7 days and 1 day before", () => {
  const said = [31, 30, 8, 7, 2, 1, 0, -1].map((before) =>
    noticeDue(addDays(TODAY, before), TODAY),
  );
  expect(said).toEqual([null, 30, 30, 7, 7, 1, 1, 1]);
});
