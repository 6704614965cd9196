import { describe, expect, test } from "vitest";
import { addDays, addMonths, dayOf } from "../../../src/domain/calendar.ts";

describe("addDays", () => {
  test.each([
    ["2026-03-02", 5, "2026-03-07"],
    ["2026-01-31", 1, "2026-02-01"],
    ["2026-12-29", 5, "2027-01-03"],
    ["2026-02-26", 5, "2026-03-03"],
    ["2028-02-26", 5, "2028-03-02"],
    ["2028-02-28", 1, "2028-02-29"],
    ["2100-02-28", 1, "2100-03-01"],
    ["2026-03-02", 0, "2026-03-02"],
    ["2026-03-01", -1, "2026-02-28"],
  ])("%s and %i days is %s", (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test("a time of day changes nothing", () => {
    expect(addDays("2026-03-02T23:59:59.999Z", 1)).toBe("2026-03-03");
    expect(addDays("2026-03-02T00:30:00+02:00", 1)).toBe("2026-03-03");
  });

  test("no day is lost or doubled when clocks change", () => {
    expect(addDays("2026-03-27", 3)).toBe("2026-03-30");
    expect(addDays("2026-10-24", 3)).toBe("2026-10-27");
  });
});

describe("addMonths", () => {
  test.each([
    ["2026-03-02", 1, "2026-04-02"],
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-03-31", 1, "2026-04-30"],
    ["2026-02-28", 1, "2026-03-28"],
    ["2026-12-31", 1, "2027-01-31"],
    ["2026-11-30", 3, "2027-02-28"],
    ["2028-02-29", 12, "2029-02-28"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-01-15", -1, "2025-12-15"],
    ["2026-05-31", 0, "2026-05-31"],
  ])("%s and %i months is %s", (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });

  test("uses the calendar day of a time in UTC", () => {
    expect(addMonths("2026-01-31T23:00:00Z", 1)).toBe("2026-02-28");
  });
});

describe("dayOf", () => {
  test("the last millisecond of a day in UTC still belongs to it", () => {
    expect(dayOf(Date.parse("2026-03-02T23:59:59.999Z"))).toBe("2026-03-02");
    expect(dayOf(Date.parse("2026-03-03T00:00:00.000Z"))).toBe("2026-03-03");
  });

  test("a day begins at midnight in UTC", () => {
    expect(dayOf(Date.parse("2026-03-03T01:00:00+02:00"))).toBe("2026-03-02");
  });
});
