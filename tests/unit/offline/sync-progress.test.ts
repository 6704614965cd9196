import { expect, test } from "vitest";
import { createSyncProgress, createTransferRate } from "../../../src/offline/sync/sync-state.ts";

const open = () => {
  const clock = { now: 1_000_000 };
  const progress = createSyncProgress(() => clock.now);
  const { state } = progress;
  const shown = () => [state.done, state.total, state.bytesDone, state.bytesTotal];
  /** Receives a file evenly within a number of seconds. */
  const receive = (size: number, seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.now += 1000;
      progress.bytes(size / seconds, size / seconds);
    }
    progress.fileDone();
  };
  return { clock, progress, state, shown, receive };
};

test("files and bytes are counted, with the speed and the time that is left", () => {
  const { progress, state, shown, receive } = open();
  progress.phase("files");
  progress.begin(3, 60_000, false);
  expect(shown()).toEqual([0, 3, 0, 60_000]);
  receive(20_000, 10);
  progress.show();
  expect(shown()).toEqual([1, 3, 20_000, 60_000]);
  expect(state.bytesPerSecond).toBeGreaterThan(1500);
  expect(state.bytesPerSecond).toBeLessThan(2500);
  expect(state.secondsLeft).toBe(Math.ceil(40_000 / (state.bytesPerSecond ?? 0)));
  // The server had stated too small a size.
  progress.bytes(50_000, 0);
  progress.show();
  expect(state.secondsLeft).toBe(0);
});

test("the display changes twice a second at most, and at once with the phase", () => {
  const { clock, progress, state } = open();
  progress.begin(9, 900, false);
  clock.now += 499;
  progress.fileDone();
  progress.bytes(100, 100);
  expect([state.done, state.bytesDone]).toEqual([0, 0]);
  clock.now += 1;
  progress.bytes(100, 100);
  expect([state.done, state.bytesDone]).toEqual([1, 200]);
  progress.fileDone();
  expect(state.done).toBe(1);
  progress.phase("waiting");
  expect([state.phase, state.done]).toEqual(["waiting", 2]);
  progress.fileDone();
  progress.phase("waiting");
  expect(state.done).toBe(2);
});

test("the counts go on after a pause, and begin at zero with the next sync", () => {
  const { progress, state, shown, receive } = open();
  progress.begin(3, 300, false);
  receive(100, 1);
  state.failed = 1;
  progress.begin(2, 200, true);
  expect(shown()).toEqual([1, 3, 100, 300]);
  expect([state.failed, state.bytesPerSecond]).toEqual([0, null]);
  progress.bytes(-40, 0);
  progress.show();
  expect(state.bytesDone).toBe(60);
  progress.begin(5, 500, false);
  expect(shown()).toEqual([0, 5, 0, 500]);
});

test("the speed is that of the last seconds, not of an earlier, faster connection", () => {
  const pace = createTransferRate();
  pace.record(0, 0);
  expect(pace.perSecond()).toBeNull();
  pace.record(1000, 1_000_000);
  expect(pace.perSecond()).toBe(1_000_000);
  for (let second = 2; second <= 20; second += 1) {
    pace.record(second * 1000, 1_000_000 + second * 10);
  }
  expect(pace.perSecond()).toBe(10);
});
