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

test("a student's course is open on its last day, and expired the day after", () => {
  expect(courseState(subscription(), "2026-03-03", 0)).toEqual({
    kind: "active",
    until: "2026-03-03",
  });
  expect(courseState(subscription(), "2026-03-04", 0)).toEqual({
    kind: "expired",
    on: "2026-03-03",
  });
});

test("a student's course without an end stays open", () => {
  expect(courseState(subscription({ expDate: null }), "2099-01-01", 0)).toEqual({
    kind: "active",
    until: null,
  });
});

test.each([
  ["a date alone", { subMonths: null }],
  ["months alone", { subDate: null }],
])("%s is a subscription", (_, fields) => {
  expect(courseState(subscription(fields), "2026-03-01", 0).kind).toBe("active");
});

test.each([
  ["neither date nor months", { subDate: null, subMonths: null }],
  ["no date and zero months", { subDate: null, subMonths: 0 }],
])("%s is no subscription, whatever its end", (_, fields) => {
  expect(courseState(subscription({ expDate: "2099-01-01", ...fields }), "2026-03-01", 0)).toEqual({
    kind: "no-subscription",
  });
});

const dead = subscription({ subDate: null, subMonths: null, expDate: "2020-01-01" });

test.each([100, 250])("an administrator of level %i has every course open", (level) => {
  expect(courseState(dead, "2026-03-01", level)).toEqual({ kind: "active", until: "2020-01-06" });
});

test.each([99, 20, 10, 0, -1])("a person of level %i is no administrator", (level) => {
  expect(courseState(dead, "2026-03-01", level)).toEqual({ kind: "no-subscription" });
  expect(courseState(subscription(), "2026-03-04", level).kind).toBe("expired");
});
