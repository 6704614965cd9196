import { type Kysely, sql } from "kysely";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import type { Tables } from "../db/schema.ts";
import { Gate, type LimitKey } from "../gate.ts";
import { HttpProblem } from "../problem.ts";
import type { SignedIn } from "./session/tokens.ts";

/** What one account may use. 0 is no limit. */
export interface Limits {
  /** What it has stored, in bytes: files, messages, comments and notes. */
  storageBytes: number;
  messages: number;
  handIns: number;
  notes: number;
  /** Measurement tables. */
  tables: number;
  writesPerMinute: number;
  /** Requests that are answered at once. The next ones wait. */
  requestsAtOnce: number;
}

const MEBIBYTE = 1024 * 1024;

/** Far above what a student needs in years, and far below what fills a disk. */
export const DEFAULT_LIMITS: Limits = {
  storageBytes: 200 * MEBIBYTE,
  messages: 10_000,
  handIns: 2000,
  notes: 5000,
  tables: 200,
  writesPerMinute: 300,
  requestsAtOnce: 8,
};

/** Tutors and above answer many students: they may store this many times as much. */
const STAFF_FACTOR = 10;

/**
 * Counts what an account has stored, over indexes by account. The length of a text is in its row's
 * head: the database does not read the text for it.
 */
const countStored = async (db: Kysely<Tables>, accountId: number) => {
  const { rows } = await sql<
    Record<"m" | "mb" | "mf" | "h" | "hb" | "hf" | "n" | "nb" | "t", number>
  >`
    select
      (select count(*) from message where author_id = ${accountId}) as m,
      (select coalesce(sum(octet_length(subject) + octet_length(body)), 0)
        from message where author_id = ${accountId}) as mb,
      (select coalesce(sum(message_file.size), 0) from message
        join message_file on message_file.message_id = message.id
        where author_id = ${accountId}) as mf,
      (select count(*) from upload where account_id = ${accountId}) as h,
      (select coalesce(sum(octet_length(comment)), 0)
        from upload where account_id = ${accountId}) as hb,
      (select coalesce(sum(upload_file.size), 0) from upload
        join upload_file on upload_file.upload_id = upload.id
        where account_id = ${accountId}) as hf,
      (select count(*) from note where account_id = ${accountId}) as n,
      (select coalesce(sum(octet_length(text)), 0)
        from note where account_id = ${accountId}) as nb,
      (select count(*) from measurement where account_id = ${accountId}) as t
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("A count has no row");
  return {
    bytes: row.mb + row.mf + row.hb + row.hf + row.nb,
    messages: row.m,
    handIns: row.h,
    notes: row.n,
    tables: row.t,
  };
};

export type StoredCounts = Awaited<ReturnType<typeof countStored>>;

type Person = Pick<SignedIn, "accountId" | "level">;

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
    this.requests.setLimit(limits.requestsAtOnce);
    this.streams.setLimit(limits.requestsAtOnce);
    this.writes.setPerMinute(limits.writesPerMinute);
  }

  /**
   * Checks that an account may store more; call within the write that stores it, while the account is locked. A
   * call before that only saves the receiving of what will be refused.
   * @throws HttpProblem 507 `account/storage_full`, 409 `account/limit_reached`
   */
  async assertRoom(db: Kysely<Tables>, person: Person, more: Partial<StoredCounts>): Promise<void> {
    const stored = await countStored(db, person.accountId);
    for (const kind of ["messages", "handIns", "notes", "tables"] as const) {
      const most = this.#most(person, kind);
      if (more[kind] && stored[kind] + more[kind] > most) throw limitReached(kind, most);
    }
    const most = this.#most(person, "storageBytes");
    if (stored.bytes + (more.bytes ?? 0) > most) throw storageFull(most);
  }

  /** The limit of a kind for a person; infinite for none. */
  #most(person: Person, kind: "storageBytes" | Exclude<keyof StoredCounts, "bytes">): number {
    const limit = this.limits[kind];
    if (limit === 0) return Number.POSITIVE_INFINITY;
    return person.level >= TUTOR_LEVEL ? limit * STAFF_FACTOR : limit;
  }
}

const MINUTE_MS = 60_000;
/** Whoever has not written for a minute needs no entry: the entries are then dropped. */
const MAX_KEPT = 20_000;

/**
 * Counts writes: each key has a minute's writes in stock, and they come back evenly. The count is in
 * memory, for each process of its own.
 */
export class WriteRate {
  #perMinute: number;
  readonly #clock: () => number;
  readonly #stocks = new Map<LimitKey, { left: number; at: number }>();

  /** @param perMinute 0 for no limit */
  constructor(perMinute: number, clock: () => number) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Changes the limit; whoever has less left keeps it. */
  setPerMinute(perMinute: number): void {
    this.#perMinute = perMinute;
  }

  /** @throws HttpProblem 429 with `Retry-After` when the stock is used */
  count(key: LimitKey): void {
    if (this.#perMinute === 0) return;
    const now = this.#clock();
    const stock = this.#stocks.get(key);
    if (!stock) {
      if (this.#stocks.size >= MAX_KEPT) this.#dropFull(now);
      this.#stocks.set(key, { left: this.#perMinute - 1, at: now });
      return;
    }
    // A clock that is set back gives nothing and takes nothing.
    const back = (Math.max(0, now - stock.at) * this.#perMinute) / MINUTE_MS;
    stock.left = Math.min(this.#perMinute, stock.left + back);
    stock.at = now;
    if (stock.left < 1) {
      const seconds = Math.ceil(((1 - stock.left) * MINUTE_MS) / this.#perMinute / 1000);
      throw new HttpProblem(429, "account/too_many_writes", "Too many changes within a minute", {
        headers: { "Retry-After": String(seconds) },
      });
    }
    stock.left -= 1;
  }

  #dropFull(now: number): void {
    for (const [key, { at }] of this.#stocks) {
      if (now - at >= MINUTE_MS) this.#stocks.delete(key);
    }
  }
}
