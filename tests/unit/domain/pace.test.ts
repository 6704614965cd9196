import { expect, test } from "vitest";
import { createPace } from "../../../src/domain/pace.ts";

test("the rate is that of the last seconds, not of an earlier, faster connection", () => {
  const pace = createPace();
  expect(pace.perSecond()).toBeNull();
  pace.note(0, 0);
  expect(pace.perSecond()).toBeNull();
  pace.note(1000, 1_000_000);
  expect(pace.perSecond()).toBe(1_000_000);
  for (let second = 2; second <= 20; second += 1) pace.note(second * 1000, 1_000_000 + second * 10);
  expect(pace.perSecond()).toBe(10);
});
