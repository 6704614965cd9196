import { expect, test } from "vitest";
import { retryDelay } from "../../../src/domain/queue.ts";
import { createDownloadJob, type DownloadFailure } from "../../../src/offline/download-file.ts";
import { createRetryPolicy } from "../../../src/offline/sync/retry-policy.ts";

const FILE = { name: "a.png", language: "en", checksum: "a", size: 1, filename: "a", places: [] };
const HOUR = 3600_000;

const BEGUN: DownloadFailure = { kind: "unreachable", begun: true };
const UNREACHABLE: DownloadFailure = { kind: "unreachable", begun: false };
const refused = (status: number, retryAfter: number | null = null): DownloadFailure => {
  return { kind: "refused", status, retryAfter };
};

/** A policy whose random part is always the longest. */
const open = () => {
  const clock = { now: 1_000_000 };
  const policy = createRetryPolicy({ now: () => clock.now, randomHex: () => "ffff" });
  const job = createDownloadJob(FILE);
  const fail = (
    failure: DownloadFailure,
    how: { withTicket?: boolean; isSilent?: boolean } = {},
    failed = job,
  ) => policy.after(failed, failure, { withTicket: false, isSilent: false, ...how });
  return { clock, policy, job, fail };
};

test.each([BEGUN, { kind: "timeout" }] as DownloadFailure[])(
  "a file is tried six times, ever later: %j",
  (failure) => {
    const { clock, policy, job, fail } = open();
    for (let tries = 1; tries < 6; tries += 1) {
      expect(fail(failure)).toBe("again");
      expect(job.notBefore).toBe(clock.now + retryDelay(tries, 1, null));
    }
    expect(fail(failure)).toBe("give-up");
    // Other files are downloaded meanwhile.
    expect(policy.isStuck()).toBe(false);
    expect(policy.maxParallel(20)).toBe(20);
    expect(policy.pausedUntil()).toBeLessThanOrEqual(clock.now);
  },
);

test("a file that fails by itself with the wrong bytes is given up at the third time", () => {
  const { job, fail } = open();
  expect([1, 2, 3].map(() => fail({ kind: "wrong" }))).toEqual(["again", "again", "give-up"]);
  expect(job.notBefore).toBeGreaterThan(0);
  const other = open();
  for (let tries = 0; tries < 5; tries += 1) other.fail(BEGUN);
  expect(other.fail({ kind: "wrong" })).toBe("give-up");
});

test.each([
  [{ kind: "no-room" }, "stop"],
  [{ kind: "cancelled" }, "stop"],
  [{ kind: "changed" }, "give-up"],
  [refused(401), "stop"],
  [refused(403), "give-up"],
  [refused(404), "give-up"],
  [refused(401), "new-ticket", true],
  [refused(403), "new-ticket", true],
  [refused(404), "give-up", true],
] as [DownloadFailure, string, boolean?][])(
  "a file is not tried again as it was after %j: %s",
  (failure, decision, withTicket = false) => {
    expect(open().fail(failure, { withTicket })).toBe(decision);
  },
);

test.each([
  [UNREACHABLE, {}],
  [{ kind: "timeout" }, { isSilent: true }],
  [refused(503), {}],
  [refused(408), {}],
  [refused(429), {}],
] as [DownloadFailure, object][])("one download tries after three failures: %j", (failure, how) => {
  const { clock, policy, fail } = open();
  const jobs = [1, 2, 3, 4].map(() => createDownloadJob(FILE));
  expect(policy.isStuck()).toBe(false);
  for (const job of jobs.slice(0, 2)) expect(fail(failure, how, job)).toBe("again");
  expect([policy.isStuck(), policy.maxParallel(20)]).toEqual([true, 20]);
  expect(policy.pausedUntil()).toBe(0);
  fail(failure, how, jobs[2]);
  expect(policy.maxParallel(20)).toBe(1);
  const until = clock.now + retryDelay(1, 1, null);
  expect(policy.pausedUntil()).toBe(until);
  // Downloads that fail at the same time are one pause.
  fail(failure, how, jobs[3]);
  expect(policy.pausedUntil()).toBe(until);
  clock.now = until;
  fail(failure, how, jobs[3]);
  expect(policy.pausedUntil()).toBe(clock.now + retryDelay(2, 1, null));
  policy.onReceived();
  expect([policy.isStuck(), policy.maxParallel(20)]).toEqual([false, 20]);
});

test("a network or server that fails costs a file none of its tries, until 40 of them in vain", () => {
  const { clock, job, policy, fail } = open();
  for (let others = 0; others < 2; others += 1) fail(UNREACHABLE, {}, createDownloadJob(FILE));
  let decisions = 0;
  while (fail(UNREACHABLE) === "again") {
    decisions += 1;
    clock.now = Math.max(policy.pausedUntil(), job.notBefore);
  }
  expect(decisions).toBe(39);
  expect(job.tries).toBe(0);
});

test("a network or server that fails costs a file its tries while others receive something", () => {
  const { job, policy, fail } = open();
  for (let tries = 1; tries < 6; tries += 1) {
    expect(fail(UNREACHABLE)).toBe("again");
    policy.onReceived();
  }
  expect(fail(UNREACHABLE)).toBe("give-up");
  expect(job.misses).toBe(0);
  expect(policy.receivedCount()).toBe(5);
});

test("a network or server that fails is left alone for as long as the server asks, an hour at most", () => {
  const { clock, policy, fail } = open();
  fail(refused(503, 90));
  expect(policy.pausedUntil()).toBe(clock.now + 90_000);
  fail(refused(503, 30));
  expect(policy.pausedUntil()).toBe(clock.now + 90_000);
  fail(refused(503, 100_000));
  expect(policy.pausedUntil()).toBe(clock.now + HOUR);
});

test("a network or server that fails is asked again at once when the network is back, unless only a few failed", () => {
  const { policy, fail } = open();
  fail(refused(503, 90));
  fail(UNREACHABLE);
  const paused = policy.pausedUntil();
  policy.wake();
  expect([policy.pausedUntil(), policy.isStuck()]).toEqual([paused, true]);
  fail(UNREACHABLE);
  policy.wake();
  expect([policy.pausedUntil(), policy.isStuck(), policy.maxParallel(20)]).toEqual([0, false, 20]);
});
