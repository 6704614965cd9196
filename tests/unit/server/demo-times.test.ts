import { expect, test } from "vitest";
import { daysAgo } from "../../../src/server/cli/demo/class/relative-time.ts";
import { daysIn, inZone } from "../../../src/server/days.ts";
import { TURNS_OF_DAY } from "../../support/turns-of-day.ts";

test.each(TURNS_OF_DAY)(
  "the demo's class follows the school's clocks: $name, $zone",
  ({ zone, day, at }) => {
    const { of } = daysIn<"school">(zone);
    const yesterday = daysAgo(1, "19:20")(inZone(at, zone));
    expect(of(yesterday)).toBe(day);
    expect(inZone(yesterday, zone).toPlainTime().toString()).toBe("19:20:00");
    expect(of(daysAgo(1, "19:20")(inZone(at - 1, zone))) < day).toBe(true);
  },
);
