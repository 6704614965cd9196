import { describe, expect, test, vi } from "vitest";
import { dayIn } from "../../../src/core/day-in.ts";
import { daysIn } from "../../../src/server/days.ts";
import { schoolDay } from "../../support/day.ts";
import fc from "../../support/fast-check.ts";
import { TURNS_OF_DAY } from "../../support/turns-of-day.ts";

const HOUR_MS = 3_600_000;

/** As a browser does that has no `Temporal`. */
const dayInWithout = (zone: string, otherwise?: string) => {
  vi.stubGlobal("Temporal", undefined);
  try {
    return dayIn<"school">(zone, otherwise);
  } finally {
    vi.unstubAllGlobals();
  }
};

describe.each(TURNS_OF_DAY)("$name in $zone", ({ zone, day, hours, next, at }) => {
  test.each([
    ["app", dayIn<"school">(zone)],
    ["app in a browser without Temporal", dayInWithout(zone)],
    ["server", daysIn<"school">(zone).of],
  ])("a day turns at its zone's midnight, in the %s", (_, dayOf) => {
    const start = at - hours * HOUR_MS;
    expect([start, at - 1].map(dayOf)).toEqual([day, day]);
    expect(dayOf(start - 1) < day).toBe(true);
    expect(dayOf(at)).toBe(next);
  });

  test("a day begins on the server where the one before it ends", () => {
    expect(daysIn<"school">(zone).startOf(schoolDay(next))).toBe(at);
  });
});

test("app and server tell the same day, at any time in any zone", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  expect(zones.length).toBeGreaterThan(400);
  const time = fc.integer({ min: Date.parse("1970-01-01"), max: Date.parse("2100-01-01") });
  fc.assert(
    fc.property(fc.constantFrom(...zones), time, (zone, now) => {
      const day = daysIn<"school">(zone).of(now);
      expect([dayIn(zone)(now), dayInWithout(zone)(now)]).toEqual([day, day]);
    }),
    { numRuns: 1000 },
  );
});

test.each(["", "Mars/Olympus", "../../etc"])("the app counts in another zone than %j", (zone) => {
  const now = Date.parse("2026-11-18T23:30:00Z");
  for (const dayOf of [dayIn, dayInWithout]) {
    expect(dayOf(zone)(now)).toBe("2026-11-18");
    expect(dayOf(zone, "Asia/Tokyo")(now)).toBe("2026-11-19");
  }
});
