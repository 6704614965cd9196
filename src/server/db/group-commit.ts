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

interface Round {
  readonly round: readonly Waiting[];
  /** Tells each write how it ended. */
  readonly done: readonly (() => void)[];
}

/** Limits a round, so that it does not delay reads for long. */
const MAX_AT_ONCE = 100;
/** How many writes may be under way, those included that wait for the disk. */
const MAX_PENDING = 5000;
/** How long a round waits for the disk to have the rounds before it, and collects writes meanwhile. */
const MAX_COLLECT_MS = 20;
/** How soon a file that another program has locked is tried again. */
const RETRY_MS = 10;

interface GroupCommitOptions {
  /** How long a round waits for another program that has locked the file. */
  lockedMs: number;
  /** Puts on the disk what has been committed. The connection itself does not wait for the disk. */
  sync: () => Promise<void>;
  /** Called between rounds, so that the log can be copied into the database while nothing is written. */
  checkpoint: () => Promise<void>;
}

/**
 * Runs waiting writes in one shared transaction, a round, so that they share one disk sync. Each write has
 * its own savepoint: a failed write rolls back only its own changes. A write resolves when it is on
 * the disk. The process goes on meanwhile, and the writes that arrive form the next round. A disk that takes
 * seconds holds up no round: one sync then serves many. The work may await only its own queries.
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
  /** Rounds that are committed, but not yet on the disk. */
  #committed: Round[] = [];
  #pending = 0;
  #running: Promise<void> | null = null;
  #syncing: Promise<void> | null = null;

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
      if (this.#pending >= MAX_PENDING) {
        return reject(new OverloadedError("Too many writes wait"));
      }
      this.#pending += 1;
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no write is waiting. */
  async idle(): Promise<void> {
    while (this.#running || this.#syncing) await (this.#running ?? this.#syncing);
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        // Includes the requests that have arrived by now.
        await new Promise((resolve) => setImmediate(resolve));
        await this.#round(this.#waiting.splice(0, MAX_AT_ONCE));
        await this.#options.checkpoint();
        if (this.#syncing) {
          await Promise.race([this.#syncing, delay(MAX_COLLECT_MS, null, { ref: false })]);
        }
      }
    } finally {
      this.#running = null;
    }
  }

  /** Resolves when the round is committed. Its writes resolve when it is on the disk. */
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
    } catch (reason) {
      this.#settle({ done: [], round }, reason);
      return;
    }
    this.#committed.push({ done, round });
    this.#syncing ??= this.#sync();
  }

  async #sync(): Promise<void> {
    while (this.#committed.length > 0) {
      const rounds = this.#committed;
      this.#committed = [];
      const failure = await this.#options.sync().then(
        () => null,
        (reason) => ({ reason }),
      );
      for (const round of rounds) this.#settle(round, failure?.reason);
    }
    this.#syncing = null;
  }

  /** @param failure why none of the writes is on the disk; undefined if they are */
  #settle({ round, done }: Round, failure?: unknown): void {
    this.#pending -= round.length;
    if (failure === undefined) for (const settle of done) settle();
    else for (const { reject } of round) reject(failure);
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
