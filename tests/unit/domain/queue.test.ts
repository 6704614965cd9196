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
  ...{ id: "a", time: 1000, call: "session", lessonId: 1, packageId: 1 },
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

const both = [write(), write({ call: "complete" })];
const many = Array.from({ length: 500 }, (_, time) => write({ time }));

test.each([
  ["no second completion of a lesson", both, "complete", 1, false],
  ["the completion of each lesson", both, "complete", 2, true],
  ["more time in a lesson that is completed", both, "session", 1, true],
  ["no more than 500 times of a lesson that stays open", many, "session", 1, false],
  ["a completion, however many they are", many, "complete", 1, true],
] as const)("the waiting writes take %s", (_, waiting, call, lessonId, isTaken) => {
  expect(isWorthQueueing(waiting, { call, lessonId })).toBe(isTaken);
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
