import { expect, test } from "vitest";
import { consentOf } from "../../../src/domain/consent.ts";
import { courseState, EXPIRY_EXTENSION_DAYS, lastDay } from "../../../src/domain/course-expiry.ts";
import { isSessionExpired } from "../../../src/domain/session-expiry.ts";
import { schoolDay, studentDay } from "../../support/day.ts";

const SUBSCRIPTION = { expDate: "2026-02-26", subDate: "2025-09-01", subMonths: 6 };

test("the last day of a course is five days after the date that the school gives", () => {
  expect(EXPIRY_EXTENSION_DAYS).toBe(5);
  expect(lastDay(SUBSCRIPTION)).toBe("2026-03-03");
  expect(lastDay({ ...SUBSCRIPTION, expDate: "2028-02-26" })).toBe("2028-03-02");
  expect(lastDay({ ...SUBSCRIPTION, expDate: null })).toBeNull();
});

const NONE = { subDate: null, subMonths: null };
const dead = { ...NONE, expDate: "2020-01-01" };
const active = (until: string | null) => ({ kind: "active", until });

test.each<[string, object, string, number, object]>([
  ["open on its last day", {}, "2026-03-03", 0, active("2026-03-03")],
  ["expired the day after", {}, "2026-03-04", 0, { kind: "expired", on: "2026-03-03" }],
  ["open without an end", { expDate: null }, "2099-01-01", 0, active(null)],
  ["open with a date alone", { subMonths: null }, "2026-03-01", 0, active("2026-03-03")],
  ["not subscribed, whatever its end", NONE, "2026-03-01", 0, { kind: "no-subscription" }],
  ["open to an administrator", dead, "2026-03-01", 100, active("2020-01-06")],
  ["open to anybody above", dead, "2026-03-01", 250, active("2020-01-06")],
])("a course is %s", (_, fields, today, level, state) => {
  expect(courseState({ ...SUBSCRIPTION, ...fields }, schoolDay(today), level)).toEqual(state);
});

test.each([
  ["on the last day of access", "2026-04-02", "2026-03-02", false],
  ["the day after it", "2026-04-02", "2026-03-03", true],
  ["on the last day of a long month, before a short one", "2026-02-28", "2026-01-31", false],
  ["on the day after the end of a short month", "2026-02-28", "2026-02-01", true],
  ["with a time of day", "2026-04-02T00:00:00.000Z", "2026-03-02", false],
])("%s: last day %s, today %s, expired %s", (_, expire, today, expected) => {
  expect(isSessionExpired(expire, schoolDay(today), 0)).toBe(expected);
});

test("an account without a last day and an administrator's do not expire", () => {
  const today = schoolDay("2099-01-01");
  expect(isSessionExpired(null, today, 0)).toBe(false);
  const expired = [100, 99].map((level) => isSessionExpired("2020-01-01", today, level));
  expect(expired).toEqual([false, true]);
});

const DAY = "2026-01-01";

test.each([
  ["2026-01-01", { kind: "valid", accepted: DAY, until: "2026-06-29" }],
  ["2026-06-29", { kind: "valid", accepted: DAY, until: "2026-06-29" }],
  ["2026-06-30", { kind: "expired", accepted: DAY, since: "2026-06-30" }],
  ["2027-01-01", { kind: "expired", accepted: DAY, since: "2026-06-30" }],
])("consent to personal data on %s is %j", (today, consent) => {
  expect(consentOf("personaldata", DAY, studentDay(today))).toEqual(consent);
  expect(consentOf("personaldata", `${DAY}T10:00:00Z`, studentDay(today))).toEqual(consent);
});

test("consent to photos and media does not expire", () => {
  const consent = { kind: "valid", accepted: DAY, until: null };
  expect(consentOf("mediaconsent", DAY, studentDay("2036-01-01"))).toEqual(consent);
});

test("a policy that was not accepted is no consent", () => {
  expect(consentOf("personaldata", null, studentDay(DAY))).toEqual({ kind: "none" });
  expect(consentOf("mediaconsent", null, studentDay(DAY))).toEqual({ kind: "none" });
});
