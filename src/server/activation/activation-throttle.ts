import { addressBudgets, Throttle } from "../accounts/throttle.ts";
import type { Services } from "../services.ts";

/** Throttles guesses of serial numbers and licences: fifty failures per address. */
export class ActivationThrottle {
  readonly #keyedHash: Services["keyedHash"];
  readonly #throttle: Throttle;

  constructor({ failures, keyedHash }: Pick<Services, "failures" | "keyedHash">) {
    this.#keyedHash = keyedHash;
    this.#throttle = new Throttle(failures, "activation/throttled");
  }

  /**
   * Runs an attempt that may be a guess.
   * @param work returns null for a failure
   * @throws HttpProblem 429 with `Retry-After`
   */
  attempt<Value>(address: string, work: () => Promise<Value | null>): Promise<Value | null> {
    const budgets = addressBudgets(this.#keyedHash, "activation", address);
    return this.#throttle.inOrder(budgets, async () => {
      const value = await work();
      if (value === null) await this.#throttle.record(budgets);
      return value;
    });
  }
}
