/** How many of the last turns count. A machine that becomes slower is noticed after a few of them. */
const COUNTED = 12;
/** No password is checked faster. Keeps the number of those who may wait within limits. */
const LEAST_MS = 1;

/**
 * The mean time that a turn of a queue takes. The longest of the last turns do not count: when the clock
 * jumps, or the machine sleeps, as many turns seem to be long as are under way.
 */
class TurnTime {
  readonly #last: number[];
  readonly #ignored: number;
  #at = 0;
  /** In milliseconds. */
  mean: number;

  /**
   * @param firstMs the expected time, before a turn has been measured
   * @param ignored how many of the longest turns do not count
   */
  constructor(firstMs: number, ignored: number) {
    this.#last = Array.from({ length: COUNTED }, () => firstMs);
    this.#ignored = ignored;
    this.mean = firstMs;
  }

  /** Counts a turn that has ended. A clock that was set back makes it negative. */
  add(milliseconds: number): void {
    this.#last[this.#at] = Math.max(0, milliseconds);
    this.#at = (this.#at + 1) % COUNTED;
    const counted = this.#last.toSorted((a, b) => a - b).slice(0, COUNTED - this.#ignored);
    const sum = counted.reduce((all, each) => all + each, 0);
    this.mean = Math.max(LEAST_MS, sum / counted.length);
  }
}

/** Somebody who waits for a place. */
export interface Waiter {
  /** Those of one party, such as one network, wait behind each other and never delay another's first. */
  readonly party: string;
  /** Whether the school knows the party. Known parties go first. */
  readonly known: boolean;
}

interface Entry {
  readonly start: () => void;
  readonly drop: () => void;
}

/** A party that the school does not know gets at least every fourth turn. */
const KNOWN_IN_A_ROW = 3;

/** Parties that wait, each with its own line; they take turns. */
class Lane {
  /** By party, the one whose turn is next first. */
  readonly #lines = new Map<string, Entry[]>();
  size = 0;

  add(party: string, entry: Entry): void {
    const line = this.#lines.get(party);
    if (line) line.push(entry);
    else this.#lines.set(party, [entry]);
    this.size += 1;
  }

  next(): Entry | undefined {
    const [first] = this.#lines;
    if (!first) return undefined;
    const [party, line] = first;
    const entry = line.shift();
    // The party goes to the end, so that each party gets its turn.
    this.#lines.delete(party);
    if (line.length > 0) this.#lines.set(party, line);
    this.size -= 1;
    return entry;
  }

  remove(party: string, entry: Entry): void {
    const line = this.#lines.get(party) ?? [];
    const at = line.indexOf(entry);
    if (at < 0) return;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(party);
    this.size -= 1;
  }

  /** Takes out the latest of the party that has the most; if all have one, the latest of all. */
  dropOne(): void {
    let longest = "";
    let length = 0;
    for (const [party, line] of this.#lines) {
      if (line.length < length) continue;
      longest = party;
      length = line.length;
    }
    const entry = this.#lines.get(longest)?.at(-1);
    if (!entry) return;
    this.remove(longest, entry);
    entry.drop();
  }
}

interface FairQueueOptions {
  /** How many run at once. */
  atOnce: number;
  /** Nobody is let into the queue who is expected to wait for longer. */
  maxWaitMs: number;
  /** How long work is expected to take, before any has been measured. */
  firstMs: number;
  /** Milliseconds that only grow. */
  now?: () => number;
}

/**
 * A queue for work of which a few run at once. Its order is fair: known parties first, and within each
 * lane the parties take turns. It is bounded by the time that one would wait, which follows from the
 * number of those who wait and from how long the work takes on this machine. A lane that is too long
 * drops from its largest party, so that a flood pushes out itself.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #maxWaitMs: number;
  readonly #now: () => number;
  readonly #turnTime: TurnTime;
  readonly #known = new Lane();
  readonly #unknown = new Lane();
  #running = 0;
  #knownInARow = 0;

  constructor({ atOnce, maxWaitMs, firstMs, now }: FairQueueOptions) {
    this.#atOnce = atOnce;
    this.#maxWaitMs = maxWaitMs;
    this.#now = now ?? (() => performance.now());
    this.#turnTime = new TurnTime(firstMs, atOnce);
  }

  get waiting(): number {
    return this.#known.size + this.#unknown.size;
  }

  /**
   * Runs the work in its turn.
   * @param signal takes the work out of the queue, because nobody waits for it any more
   * @param refuse makes the error for work that was dropped or taken out
   */
  async run<Value>(
    { party, known }: Waiter,
    work: () => Promise<Value>,
    refuse: () => Error,
    signal?: AbortSignal,
  ): Promise<Value> {
    if (signal?.aborted) throw refuse();
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#turn(known ? this.#known : this.#unknown, party, refuse, signal);
    const begun = this.#now();
    try {
      return await work();
    } finally {
      this.#turnTime.add(this.#now() - begun);
      // The slot passes directly to the next waiter, so that no new caller can take it first.
      const next = this.#next();
      if (next) next.start();
      else this.#running -= 1;
    }
  }

  #turn(lane: Lane, party: string, refuse: () => Error, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const drop = () => reject(refuse());
      const entry: Entry = { start: resolve, drop };
      // The signal belongs to one request, and its listener goes with it.
      signal?.addEventListener("abort", () => {
        lane.remove(party, entry);
        // Changes nothing if the turn has come, or the entry was dropped.
        drop();
      });
      lane.add(party, entry);
      this.#dropTooMany();
    });
  }

  /**
   * Drops those who would wait for too long. Of four turns three belong to known parties, whether or not
   * somebody else waits yet: strangers never make the line of known parties too long. Known parties may
   * make that of strangers too long, down to a quarter of all turns.
   */
  #dropTooMany(): void {
    const known = () => this.#known.size + this.#known.size / KNOWN_IN_A_ROW;
    const unknown = () =>
      this.#unknown.size + Math.min(this.#known.size, KNOWN_IN_A_ROW * this.#unknown.size);
    this.#shorten(this.#known, known);
    this.#shorten(this.#unknown, unknown);
  }

  /** @param turns after how many turns it is that of the last in the lane */
  #shorten(lane: Lane, turns: () => number): void {
    const most = (this.#maxWaitMs * this.#atOnce) / this.#turnTime.mean;
    // However slow the machine is, some wait, so that a flood does not take each turn that becomes free.
    while (lane.size > this.#atOnce && turns() > most) lane.dropOne();
  }

  #next(): Entry | undefined {
    const isUnknownDue = this.#knownInARow >= KNOWN_IN_A_ROW && this.#unknown.size > 0;
    const entry = isUnknownDue ? undefined : this.#known.next();
    if (entry) {
      this.#knownInARow += 1;
      return entry;
    }
    this.#knownInARow = 0;
    return this.#unknown.next();
  }
}
