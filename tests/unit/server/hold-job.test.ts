import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdJob } from "../../../src/server/jobs/hold-job.ts";
import { JOB_CLAIM_MS, type JobRow, LostJobError } from "../../../src/server/jobs/job-rows.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a claim is lost once it could not be renewed for its whole time, and not before", async () => {
  let isAway = true;
  const database = {
    write: () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve(false)),
  };
  const lost: unknown[] = [];
  const release = holdJob(database as never, {} as JobRow, () => Date.now(), {
    far: () => ({ done: 0, total: 0 }),
    onStop: () => {},
    onLost: (reason) => lost.push(reason),
  });
  await vi.advanceTimersByTimeAsync(JOB_CLAIM_MS - 1000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  isAway = true;
  await vi.advanceTimersByTimeAsync(JOB_CLAIM_MS - 1000);
  expect(lost).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(lost).toEqual([new LostJobError()]);
  await release();
});
