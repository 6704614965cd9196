import { OverloadedError } from "../overloaded-error.ts";

/** Tells by the time, not by the length, when a queue is too long: a database may become slow. */
export class QueueLimit {
  /** When those that wait have come, the oldest first. */
  readonly #waiting = new Set<{ readonly since: number }>();
  readonly #maxWaitMs: number;

  /** @param maxWaitMs a queue whose first has waited for longer takes nobody else */
  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
  }

  get length(): number {
    return this.#waiting.size;
  }

  get isTooLong(): boolean {
    const [first] = this.#waiting;
    return first !== undefined && performance.now() - first.since > this.#maxWaitMs;
  }

  /**
   * Runs what waits in the queue until it ends.
   * @throws OverloadedError when the queue is too long
   */
  async wait<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.isTooLong) throw new OverloadedError("The database is too slow");
    const own = { since: performance.now() };
    this.#waiting.add(own);
    try {
      return await work();
    } finally {
      this.#waiting.delete(own);
    }
  }
}
