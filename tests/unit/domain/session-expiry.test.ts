import { expect, test } from "vitest";
import { isSessionExpired } from "../../../src/domain/session-expiry.ts";
import { schoolDay } from "../../support/day.ts";

test.each([
  ["on the last day of access", "2026-04-02", "2026-03-02", false],
  ["the day after it", "2026-04-02", "2026-03-03", true],
  ["on the last day of a long month, before a short one", "2026-02-28", "2026-01-31", false],
  ["on the day after the end of a short month", "2026-02-28", "2026-02-01", true],
  ["with a time of day", "2026-04-02T00:00:00.000Z", "2026-03-02", false],
])("%s: last day %s, today %s, expired %s", (_, expire, today, expected) => {
  expect(isSessionExpired(expire, schoolDay(today), 0)).toBe(expected);
});

test("an account without a last day does not expire", () => {
  expect(isSessionExpired(null, schoolDay("2099-01-01"), 0)).toBe(false);
});

test.each([
  [100, false],
  [99, true],
])("at level %i, long after the last day: %s", (level, expected) => {
  expect(isSessionExpired("2020-01-01", schoolDay("2026-03-02"), level)).toBe(expected);
});
