import { expect, test } from "vitest";
import {
  courseState as courseStateOn,
  EXPIRY_EXTENSION_DAYS,
  lastDay,
  type Subscription,
} from "../../../src/domain/course-expiry.ts";
import { schoolDay } from "../../support/day.ts";

const courseState = (subscription: Subscription, today: string, level: number) =>
  courseStateOn(subscription, schoolDay(today), level);

const subscription = (fields: Partial<Subscription> = {}): Subscription => ({
  expDate: "2026-02-26",
  subDate: "2025-09-01",
  subMonths: 6,
  ...fields,
});

test("the last day of a course is five days after the date that the school gives", () => {
  expect(EXPIRY_EXTENSION_DAYS).toBe(5);
  expect(lastDay(subscription())).toBe("2026-03-03");
  expect(lastDay(subscription({ expDate: "2028-02-26" }))).toBe("2028-03-02");
});

test("the last day of a course is missing if the school gives no date", () => {
  expect(lastDay(subscription({ expDate: null }))).toBeNull();
});

const NONE = { subDate: null, subMonths: null };
const dead = { ...NONE, expDate: "2020-01-01" };
const active = (until: string | null) => ({ kind: "active", until });

test.each<[string, Partial<Subscription>, string, number, object]>([
  ["open on its last day", {}, "2026-03-03", 0, active("2026-03-03")],
  ["expired the day after", {}, "2026-03-04", 0, { kind: "expired", on: "2026-03-03" }],
  ["open without an end", { expDate: null }, "2099-01-01", 0, active(null)],
  ["open with a date alone", { subMonths: null }, "2026-03-01", 0, active("2026-03-03")],
  ["not subscribed, whatever its end", NONE, "2026-03-01", 0, { kind: "no-subscription" }],
  ["open to an administrator", dead, "2026-03-01", 100, active("2020-01-06")],
  ["open to anybody above", dead, "2026-03-01", 250, active("2020-01-06")],
])("a course is %s", (_, fields, today, level, state) => {
  expect(courseState(subscription(fields), today, level)).toEqual(state);
});
