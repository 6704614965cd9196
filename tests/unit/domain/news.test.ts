import { expect, test } from "vitest";
import {
  defaultNewsChoice,
  nextDigest,
  pastWeek,
  pauseAfter,
  TRIED_MS,
  weekIsOver,
} from "../../../src/domain/news.ts";
import type { Weekday } from "../../../src/domain/week-locale.ts";
import { daysIn } from "../../../src/server/days.ts";

const at = (time: string): number => Date.parse(time);
const iso = (time: number): string => new Date(time).toISOString().replace(":00.000Z", "Z");

test.each<[string, string, number, string, string]>([
  ["later on the same day", "UTC", 7, "2026-11-18T06:59Z", "2026-11-18T07:00Z"],
  ["on the next day from its hour on", "UTC", 7, "2026-11-18T07:00Z", "2026-11-19T07:00Z"],
  ["far in the east", "Pacific/Kiritimati", 7, "2026-11-18T12:00Z", "2026-11-18T17:00Z"],
  ["where half an hour is missing", "Asia/Kolkata", 7, "2026-11-18T00:00Z", "2026-11-18T01:30Z"],
  ["on a day of 23 hours", "Europe/Athens", 7, "2027-03-27T05:00Z", "2027-03-28T04:00Z"],
  ["on a day of 25 hours", "Europe/Athens", 7, "2026-10-24T04:00Z", "2026-10-25T05:00Z"],
  ["at an hour that is skipped", "Europe/Athens", 3, "2027-03-27T01:00Z", "2027-03-28T01:00Z"],
  ["at an hour that comes twice", "Europe/Athens", 3, "2026-10-24T00:00Z", "2026-10-25T00:00Z"],
  ["once in such an hour", "Europe/Athens", 3, "2026-10-25T00:00Z", "2026-10-26T01:00Z"],
  ["where midnight is skipped", "Africa/Cairo", 0, "2027-04-29T12:00Z", "2027-04-29T22:00Z"],
])("the digest comes %s", (_, zone, hour, after, expected) => {
  expect(iso(nextDigest(at(after), hour, daysIn(zone)))).toBe(expected);
});

test("the digest comes once on each day of a year, in zones whose clocks change", () => {
  const zones = ["Europe/Athens", "America/St_Johns", "Australia/Lord_Howe", "Africa/Cairo"];
  for (const days of zones.map((zone) => daysIn<"student">(zone))) {
    for (const hour of [0, 2, 3, 7, 23]) {
      let due = at("2026-11-18T12:00Z");
      const seen = new Set<string>();
      for (let count = 0; count < 366; count += 1) {
        due = nextDigest(due, hour, days);
        seen.add(days.of(due));
      }
      expect(seen.size).toBe(366);
    }
  }
});

test.each<[string, string, Weekday, string, string]>([
  ["Monday after a week from Monday", "UTC", 1, "2026-11-18T12:00Z", "2026-11-23T07:00Z"],
  ["Sunday after a week from Sunday", "UTC", 7, "2026-11-18T12:00Z", "2026-11-22T07:00Z"],
  ["a week later, from its hour on", "UTC", 1, "2026-11-23T07:00Z", "2026-11-30T07:00Z"],
  ["on the person's clocks", "Pacific/Kiritimati", 1, "2026-11-18T12:00Z", "2026-11-22T17:00Z"],
  ["after clocks change", "Europe/Athens", 1, "2027-03-27T12:00Z", "2027-03-29T04:00Z"],
])("the end of a person's week is looked at on %s", (_, zone, weekStart, after, expected) => {
  expect(iso(weekIsOver(at(after), weekStart, 7, daysIn(zone)))).toBe(expected);
});

test.each<[string, string, Weekday, string, string]>([
  ["from Monday", "UTC", 1, "2026-11-23T07:00Z", "2026-11-16T00:00Z"],
  ["from Sunday", "UTC", 7, "2026-11-23T07:00Z", "2026-11-15T00:00Z"],
  ["of the person's zone", "America/Los_Angeles", 1, "2026-11-23T07:00Z", "2026-11-09T08:00Z"],
  ["in which clocks change", "Europe/Athens", 1, "2027-03-29T04:00Z", "2027-03-21T22:00Z"],
])("the week that has ended is the one %s", (_, zone, weekStart, now, expected) => {
  const week = pastWeek(at(now), weekStart, daysIn(zone));
  expect(iso(week.from)).toBe(expected);
  expect(Number.isInteger(week.number)).toBe(true);
});

test.each([
  [0, "at-once"],
  [9, "at-once"],
  [10, "digest"],
  [19, "digest"],
  [20, "never"],
])("level %i is told by mail: %s", (level, mail) => {
  expect(defaultNewsChoice(level)).toEqual({ mail, hour: 7, idle: false });
});

test("the pauses between tries grow to an hour, and end within three days", () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 1000].map((tries) => pauseAfter(tries) / 60_000);
  expect(pauses).toEqual([1, 1, 2, 5, 10, 20, 40, 60, 60, 60]);
  expect(TRIED_MS).toBe(3 * 24 * 60 * 60_000);
});
