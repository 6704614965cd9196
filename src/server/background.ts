import type { Log } from "./log.ts";

/** Tracks tasks that continue after their request was answered. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  get size(): number {
    return this.#running.size;
  }

  /** Whether the server is closing. Long tasks that can resume at the next start then end early. */
  isEnding = false;

  /** Starts a task. Logs its error if it fails. */
  run(name: string, work: () => Promise<void>): void {
    const running = work()
      .catch((reason: unknown) => this.#log.error(`${name} failed`, reason))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when no task is running. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
