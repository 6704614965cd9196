import { describe, expect, test } from "vitest";
import {
  daysLeft,
  defaultLicenceEnd,
  hasEnded,
  isLicenceEnd,
  licenceEndTime,
  MAX_LICENCE_DAYS,
  noticeDue,
  ownLicenceEnd,
} from "../../../src/domain/licence-end.ts";

const TODAY = "2026-11-18";
const at = (time: string) => Date.parse(time);

describe("the last day of a licence file", () => {
  test("is one year from now if none is given", () => {
    expect(defaultLicenceEnd(TODAY)).toBe("2027-11-18");
  });

  test.each([
    ["today", TODAY, true],
    ["yesterday", "2026-11-17", false],
    ["five years from now", "2031-11-22", true],
    ["a day more", "2031-11-23", false],
    ["an invalid day", "2027-02-30", false],
    ["an invalid month", "2027-13-01", false],
    ["a time", "2027-02-20T10:00", false],
    ["some day", "soon", false],
    ["nothing", "", false],
  ])("may be %s: %s", (_, until, may) => {
    expect(MAX_LICENCE_DAYS).toBe(1830);
    expect(isLicenceEnd(until, TODAY)).toBe(may);
  });

  test.each([
    ["the course's last day", ["2027-01-20"], "2027-01-20"],
    [
      "the last day of the longest course",
      ["2027-01-20", "2027-03-01", "2026-12-01"],
      "2027-03-01",
    ],
    ["a year for a course without an end", ["2027-01-20", null], "2027-11-18"],
    ["a year at most", ["2029-01-20"], "2027-11-18"],
    ["a year without a course", [], "2027-11-18"],
  ])("for a person's own number is %s", (_, lastDays, until) => {
    expect(ownLicenceEnd(lastDays, TODAY)).toBe(until);
  });

  test("lasts until that day is over everywhere on earth", () => {
    expect(licenceEndTime(TODAY)).toBe(at("2026-11-19T12:00:00Z"));
    expect(hasEnded(TODAY, at("2026-11-19T11:59:59.999Z"))).toBe(false);
    expect(hasEnded(TODAY, at("2026-11-19T12:00:00Z"))).toBe(true);
  });

  test("is announced 30 days before, and again 7 days and 1 day before", () => {
    const days = (before: number) => at(`${TODAY}T00:00:00Z`) - before * 24 * 3_600_000;
    const said = [31, 30, 8, 7, 2, 1, 0, -1].map((before) => noticeDue(TODAY, days(before)));
    expect(said).toEqual([null, 30, 30, 7, 7, 1, 1, 1]);
    expect([days(2.5), days(-1)].map((now) => daysLeft(TODAY, now))).toEqual([3, 0]);
  });
});
