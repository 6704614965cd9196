import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailableError } from "./store-errors.ts";

const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 2000;

/** Retries work while the store is unavailable, with growing waits, for at most the given time. */
export const retryWhileUnavailable = async <Value>(
  milliseconds: number,
  work: () => Promise<Value>,
): Promise<Value> => {
  const end = performance.now() + milliseconds;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, MAX_WAIT_MS)) {
    try {
      return await work();
    } catch (reason) {
      const isUnavailable = reason instanceof StoreUnavailableError;
      if (!isUnavailable || performance.now() + wait > end) throw reason;
    }
    await pause(wait);
  }
};
