/** What goes first while the server has more requests than it can answer. */
export type Rank = "always" | "first" | "next" | "last";

/** How long requests may be begun in one turn of the event loop. The others of the turn wait. */
const TURN_MS = 20;
/** How many waiting requests are begun, and how many of each rank are refused, in a turn of the event loop. */
const BEGUN_AT_ONCE = 8;
const REFUSED_AT_ONCE = 64;
/** A request may wait this long while the queue of its rank is short. */
const MAX_WAIT_MS = 1000;
/** A request may wait this long once the queue of its rank has not been empty for `STANDING_MS`. */
const OVERLOADED_WAIT_MS = 100;
const STANDING_MS = 1000;
/** More cannot be answered in `MAX_WAIT_MS` by any machine. */
const MAX_WAITING = 10_000;
/** Refused clients come back within so many seconds, at random. */
const SPREAD_SECONDS = 3;
const MAX_SPREAD_SECONDS = 15;

interface Arrival {
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
type Queued = (typeof RANKS)[number];

const forEachRank = <Value>(make: () => Value): Record<Queued, Value> => ({
  first: make(),
  next: make(),
  last: make(),
});

/** In these of 16 turns others go before those who study, so that they are not kept out. */
const TURNS = 16;
const TURNS_OF_OTHERS: Readonly<Record<number, "next" | "last">> = {
  2: "next",
  7: "next",
  12: "next",
  15: "last",
};

interface AdmissionOptions {
  /** Milliseconds that only grow. */
  now?: () => number;
  /** Calls back in the next turn of the event loop. */
  defer?: (callback: () => void) => void;
  random?: () => number;
}

/**
 * Decides which requests are begun, before their bodies are read. Nobody waits while the process keeps up:
 * a request is begun where it arrives. When a turn of the event loop takes long, further requests wait in
 * the queue of their rank. A queue that does not become empty any more is overload: then only requests that have
 * waited for a short time are begun, and the others are refused. What floods one rank refuses nobody of another. This is controlled delay (CoDel) for requests, as in
 * B. Maurer, "Fail at Scale", ACM Queue 13 (8), 2015. It needs no number that depends on the machine.
 */
export class Admission {
  readonly #queues = forEachRank((): Waiting[] => []);
  readonly #now: () => number;
  readonly #defer: (callback: () => void) => void;
  readonly #random: () => number;
  #waiting = 0;
  #turns = 0;
  /** When the present turn of the event loop began its first request; null before that. */
  #turn: number | null = null;
  /** When the queue of each rank was empty for the last time. */
  #lastEmpty: Record<Queued, number>;

  constructor({ now, defer = setImmediate, random = Math.random }: AdmissionOptions = {}) {
    this.#now = now ?? (() => performance.now());
    this.#defer = defer;
    this.#random = random;
    this.#lastEmpty = forEachRank(this.#now);
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Begins the request now or later, or refuses it. */
  admit(arrival: Arrival): void {
    const now = this.#now();
    if (arrival.rank === "always") arrival.begin();
    else if (this.#waiting === 0 && this.#hasTime(now)) {
      this.#lastEmpty = forEachRank(() => now);
      arrival.begin();
    } else if (this.#waiting >= MAX_WAITING) arrival.refuse(this.#retryAfter(arrival.rank, now));
    else {
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
    this.#refuse(now);
    for (let begun = 0; begun < BEGUN_AT_ONCE && this.#waiting > 0; begun += 1) {
      this.#take(this.#nextRank())?.begin();
    }
    for (const rank of RANKS) if (this.#queues[rank].length === 0) this.#lastEmpty[rank] = now;
    if (this.#waiting > 0) this.#defer(() => this.#drain());
  }

  /**
   * Refuses requests that have waited for too long, the oldest of each rank first. No rank uses up the number
   * of another one, whose requests would be begun after seconds, when nobody needs them any more.
   */
  #refuse(now: number): void {
    for (const rank of RANKS.toReversed()) {
      const queue = this.#queues[rank];
      const isOverloaded = now - this.#lastEmpty[rank] > STANDING_MS;
      const latest = now - (isOverloaded ? OVERLOADED_WAIT_MS : MAX_WAIT_MS);
      for (let refused = 0; refused < REFUSED_AT_ONCE; refused += 1) {
        if ((queue[0]?.since ?? now) >= latest) break;
        this.#take(rank)?.refuse(this.#retryAfter(rank, now));
      }
    }
  }

  /** The rank whose turn it is, or the first one in which somebody waits. */
  #nextRank(): Queued | undefined {
    this.#turns = (this.#turns + 1) % TURNS;
    const due: Queued = TURNS_OF_OTHERS[this.#turns] ?? "first";
    return [due, ...RANKS].find((rank) => this.#queues[rank].length > 0);
  }

  /** Takes the oldest request of a rank out of the queue; undefined if its client has left. */
  #take(rank: Queued = "last"): Waiting | undefined {
    const waiting = this.#queues[rank].shift();
    if (waiting) this.#waiting -= 1;
    return waiting?.isGone() ? undefined : waiting;
  }

  /** Whole seconds. The longer the overload, the wider they are spread, so that clients do not come back together. */
  #retryAfter(rank: Queued, now: number): number {
    const overloaded = (now - this.#lastEmpty[rank]) / 1000;
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
