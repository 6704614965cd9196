/** How many failures within the window block a name or an address. */
export interface ThrottleLimit {
  failures: number;
  windowMs: number;
}

const MAX_KEPT = 50_000;

/**
 * Counts failures by key in a sliding window. An attempt counts from its start, so that parallel
 * attempts do not all pass; a successful attempt is withdrawn.
 */
export class Throttle {
  readonly #limit: ThrottleLimit;
  readonly #clock: () => number;
  /** Times of failures by key, least recently used key first. */
  readonly #failures = new Map<string, number[]>();

  constructor(limit: ThrottleLimit, clock: () => number) {
    this.#limit = limit;
    this.#clock = clock;
  }

  #recent(key: string): number[] {
    const after = this.#clock() - this.#limit.windowMs;
    return (this.#failures.get(key) ?? []).filter((time) => time > after);
  }

  /** Seconds until another attempt is allowed; 0 when it is allowed now. */
  secondsToWait(key: string): number {
    const recent = this.#recent(key);
    const opening = recent.at(-this.#limit.failures);
    if (opening === undefined) return 0;
    return Math.max(1, Math.ceil((opening + this.#limit.windowMs - this.#clock()) / 1000));
  }

  /** Counts an attempt as failed until it is withdrawn. */
  count(key: string): void {
    const recent = this.#recent(key);
    recent.push(this.#clock());
    this.#failures.delete(key);
    this.#failures.set(key, recent);
    if (this.#failures.size > MAX_KEPT) {
      const oldest = this.#failures.keys().next().value;
      if (oldest !== undefined) this.#failures.delete(oldest);
    }
  }

  /** Withdraws the latest attempt. */
  withdraw(key: string): void {
    const recent = this.#recent(key);
    recent.pop();
    if (recent.length > 0) this.#failures.set(key, recent);
    else this.#failures.delete(key);
  }

  /** Clears all failures of a key. */
  clear(key: string): void {
    this.#failures.delete(key);
  }
}
