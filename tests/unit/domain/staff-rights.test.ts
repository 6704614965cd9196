import { describe, expect, test } from "vitest";
import {
  isStaff,
  mayChangePerson,
  mayGiveLevel,
  runsSchool,
} from "../../../src/domain/staff-rights.ts";

describe("the rights of staff", () => {
  test.each([
    [0, false, false],
    [10, false, false],
    [20, true, false],
    [100, true, true],
  ])("level %i: staff is %s, runs the school is %s", (level, staff, school) => {
    expect([isStaff(level), runsSchool(level)]).toEqual([staff, school]);
  });

  test.each([
    [10, 0, false],
    [20, 0, true],
    [20, 20, true],
    [20, 100, false],
    [100, 100, true],
  ])("level %i may give level %i and change people who have it: %s", (own, other, may) => {
    expect([mayGiveLevel(own, other), mayChangePerson(own, other)]).toEqual([may, may]);
  });
});
