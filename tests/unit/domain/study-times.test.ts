import { expect, test } from "vitest";
import { completedAt, seenAt } from "../../../src/domain/study-times.ts";

const MINUTE = 60_000;

test("time between two updates is added up, a pause is not", () => {
  const first = seenAt(undefined, 0);
  const second = seenAt(first, MINUTE);
  expect(second).toEqual({ opened: 0, completed: null, last_seen: MINUTE, seconds: 60 });
  expect(seenAt(second, 7 * MINUTE).seconds).toBe(60);
});

test("updates that arrive late change neither the last time nor the sum", () => {
  const later = seenAt(undefined, 10 * MINUTE);
  const late = seenAt(later, MINUTE);
  expect(late).toMatchObject({ opened: MINUTE, last_seen: 10 * MINUTE, seconds: 0 });
});

test("a lesson is completed at the earliest completion", () => {
  const done = completedAt(undefined, 5 * MINUTE);
  expect(completedAt(done, 6 * MINUTE).completed).toBe(5 * MINUTE);
  expect(completedAt(done, MINUTE).completed).toBe(MINUTE);
});
