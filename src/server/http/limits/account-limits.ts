import type { Kysely } from "kysely";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Tables } from "../../db/schema.ts";
import { type Limits, STAFF_FACTOR } from "../../limits.ts";
import { HttpProblem } from "../problem.ts";
import type { SignedIn } from "../session/tokens.ts";
import { Gate } from "./gate.ts";
import { countStored, type Stored } from "./stored-count.ts";
import { WriteRate } from "./write-rate.ts";

type Person = Pick<SignedIn, "accountId" | "level">;

/** How long a count is used. Other processes of the school store things too. */
const KEPT_MS = 10 * 60_000;
/** A count takes some hundred bytes. */
const MAX_KEPT = 20_000;

interface Known {
  stored: Stored;
  until: number;
}

/** The 409 for an account that has as many things of a kind as it may have. */
const limitReached = (kind: string, most: number): HttpProblem =>
  new HttpProblem(409, "account/limit_reached", `You may have at most ${most} ${kind}`);

const storageFull = (most: number): HttpProblem =>
  new HttpProblem(507, "account/storage_full", `You may store at most ${most} bytes`);

/**
 * What each account may use. What is stored is counted in the database at first, and then in memory
 * for ten minutes, so that a request costs no query; a request with files counts again, under the
 * account's lock. Nobody is refused on a count from memory.
 */
export class AccountLimits {
  limits: Limits;
  readonly requests: Gate;
  /** Answers that are long and slow to receive. They are not counted among the requests. */
  readonly streams: Gate;
  readonly writes: WriteRate;
  readonly #clock: () => number;
  readonly #known = new Map<number, Known>();

  constructor(limits: Limits, clock: () => number) {
    this.limits = limits;
    this.requests = new Gate(limits.requestsAtOnce);
    this.streams = new Gate(limits.requestsAtOnce);
    this.writes = new WriteRate(limits.writesPerMinute, clock);
    this.#clock = clock;
  }

  /** Changes the limits. What is stored already stays, also if it is more. */
  use(limits: Limits): void {
    this.limits = limits;
    this.requests.setPlaces(limits.requestsAtOnce);
    this.streams.setPlaces(limits.requestsAtOnce);
    this.writes.setPerMinute(limits.writesPerMinute);
  }

  /**
   * Checks that an account may store more.
   * @param isExact counts in the database, which other processes may have changed
   * @throws HttpProblem 507 `account/storage_full`, 409 `account/limit_reached`
   */
  async assertRoom(
    db: Kysely<Tables>,
    person: Person,
    more: Partial<Stored>,
    { isExact = false } = {},
  ): Promise<void> {
    const known = this.#known.get(person.accountId);
    const isKnown = !isExact && known !== undefined && known.until > this.#clock();
    if (isKnown && this.#problem(person, known.stored, more) === null) return;
    const stored = await countStored(db, person.accountId);
    if (this.#known.size >= MAX_KEPT) this.#known.clear();
    this.#known.set(person.accountId, { stored, until: this.#clock() + KEPT_MS });
    const problem = this.#problem(person, stored, more);
    if (problem) throw problem;
  }

  /** Counts what an account has stored just now. */
  add({ accountId }: Person, more: Partial<Stored>): void {
    const stored = this.#known.get(accountId)?.stored;
    if (!stored) return;
    for (const [kind, count] of Object.entries(more)) stored[kind as keyof Stored] += count;
  }

  /** The limit of a kind for a person; infinite for none. */
  #most(person: Person, kind: "storageBytes" | Exclude<keyof Stored, "bytes">): number {
    const limit = this.limits[kind];
    if (limit === 0) return Number.POSITIVE_INFINITY;
    return person.level >= TUTOR_LEVEL ? limit * STAFF_FACTOR : limit;
  }

  #problem(person: Person, stored: Stored, more: Partial<Stored>): HttpProblem | null {
    for (const kind of ["messages", "handIns", "notes", "tables"] as const) {
      const most = this.#most(person, kind);
      if (more[kind] && stored[kind] + more[kind] > most) return limitReached(kind, most);
    }
    const most = this.#most(person, "storageBytes");
    return stored.bytes + (more.bytes ?? 0) > most ? storageFull(most) : null;
  }
}
