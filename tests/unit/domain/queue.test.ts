import { expect, test } from "vitest";
import {
  classifyStatus,
  inOrder,
  isWorthQueueing,
  retryDelay,
  type Write,
} from "../../../src/domain/queue.ts";
import { refusalOf } from "../../../src/domain/refusal.ts";

const write = (change: Partial<Write> = {}): Write => ({
  id: "a",
  time: 1000,
  call: "session",
  lessonId: 1,
  packageId: 1,
  ...change,
});

const FATES = {
  sent: [200, 201, 204],
  again: [0, 300, 302, 304, 408, 425, 429, 500, 503, 599],
  refused: [400, 403, 404, 409, 422],
  held: [401],
};

test.each(
  Object.entries(FATES).flatMap(([fate, all]) => all.map((status) => [status, fate] as const)),
)("after an answer of %i a write is %s", (status, fate) => {
  expect(classifyStatus(status)).toBe(fate);
});

test("the time before the next try doubles each time, starting at 1 to 2 seconds, up to 2.5 to 5 minutes", () => {
  const shortest = [1, 2, 3, 4].map((tries) => retryDelay(tries, 0, null));
  expect(shortest).toEqual([1000, 2000, 4000, 8000]);
  expect(retryDelay(1, 1, null)).toBe(2000);
  expect(retryDelay(50, 0, null)).toBe(150_000);
  expect(retryDelay(5000, 1, null)).toBe(300_000);
});

test("the time before the next try is random, and never shorter than Retry-After", () => {
  expect(retryDelay(3, 0.2, null)).not.toBe(retryDelay(3, 0.7, null));
  for (const random of [0, 0.5, 1]) {
    expect(retryDelay(1, random, 600)).toBeGreaterThan(600_000);
  }
});

test("the waiting writes are sent in the order of study, whatever order they were stored in", () => {
  const writes = [5, 1, 4, 2, 3].map((time) => write({ time }));
  expect(inOrder(writes).map(({ time }) => time)).toEqual([1, 2, 3, 4, 5]);
  const [opened, done] = [write(), write({ call: "complete" })];
  expect(inOrder([done, opened])).toEqual([opened, done]);
  expect(inOrder([opened, done])).toEqual([opened, done]);
});

test("the waiting writes contain one completion for each lesson", () => {
  const waiting = [write(), write({ call: "complete" })];
  expect(isWorthQueueing(waiting, { call: "complete", lessonId: 1 })).toBe(false);
  expect(isWorthQueueing(waiting, { call: "complete", lessonId: 2 })).toBe(true);
  expect(isWorthQueueing(waiting, { call: "session", lessonId: 1 })).toBe(true);
});

test("the waiting writes do not grow without limit while a lesson stays open, and always accept a completion", () => {
  const waiting = Array.from({ length: 500 }, (_, time) => write({ time }));
  expect(isWorthQueueing(waiting, { call: "session", lessonId: 1 })).toBe(false);
  expect(isWorthQueueing(waiting, { call: "complete", lessonId: 1 })).toBe(true);
});

test.each([
  [403, "lesson/not_active", "not-active"],
  [403, "course/expired", "expired"],
  [404, "lesson/not_found", "not-found"],
  [404, "", "not-found"],
  [403, "", "other"],
  [422, "request/invalid", "other"],
] as const)("a school that answers %i %j gives the reason %s", (status, code, reason) => {
  expect(refusalOf({ status, code })).toBe(reason);
});
