import { expect, test } from "vitest";
import { createTransferRate } from "../../../src/offline/sync/sync-state.ts";

test("the rate is that of the last seconds, not of an earlier, faster connection", () => {
  const pace = createTransferRate();
  expect(pace.perSecond()).toBeNull();
  pace.record(0, 0);
  expect(pace.perSecond()).toBeNull();
  pace.record(1000, 1_000_000);
  expect(pace.perSecond()).toBe(1_000_000);
  for (let second = 2; second <= 20; second += 1)
    pace.record(second * 1000, 1_000_000 + second * 10);
  expect(pace.perSecond()).toBe(10);
});

test("the rate is known after half a second, wherever the clock starts", () => {
  const pace = createTransferRate();
  pace.record(60_000, 0);
  pace.record(60_499, 1000);
  expect(pace.perSecond()).toBeNull();
  pace.record(60_500, 1000);
  expect(pace.perSecond()).toBe(2000);
});
