/** How many of the last turns count. A machine that becomes slower is noticed after a few of them. */
const COUNTED = 12;
/** No password is checked faster. Keeps the number of those who may wait within limits. */
const LEAST_MS = 1;

/**
 * The mean time that a turn of a queue takes. The longest of the last turns do not count: when the clock
 * jumps, or the machine sleeps, as many turns seem to be long as are under way.
 */
export class TurnTime {
  readonly #last: number[];
  readonly #ignored: number;
  #at = 0;
  #mean: number;

  /**
   * @param firstMs the expected time, before a turn has been measured
   * @param ignored how many of the longest turns do not count
   */
  constructor(firstMs: number, ignored: number) {
    this.#last = Array.from({ length: COUNTED }, () => firstMs);
    this.#ignored = ignored;
    this.#mean = firstMs;
  }

  /** In milliseconds. */
  get mean(): number {
    return this.#mean;
  }

  /** Counts a turn that has ended. A clock that was set back makes it negative. */
  add(milliseconds: number): void {
    this.#last[this.#at] = Math.max(0, milliseconds);
    this.#at = (this.#at + 1) % COUNTED;
    const counted = this.#last.toSorted((a, b) => a - b).slice(0, COUNTED - this.#ignored);
    const sum = counted.reduce((all, each) => all + each, 0);
    this.#mean = Math.max(LEAST_MS, sum / counted.length);
  }
}
