import { expect, test } from "vitest";
import { TurnTime } from "../../../src/server/turn-time.ts";

const addAll = (time: TurnTime, count: number, ms: number) => {
  for (let turn = 0; turn < count; turn += 1) time.add(ms);
};

test("the time of a turn is as expected at first, and then as measured", () => {
  const time = new TurnTime(30, 2);
  expect(time.mean).toBe(30);
  addAll(time, 12, 50);
  expect(time.mean).toBe(50);
  addAll(time, 6, 20);
  // Of six long ones two do not count.
  expect(time.mean).toBe((6 * 20 + 4 * 50) / 10);
  addAll(time, 6, 20);
  expect(time.mean).toBe(20);
});

test("the time of a turn stays when the clock jumps while two are under way", () => {
  const time = new TurnTime(30, 2);
  addAll(time, 2, 3_600_000);
  expect(time.mean).toBe(30);
  addAll(time, 12, 30);
  addAll(time, 2, -3_600_000);
  expect(time.mean).toBe(24);
  addAll(time, 12, 30);
  expect(time.mean).toBe(30);
});

test("the time of a turn is never nothing", () => {
  const time = new TurnTime(30, 2);
  addAll(time, 100, 0);
  expect(time.mean).toBe(1);
});
