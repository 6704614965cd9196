/** The speed of a transfer. Only the last seconds count, because the speed of a line changes. */
interface TransferRate {
  /**
   * Records progress.
   * @param time milliseconds
   * @param bytes transferred in total
   */
  record(time: number, bytes: number): void;
  /** Bytes per second; null while the measured time is too short. */
  perSecond(): number | null;
}

const WINDOW_MS = 10_000;
const MIN_MS = 500;

/** Measures the speed of a transfer. */
export const createTransferRate = (): TransferRate => {
  let samples: { time: number; bytes: number }[] = [];
  return {
    record(time, bytes) {
      samples = [...samples.filter((sample) => sample.time > time - WINDOW_MS), { time, bytes }];
    },
    perSecond() {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.time - first.time < MIN_MS) return null;
      return ((last.bytes - first.bytes) * 1000) / (last.time - first.time);
    },
  };
};
