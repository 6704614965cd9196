import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { OverloadedError } from "../overloaded-error.ts";
import { DatabaseUnavailableError } from "./database-unavailable.ts";
import type { Tables } from "./schema.ts";
import { isLocked } from "./sqlite-file.ts";

type Work<Value> = (db: Kysely<Tables>) => Promise<Value>;

interface Waiting {
  work: Work<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** Limits a round, so that it does not delay reads for long. */
const MAX_AT_ONCE = 100;
/** More would wait for a second, at a hundred in the time that a common disk takes for a round. */
const MAX_WAITING = 5000;
/** How soon a file that another program has locked is tried again. */
const RETRY_MS = 10;

export interface GroupCommitOptions {
  /** How long a round waits for another program that has locked the file. */
  lockedMs: number;
  /** Puts on the disk what has been committed. The connection itself does not wait for the disk. */
  sync: () => Promise<void>;
}

/**
 * Runs waiting writes in one shared transaction, so that they share one disk sync. Each write has
 * its own savepoint: a failed write rolls back only its own changes. A write resolves when it is on
 * the disk. The process goes on meanwhile, and the writes that arrive form the next round. The work
 * may await only its own queries.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync;
  /** Prepared once: they run for each write. */
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #save: StatementSync;
  readonly #release: StatementSync;
  readonly #db: Kysely<Tables>;
  readonly #options: GroupCommitOptions;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  constructor(connection: DatabaseSync, db: Kysely<Tables>, options: GroupCommitOptions) {
    this.#connection = connection;
    this.#begin = connection.prepare("begin immediate");
    this.#commit = connection.prepare("commit");
    this.#save = connection.prepare("savepoint one");
    this.#release = connection.prepare("release one");
    this.#db = db;
    this.#options = options;
  }

  /**
   * Runs the work and waits until it is on the disk. Rejects with the error of the work or of the
   * commit, or with `OverloadedError` when too many writes wait.
   */
  write<Value>(work: Work<Value>): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      if (this.#waiting.length >= MAX_WAITING) {
        return reject(new OverloadedError("Too many writes wait"));
      }
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no write is waiting. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        // Includes the requests that have arrived by now.
        await new Promise((resolve) => setImmediate(resolve));
        await this.#round(this.#waiting.splice(0, MAX_AT_ONCE));
      }
    } finally {
      this.#running = null;
    }
  }

  async #round(round: Waiting[]): Promise<void> {
    const done: (() => void)[] = [];
    try {
      await this.#db.connection().execute(async (db) => {
        await this.#beginRound();
        try {
          for (const waiting of round) done.push(await this.#one(db, waiting));
          this.#commit.run();
        } catch (reason) {
          if (this.#connection.isTransaction) this.#connection.exec("rollback");
          throw reason;
        }
      });
      await this.#options.sync();
    } catch (reason) {
      for (const { reject } of round) reject(reason);
      return;
    }
    for (const settle of done) settle();
  }

  /**
   * Waits for the lock without stopping the process: SQLite's own wait would keep every reader
   * waiting too.
   */
  async #beginRound(): Promise<void> {
    const started = performance.now();
    for (;;) {
      try {
        this.#begin.run();
        return;
      } catch (reason) {
        if (!isLocked(reason)) throw reason;
        if (performance.now() - started >= this.#options.lockedMs) {
          throw new DatabaseUnavailableError("Another program keeps the database locked", reason);
        }
      }
      await delay(RETRY_MS);
    }
  }

  async #one(db: Kysely<Tables>, { work, resolve, reject }: Waiting): Promise<() => void> {
    this.#save.run();
    try {
      const value = await work(db);
      this.#release.run();
      return () => resolve(value);
    } catch (reason) {
      // A full disk aborts the whole transaction, so no write of this round is kept.
      if (!this.#connection.isTransaction) throw reason;
      this.#connection.exec("rollback to one; release one");
      return () => reject(reason);
    }
  }
}
