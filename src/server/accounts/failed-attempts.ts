import { type Kysely, sql } from "kysely";
import { isPostgres } from "../db/is-postgres.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";

/** How long a failed attempt counts. */
const WINDOW_MS = 15 * 60_000;
const SWEEP_MS = 60_000;
/** The key of PostgreSQL's advisory lock for attempts that are counted before their end. */
const ATTEMPTS_LOCK = 7_263_513;

/** How many failures of a key block it. */
export interface Budget {
  readonly key: string;
  readonly failures: number;
}

/**
 * Failed attempts, in the school's database, so that all servers share them and they survive a
 * restart. The package `rate-limiter-flexible` does not fit: it needs another SQLite driver than
 * Node's, writes each key in its own transaction outside of the group commits, has fixed windows,
 * and reads the system clock, which somebody may set.
 *
 * An attempt counts only after it has failed. A time more than one window ahead comes from a clock
 * that was wrong and does not count, so nobody is locked out for longer than a window.
 */
export class FailedAttempts {
  readonly #database: Database;
  readonly #clock: () => number;
  #swept = Number.NEGATIVE_INFINITY;

  /** @param clock milliseconds since 1970; better one that nobody can set */
  constructor(database: Database, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Seconds until another attempt is allowed; 0 when it is allowed now. */
  async secondsToWait(
    budgets: readonly Budget[],
    db: Kysely<Tables> = this.#database.read,
  ): Promise<number> {
    const now = this.#clock();
    const rows = await db
      .selectFrom("failed_attempt")
      .select(["key", "at"])
      .where(
        "key",
        "in",
        budgets.map(({ key }) => key),
      )
      .where("at", ">", now - WINDOW_MS)
      .where("at", "<=", now + WINDOW_MS)
      .orderBy("at", "desc")
      .execute();
    const waits = budgets.map(({ key, failures }) => {
      const opening = rows.filter((row) => row.key === key)[failures - 1];
      if (!opening) return 0;
      const left = Math.min(WINDOW_MS, opening.at + WINDOW_MS - now);
      return Math.max(1, Math.ceil(left / 1000));
    });
    return Math.max(...waits);
  }

  async record(budgets: readonly Budget[]): Promise<void> {
    await this.#database.write((db) => this.#record(db, budgets));
  }

  /**
   * Counts an attempt whatever its end, if it is allowed: of many at once no more than the budgets allow, on
   * whichever server they come in.
   * @returns 0, or the seconds until another one is allowed
   */
  take(budgets: readonly Budget[]): Promise<number> {
    return this.#database.write(async (db) => {
      // SQLite has one writer at a time.
      if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${ATTEMPTS_LOCK})`.execute(db);
      const seconds = await this.secondsToWait(budgets, db);
      if (seconds === 0) await this.#record(db, budgets);
      return seconds;
    });
  }

  /** Forgets the failures of a key; call within a write. */
  async clear(db: Kysely<Tables>, key: string): Promise<void> {
    await db.deleteFrom("failed_attempt").where("key", "=", key).execute();
  }

  async #record(db: Kysely<Tables>, budgets: readonly Budget[]): Promise<void> {
    const at = this.#clock();
    if (Math.abs(at - this.#swept) > SWEEP_MS) {
      this.#swept = at;
      await db
        .deleteFrom("failed_attempt")
        .where((row) => row.or([row("at", "<=", at - WINDOW_MS), row("at", ">", at + WINDOW_MS)]))
        .execute();
    }
    await db
      .insertInto("failed_attempt")
      .values(budgets.map(({ key }) => ({ key, at })))
      .execute();
  }
}
