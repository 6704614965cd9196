import { createMutex } from "../../lib/mutex.ts";
import { networksOf } from "../client-address.ts";
import { HttpProblem } from "../problem.ts";
import type { Budget, FailedAttempts } from "./failed-attempts.ts";
import type { KeyedHash } from "./hashing-key.ts";

const FAILURES_OF_A_HOUSEHOLD = 50;
const FAILURES_OF_A_SITE = 200;

/**
 * The budgets of an address: an IPv6 connection has a network of addresses, and a site many networks.
 * @param kind the kind of attempt; each kind has its own budgets
 */
export const addressBudgets = (
  keyedHash: KeyedHash,
  kind: string,
  address: string,
): [Budget, ...Budget[]] => {
  const { household, site } = networksOf(address);
  const budgets: [Budget, ...Budget[]] = [
    { key: keyedHash(kind, household), failures: FAILURES_OF_A_HOUSEHOLD },
  ];
  if (site) budgets.push({ key: keyedHash(kind, site), failures: FAILURES_OF_A_SITE });
  return budgets;
};

/**
 * Refuses attempts while a budget of failures is used up. rate-limiter-flexible counts an attempt before its end is
 * known, so that a right password would be refused for others that are tried at the same time.
 */
export class Throttle {
  readonly #failures: FailedAttempts;
  readonly #code: "login/throttled" | "activation/throttled";
  readonly #exclusive = createMutex();

  constructor(failures: FailedAttempts, code: "login/throttled" | "activation/throttled") {
    this.#failures = failures;
    this.#code = code;
  }

  /** @throws HttpProblem 429 with `Retry-After` */
  async assertAllowed(budgets: readonly Budget[]): Promise<void> {
    this.#assertNoWait(await this.#failures.secondsToWait(budgets));
  }

  #assertNoWait(seconds: number): void {
    if (seconds > 0) {
      throw new HttpProblem(429, this.#code, "Too many attempts; try again later", {
        headers: { "Retry-After": String(seconds) },
      });
    }
  }

  /**
   * Runs attempts on the same first budget one after another. Otherwise parallel attempts would all
   * pass, or some would be refused because of others that have not failed.
   * @throws HttpProblem 429 with `Retry-After`
   */
  inOrder<Value>(
    budgets: readonly [Budget, ...Budget[]],
    work: () => Promise<Value>,
  ): Promise<Value> {
    return this.#exclusive(budgets[0].key, async () => {
      await this.assertAllowed(budgets);
      return work();
    });
  }

  /**
   * Runs an attempt that may be a guess, and counts its failure against each budget.
   * @param work returns null or false for a failure
   * @throws HttpProblem 429 with `Retry-After`
   */
  attempt<Value>(
    budgets: readonly [Budget, ...Budget[]],
    work: () => Promise<Value>,
  ): Promise<Value> {
    return this.inOrder(budgets, async () => {
      const value = await work();
      if (value === null || value === false) await this.record(budgets);
      return value;
    });
  }

  record(budgets: readonly Budget[]): Promise<void> {
    return this.#failures.record(budgets);
  }

  /**
   * Counts an attempt as a failure, whatever its result.
   * @throws HttpProblem 429 with `Retry-After`
   */
  async take(budget: Budget): Promise<void> {
    this.#assertNoWait(await this.#failures.take([budget]));
  }
}
