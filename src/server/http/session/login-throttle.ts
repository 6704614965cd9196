import { normalizeName } from "../../db/accounts.ts";
import { networkKey } from "../network-key.ts";
import { HttpProblem } from "../problem.ts";
import type { Clock } from "../services.ts";
import { Throttle } from "../throttle.ts";

const WINDOW_MS = 15 * 60_000;
const FAILURES_OF_A_NAME = 10;
const FAILURES_OF_AN_ADDRESS = 50;

/** Throttles password guesses: ten failures per name, fifty per address. */
export class LoginThrottle {
  readonly #names: Throttle;
  readonly #addresses: Throttle;

  constructor(clock: Clock) {
    this.#names = new Throttle({ failures: FAILURES_OF_A_NAME, windowMs: WINDOW_MS }, clock);
    this.#addresses = new Throttle(
      { failures: FAILURES_OF_AN_ADDRESS, windowMs: WINDOW_MS },
      clock,
    );
  }

  /**
   * Begins an attempt. It counts as a failure until it succeeds or is withdrawn.
   * @throws HttpProblem 429 with `Retry-After`
   */
  begin(name: string, address: string) {
    const nameKey = normalizeName(name).slice(0, 200);
    const addressKey = networkKey(address);
    const seconds = Math.max(
      this.#names.secondsToWait(nameKey),
      this.#addresses.secondsToWait(addressKey),
    );
    if (seconds > 0) {
      throw new HttpProblem(429, "login/throttled", "Too many attempts; try again later", {
        headers: { "Retry-After": String(seconds) },
      });
    }
    this.#names.count(nameKey);
    this.#addresses.count(addressKey);
    return {
      /**
       * The password was right: clears the name's failures; the address keeps its other failures.
       */
      succeeded: () => {
        this.#names.clear(nameKey);
        this.#addresses.withdraw(addressKey);
      },
      /** The password could not be checked, so the attempt does not count. */
      withdrawn: () => {
        this.#names.withdraw(nameKey);
        this.#addresses.withdraw(addressKey);
      },
    };
  }
}
