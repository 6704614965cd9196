import type { Log } from "../log.ts";

/** Follows work that nobody waits for. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** How many pieces of work are under way. */
  get size(): number {
    return this.#running.size;
  }

  /** Starts the work; what it throws is logged. */
  run(name: string, work: () => Promise<void>): void {
    const running = work()
      .catch((reason: unknown) => this.#log.error(`${name} failed`, reason))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when none of it is left. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
