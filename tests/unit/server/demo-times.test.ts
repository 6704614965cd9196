import { expect, test } from "vitest";
import { readRelativeTime } from "../../../src/server/cli/demo/class/class-data.ts";
import { daysIn, inZone } from "../../../src/server/days.ts";
import { TURNS_OF_DAY } from "../../support/turns-of-day.ts";

const timeOf = (text: string, at: number, zone: string): number =>
  readRelativeTime(text)?.(inZone(at, zone)) ?? Number.NaN;

test.each(TURNS_OF_DAY)("the demo's class has the school's days in $zone", ({ zone, day, at }) => {
  const { of } = daysIn<"school">(zone);
  const yesterday = timeOf("1 day ago at 19:20", at, zone);
  expect(of(yesterday)).toBe(day);
  expect(inZone(yesterday, zone).toPlainTime().toString()).toBe("19:20:00");
  expect(of(timeOf("1 day ago at 19:20", at - 1, zone)) < day).toBe(true);
});
