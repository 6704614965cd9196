import { networkKey } from "../network-key.ts";
import { HttpProblem } from "../problem.ts";
import type { Clock } from "../services.ts";
import { Throttle } from "../throttle.ts";

const WINDOW_MS = 15 * 60_000;
const FAILURES_OF_AN_ADDRESS = 50;

/** Throttles guesses of serial numbers and licences: fifty failures per address. */
export class ActivationThrottle {
  readonly #addresses: Throttle;

  constructor(clock: Clock) {
    this.#addresses = new Throttle(
      { failures: FAILURES_OF_AN_ADDRESS, windowMs: WINDOW_MS },
      clock,
    );
  }

  /**
   * Runs an attempt that may be a guess. It counts as a failure from its start until it has found
   * something, so that parallel attempts do not all pass.
   * @param work returns null for a failure
   * @throws HttpProblem 429 with `Retry-After`
   */
  async attempt<Value>(address: string, work: () => Promise<Value | null>): Promise<Value | null> {
    const network = networkKey(address);
    const seconds = this.#addresses.secondsToWait(network);
    if (seconds > 0) {
      throw new HttpProblem(429, "activation/throttled", "Too many attempts; try again later", {
        headers: { "Retry-After": String(seconds) },
      });
    }
    this.#addresses.count(network);
    let failed = false;
    try {
      const value = await work();
      failed = value === null;
      return value;
    } finally {
      if (!failed) this.#addresses.withdraw(network);
    }
  }
}
