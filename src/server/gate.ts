import { HttpProblem } from "./problem.ts";

/** Identifies who is limited: the number of an account, or the id of a licence. */
export type LimitKey = number | string;

/** How many may wait for each that is inside. */
const WAITING_FOR_EACH = 8;
const WAIT_MS = 10_000;
/**
 * The unused entries are dropped from this many on, not one by one: to take the last entry out of a
 * map makes V8 allocate the map again, which cost more than all else here.
 */
const DROP_FROM = 1000;

interface Entry {
  inside: number;
  /** Those that wait, first come first. */
  line: (() => void)[];
}

const tooMany = () =>
  new HttpProblem(429, "account/too_many_requests", "Too many requests at once; try again soon", {
    headers: { "Retry-After": "2" },
  });

/** Lets only so many in at once for each key. The next wait in a line of limited length. */
export class Gate {
  #limit: number;
  readonly #entries = new Map<LimitKey, Entry>();
  #dropFrom = DROP_FROM;

  /** @param limit 0 for no limit */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Changes the limit for those who come from now on. */
  setLimit(limit: number): void {
    this.#limit = limit;
  }

  /**
   * Enters if there is a place. Every success needs one `leave`.
   * @returns whether it has entered
   */
  tryEnter(key: LimitKey): boolean {
    if (this.#limit === 0) return true;
    const entry = this.#entries.get(key);
    if (!entry) this.#add(key);
    else if (entry.inside >= this.#limit) return false;
    else entry.inside += 1;
    return true;
  }

  /**
   * Enters, after a wait if there is no place. Needs one `leave`.
   * @param untilGone aborts when nobody waits for the answer any more; then the place in the line is given up
   * @throws HttpProblem 429 when the line or the wait is too long
   */
  enter(key: LimitKey, untilGone?: AbortSignal): Promise<void> {
    if (this.tryEnter(key)) return Promise.resolve();
    const line = this.#entries.get(key)?.line ?? [];
    if (line.length >= this.#limit * WAITING_FOR_EACH) return Promise.reject(tooMany());
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        line.splice(line.indexOf(next), 1);
        end();
        reject(tooMany());
      };
      const next = () => {
        end();
        resolve();
      };
      const timer = setTimeout(giveUp, WAIT_MS);
      const end = () => {
        clearTimeout(timer);
        untilGone?.removeEventListener("abort", giveUp);
      };
      untilGone?.addEventListener("abort", giveUp);
      line.push(next);
    });
  }

  /** Gives the place to the next in the line. */
  leave(key: LimitKey): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    const next = entry.line.shift();
    if (next) next();
    else if (entry.inside > 0) entry.inside -= 1;
  }

  #add(key: LimitKey): void {
    if (this.#entries.size >= this.#dropFrom) this.#dropUnused();
    this.#entries.set(key, { inside: 1, line: [] });
  }

  #dropUnused(): void {
    for (const [key, { inside }] of this.#entries) if (inside === 0) this.#entries.delete(key);
    this.#dropFrom = Math.max(DROP_FROM, 2 * this.#entries.size);
  }
}
