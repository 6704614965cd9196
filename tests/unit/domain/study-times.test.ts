import { expect, test } from "vitest";
import { recordCompleted, recordSeen } from "../../../src/domain/study-week.ts";

const MINUTE = 60_000;

test("time between two updates is added up, a pause is not", () => {
  const first = recordSeen(undefined, 0);
  const second = recordSeen(first, MINUTE);
  expect(second).toEqual({ opened: 0, completed: null, last_seen: MINUTE, seconds: 60 });
  expect(recordSeen(second, 6 * MINUTE).seconds).toBe(360);
  expect(recordSeen(second, 6 * MINUTE + 1).seconds).toBe(60);
});

test("updates that arrive late change neither the last time nor the sum", () => {
  const later = recordSeen(undefined, 10 * MINUTE);
  const late = recordSeen(later, MINUTE);
  expect(late).toMatchObject({ opened: MINUTE, last_seen: 10 * MINUTE, seconds: 0 });
});

test("a lesson is completed at the earliest completion", () => {
  const done = recordCompleted(undefined, 5 * MINUTE);
  expect(recordCompleted(done, 6 * MINUTE).completed).toBe(5 * MINUTE);
  expect(recordCompleted(done, MINUTE).completed).toBe(MINUTE);
});
