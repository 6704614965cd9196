/** What goes first while the server has more requests than it can answer. */
export type Rank = "always" | "first" | "next" | "last";

/** How long requests may be begun in one turn of the event loop. The others of the turn wait. */
const TURN_MS = 20;
/**
 * How many waiting requests are begun in a turn of the event loop. Many that are refused make a turn long: with
 * fewer nearly all of it would go to them.
 */
const BEGUN_AT_ONCE = 32;
/** How many of each rank are refused, one rank after the other, until `TURN_MS` have passed. */
const REFUSED_AT_ONCE = 64;
/** A request may wait this long while the queue is short. Its answer takes time, too: both are to be a second. */
const MAX_WAIT_MS = 500;
/** A request may wait this long once the queue has not been empty for `STANDING_MS`. */
const OVERLOADED_WAIT_MS = 100;
const STANDING_MS = 1000;
/** No machine answers more in `MAX_WAIT_MS`. */
const MAX_WAITING = 10_000;
/** Refused clients come back within so many seconds, at random. */
const SPREAD_SECONDS = 3;
const MAX_SPREAD_SECONDS = 15;

export interface Arrival {
  readonly rank: Rank;
  readonly begin: () => void;
  /** @param retryAfter in seconds, for the header of that name */
  readonly refuse: (retryAfter: number) => void;
  /** Whether the client has left. */
  readonly isGone: () => boolean;
}

interface Waiting extends Arrival {
  /** When it arrived, in milliseconds. */
  readonly since: number;
}

const RANKS = ["first", "next", "last"] as const;
/** A rank whose requests may have to wait. */
type Waits = (typeof RANKS)[number];
/** In these of 16 turns others go before those who study, so that they are not kept out. */
const TURNS = 16;
const TURNS_OF_OTHERS: Readonly<Record<number, "next" | "last">> = {
  2: "next",
  7: "next",
  12: "next",
  15: "last",
};

export interface AdmissionOptions {
  /** Milliseconds that only grow. */
  now?: () => number;
  /** Calls back in the next turn of the event loop. */
  defer?: (callback: () => void) => void;
  random?: () => number;
}

/**
 * Decides which requests are begun, before their bodies are read. Nobody waits while the process keeps up:
 * a request is begun where it arrives. When a turn of the event loop takes long, further requests wait in
 * a queue. A queue that does not become empty any more is overload: then only requests that have waited for
 * a short time are begun, and the others are refused. This is controlled delay (CoDel) for requests, as in
 * B. Maurer, "Fail at Scale", ACM Queue 13 (8), 2015. It needs no number that depends on the machine.
 */
export class Admission {
  readonly #queues: Record<Waits, Waiting[]> = { first: [], next: [], last: [] };
  readonly #now: () => number;
  readonly #defer: (callback: () => void) => void;
  readonly #random: () => number;
  #waiting = 0;
  #turns = 0;
  /** When the present turn of the event loop began its first request; null before that. */
  #turn: number | null = null;
  /** When the queue was empty for the last time. */
  #lastEmpty: number;

  constructor({ now, defer = setImmediate, random = Math.random }: AdmissionOptions = {}) {
    this.#now = now ?? (() => performance.now());
    this.#defer = defer;
    this.#random = random;
    this.#lastEmpty = this.#now();
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Begins the request now or later, or refuses it. */
  admit(arrival: Arrival): void {
    const now = this.#now();
    if (arrival.rank === "always") arrival.begin();
    else if (this.#waiting === 0 && this.#hasTime(now)) {
      this.#lastEmpty = now;
      arrival.begin();
    } else {
      // The oldest is refused, not the newest: it would be begun too late.
      if (this.#waiting >= MAX_WAITING)
        this.#takeOldest(this.#longest())?.refuse(this.#retryAfter(now));
      this.#queues[arrival.rank].push({ ...arrival, since: now });
      this.#waiting += 1;
      if (this.#waiting === 1) this.#defer(() => this.#drain());
    }
  }

  /** Whether a further request may be begun in this turn of the event loop. */
  #hasTime(now: number): boolean {
    if (this.#turn !== null) return now - this.#turn < TURN_MS;
    this.#turn = now;
    this.#defer(() => {
      this.#turn = null;
    });
    return true;
  }

  #drain(): void {
    const now = this.#now();
    const isOverloaded = now - this.#lastEmpty > STANDING_MS;
    const latest = now - (isOverloaded ? OVERLOADED_WAIT_MS : MAX_WAIT_MS);
    this.#refuseThoseSince(latest, now);
    for (let begun = 0; begun < BEGUN_AT_ONCE && this.#waiting > 0; begun += 1) {
      const rank = this.#nextRank(latest);
      if (rank === null) break;
      this.#takeInTime(rank, latest)?.begin();
    }
    if (this.#waiting === 0) this.#lastEmpty = now;
    else this.#defer(() => this.#drain());
  }

  /**
   * Refuses requests that arrived before a time, the oldest of each rank first. No rank uses up the number
   * of another one, whose requests would be refused after seconds.
   */
  #refuseThoseSince(latest: number, now: number): void {
    let isMore = true;
    while (isMore) {
      isMore = false;
      for (const rank of RANKS.toReversed()) {
        for (
          let refused = 0;
          refused < REFUSED_AT_ONCE && this.#isLate(rank, latest);
          refused += 1
        ) {
          this.#takeOldest(rank)?.refuse(this.#retryAfter(now));
        }
        isMore ||= this.#isLate(rank, latest);
      }
      isMore &&= this.#now() - now < TURN_MS;
    }
  }

  /** Whether the oldest request of a rank arrived before a time. */
  #isLate(rank: Waits, latest: number): boolean {
    const [oldest] = this.#queues[rank];
    return oldest !== undefined && oldest.since < latest;
  }

  /** The rank whose turn it is, or the first one, in which somebody waits who is not late; null: there is none. */
  #nextRank(latest: number): Waits | null {
    this.#turns = (this.#turns + 1) % TURNS;
    const due: Waits = TURNS_OF_OTHERS[this.#turns] ?? "first";
    const isInTime = (rank: Waits) => (this.#queues[rank].at(-1)?.since ?? latest - 1) >= latest;
    return [due, ...RANKS].find(isInTime) ?? null;
  }

  #longest(): Waits {
    const length = (rank: Waits) => this.#queues[rank].length;
    return RANKS.reduce((longest, rank) => (length(rank) > length(longest) ? rank : longest));
  }

  /**
   * Takes the oldest request of a rank. If that is late, because there are more than can be refused at once,
   * takes the newest: whoever has waited for a short time gets an answer in time.
   */
  #takeInTime(rank: Waits, latest: number): Waiting | undefined {
    if (!this.#isLate(rank, latest)) return this.#takeOldest(rank);
    return this.#taken(this.#queues[rank].pop());
  }

  #takeOldest(rank: Waits): Waiting | undefined {
    return this.#taken(this.#queues[rank].shift());
  }

  /** Counts what was taken out of the queue; undefined if its client has left. */
  #taken(waiting: Waiting | undefined): Waiting | undefined {
    if (waiting) this.#waiting -= 1;
    return waiting?.isGone() ? undefined : waiting;
  }

  /** Whole seconds. The longer the overload, the wider they are spread, so that clients do not come back together. */
  #retryAfter(now: number): number {
    const overloaded = (now - this.#lastEmpty) / 1000;
    const spread = Math.min(MAX_SPREAD_SECONDS, SPREAD_SECONDS + overloaded);
    return 1 + Math.floor(this.#random() * spread);
  }
}

/** A monitor or a balancer must hear about overload, and who signs out must not stay signed in. */
const ALWAYS = /^\/(api\/)?(health|ready|metrics|user\/logout)\b/;
/** What somebody needs who studies. */
const FIRST =
  /^\/(tls\/|api\/(products\/[^/]+\/(lessons|skeleton)|products\b|user\/(progress|courses|get-session)))/;
/** What can wait for a quieter moment. */
const LAST =
  /^\/api\/(products\/[^/]+\/search|glossary|menu\/(glossary|faqs|instructions|usercontent|checksum)|files|downloads|new-video|organizations\/[^/]+\/announcements)/;

/** The rank of a request. @param url its path with its query */
export const rankOf = (url: string): Rank => {
  if (ALWAYS.test(url)) return "always";
  if (LAST.test(url)) return "last";
  return FIRST.test(url) ? "first" : "next";
};
