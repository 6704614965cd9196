import type { Kysely } from "kysely";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import type { Tables } from "../../db/schema.ts";
import { Gate } from "../../gate.ts";
import { HttpProblem } from "../../problem.ts";
import type { SignedIn } from "../session/tokens.ts";
import { type Limits, STAFF_FACTOR } from "./limits.ts";
import { countStored, type Stored } from "./stored-count.ts";
import { WriteRate } from "./write-rate.ts";

type Person = Pick<SignedIn, "accountId" | "level">;

/** The 409 for an account that has as many things of a kind as it may have. */
const limitReached = (kind: string, most: number): HttpProblem =>
  new HttpProblem(409, "account/limit_reached", `You may have at most ${most} ${kind}`);

const storageFull = (most: number): HttpProblem =>
  new HttpProblem(507, "account/storage_full", `You may store at most ${most} bytes`);

/** What each account may use. What is stored is counted in the database, which all servers of a school share. */
export class AccountLimits {
  limits: Limits;
  readonly requests: Gate;
  /** Answers that are long and slow to receive. They are not counted among the requests. */
  readonly streams: Gate;
  readonly writes: WriteRate;

  constructor(limits: Limits, clock: () => number) {
    this.limits = limits;
    this.requests = new Gate(limits.requestsAtOnce);
    this.streams = new Gate(limits.requestsAtOnce);
    this.writes = new WriteRate(limits.writesPerMinute, clock);
  }

  /** Changes the limits. What is stored already stays, also if it is more. */
  use(limits: Limits): void {
    this.limits = limits;
    this.requests.setPlaces(limits.requestsAtOnce);
    this.streams.setPlaces(limits.requestsAtOnce);
    this.writes.setPerMinute(limits.writesPerMinute);
  }

  /**
   * Checks that an account may store more; call within the write that stores it, while the account is locked. A
   * call before that only saves the receiving of what will be refused.
   * @throws HttpProblem 507 `account/storage_full`, 409 `account/limit_reached`
   */
  async assertRoom(db: Kysely<Tables>, person: Person, more: Partial<Stored>): Promise<void> {
    const stored = await countStored(db, person.accountId);
    for (const kind of ["messages", "handIns", "notes", "tables"] as const) {
      const most = this.#most(person, kind);
      if (more[kind] && stored[kind] + more[kind] > most) throw limitReached(kind, most);
    }
    const most = this.#most(person, "storageBytes");
    if (stored.bytes + (more.bytes ?? 0) > most) throw storageFull(most);
  }

  /** The limit of a kind for a person; infinite for none. */
  #most(person: Person, kind: "storageBytes" | Exclude<keyof Stored, "bytes">): number {
    const limit = this.limits[kind];
    if (limit === 0) return Number.POSITIVE_INFINITY;
    return person.level >= TUTOR_LEVEL ? limit * STAFF_FACTOR : limit;
  }
}
