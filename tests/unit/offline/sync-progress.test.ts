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
