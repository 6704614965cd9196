import { expect, test } from "vitest";
import { addDays } from "../../../src/domain/calendar.ts";
import {
  activationText,
  advanceTimes,
  CHECK_INTERVAL_MS,
  confirmedAt,
  GRACE_MS,
  hasLapsed,
  isCheckDue,
  isLicenceOver,
  type LicenceTimes,
  requestText,
  timesOfLicenceFile,
} from "../../../src/domain/licence.ts";
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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse("2026-03-02T09:00:00Z");

const SEAT = { serialNumber: "s", computerId: "c", licenseId: "l" };

/** The times after reading a clock with these values, counted from the answer. */
const seeing = (...shown: number[]) =>
  shown.reduce((times, at) => advanceTimes(times, START + at), confirmedAt(START));

/** Milliseconds of the grace period that are used up. */
const used = (...shown: number[]): number => seeing(...shown).highest - START;

test("the hashed texts contain the contract's fields in its order", () => {
  expect(activationText(SEAT)).toBe("s\nc\nl\nactivation");
  expect(requestText("h", SEAT)).toBe("h\nc\nl\ns");
});

test("the grace period lasts fourteen days, and not a millisecond longer", () => {
  expect(used(HOUR, 2 * HOUR, 3 * HOUR, DAY)).toBe(DAY);
  expect(GRACE_MS).toBe(14 * DAY);
  expect(hasLapsed(seeing(14 * DAY))).toBe(false);
  expect(hasLapsed(seeing(14 * DAY + 1))).toBe(true);
});

test("the grace period restarts with a positive answer", () => {
  const late = seeing(20 * DAY);
  expect(hasLapsed(late)).toBe(true);
  expect(hasLapsed(confirmedAt(late.seen))).toBe(false);
});

test.each([
  ["an hour", HOUR],
  ["13 days", 13 * DAY],
  ["15 days", 15 * DAY],
])("the grace period is not extended by a clock set back %s", (_, back) => {
  expect(used(13 * DAY, 13 * DAY - back)).toBe(13 * DAY);
  expect(hasLapsed(seeing(15 * DAY, 15 * DAY - back))).toBe(true);
  // It continues once the clock is correct again.
  expect(used(13 * DAY, 13 * DAY - back, 13 * DAY - MINUTE)).toBeLessThanOrEqual(13 * DAY + HOUR);
  expect(hasLapsed(seeing(13 * DAY, 13 * DAY - back, 13.9 * DAY))).toBe(false);
  expect(hasLapsed(seeing(13 * DAY, 13 * DAY - back, 14 * DAY + 1))).toBe(true);
});

test("the grace period ends on a clock that is set back every day", () => {
  let times = seeing(10 * DAY);
  for (let day = 0; day < 40 && !hasLapsed(times); day += 1) {
    times = advanceTimes(times, START + 9 * DAY);
    for (let hour = 1; hour <= 4; hour += 1) {
      times = advanceTimes(times, START + 9 * DAY + hour * HOUR);
    }
  }
  expect(hasLapsed(times)).toBe(true);
});

test("the grace period is not lost to a clock that started in 1970 and was corrected", () => {
  expect(used(DAY, -START, -START + MINUTE, DAY - MINUTE)).toBeLessThanOrEqual(DAY + 2 * HOUR);
  expect(used(DAY, -START, -START + MINUTE, 2 * DAY)).toBe(2 * DAY);
});

const UNTIL = "2026-06-01";
/** Two hours behind UTC. */
const END = Date.parse("2026-06-02T02:00:00Z");
const schoolDayOf = daysIn<"school">("Etc/GMT+2").of;
/** Installed, and then checked at these clock readings. */
const taken = (...shown: number[]) =>
  shown.reduce(advanceTimes, timesOfLicenceFile(START, null, START + HOUR));

const hours = Array.from({ length: 30 }, (_, hour) => START + hour * HOUR);
/** Another file that is installed on the second day, after one with which the clock showed this. */
const again = (issued: number, shown: number) =>
  timesOfLicenceFile(issued, { issued: START, times: taken(shown) }, START + 2 * DAY);

test.each<[string, string | null, LicenceTimes, boolean]>([
  ["is valid however long the school is silent", UNTIL, taken(START + 60 * DAY), false],
  ["without a last day is not", null, taken(START + 60 * DAY), true],
  ["is valid until its last day is over", UNTIL, taken(END - 1), false],
  ["is not valid from then on", UNTIL, taken(END), true],
  ["has expired for good, whatever the clock shows later", UNTIL, taken(END, START + DAY), true],
  ["counts time on a clock that was set back", UNTIL, taken(END - DAY, ...hours), true],
  ["gains no time by being installed again", UNTIL, again(START, END), true],
  ["that was signed earlier gains none either", UNTIL, again(START - DAY, END), true],
  ["that was signed later starts again", UNTIL, again(START + DAY, START + 9000 * DAY), false],
])("a licence file %s", (_, until, times, over) => {
  expect(isLicenceOver(until, times, schoolDayOf)).toBe(over);
});

test("a licence file starts at its signing time on a clock that is behind", () => {
  const seen = START - 400 * DAY;
  expect(timesOfLicenceFile(START, null, seen)).toEqual({ good: START, highest: START, seen });
});

test.each([
  ["never asked", null, true],
  ["just now", 0, false],
  ["a moment less than ten minutes ago", CHECK_INTERVAL_MS - 1, false],
  ["ten minutes ago", CHECK_INTERVAL_MS, true],
  ["in the future, since the clock was set back", -1, true],
])("the licence check is due: %s", (_, ago, due) => {
  expect(CHECK_INTERVAL_MS).toBe(600_000);
  expect(isCheckDue(ago === null ? null : START - ago, START)).toBe(due);
});

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

test("the last day of a licence file is over in the last zone when it is over everywhere on earth", () => {
  expect(["2026-11-17", TODAY].map((day) => hasEnded(day, TODAY))).toEqual([true, false]);
  const { startOf } = daysIn<"school">(LAST_ZONE);
  const end = startOf(schoolDay("2026-11-19"));
  expect(end).toBe(Date.parse("2026-11-19T12:00:00Z"));
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    expect(hasEnded(TODAY, daysIn<"school">(zone).of(end))).toBe(true);
  }
});

test("the last day of a licence file is announced 30 days before, and again 7 days and 1 day before", () => {
  const left = [31, 30, 8, 7, 2, 1, 0, -1];
  const said = left.map((days) => noticeDue(addDays(TODAY, days), TODAY));
  expect(said).toEqual([null, 30, 30, 7, 7, 1, 1, 1]);
});
