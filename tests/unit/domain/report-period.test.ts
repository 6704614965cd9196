import { expect, test } from "vitest";
import type { Day } from "../../../src/domain/calendar.ts";
import { comingPeriod, reportPeriod, weeksOf } from "../../../src/domain/report-period.ts";

const day = (text: string) => text as Day<"school">;
/** A Wednesday. */
const TODAY = day("2026-11-18");
const MONDAY = 1;
const SUNDAY = 7;

test("a report is about the last twelve weeks, from the first day of a week to today", () => {
  const monday = { from: "2026-08-31", to: TODAY };
  expect(reportPeriod(null, null, TODAY, MONDAY)).toEqual(monday);
  const sunday = { from: "2026-08-30", to: TODAY };
  expect(reportPeriod(null, null, TODAY, SUNDAY)).toEqual(sunday);
  expect(weeksOf({ from: day("2026-08-31"), to: TODAY }, MONDAY)).toHaveLength(12);
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
