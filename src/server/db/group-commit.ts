import type { DatabaseSync } from "node:sqlite";
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
export const createGroupCommit = (
  connection: DatabaseSync,
  database: Kysely<Tables>,
  { lockedMs, sync, checkpoint }: GroupCommitOptions,
) => {
  // Prepared once: they run for each write.
  const begin = connection.prepare("begin immediate");
  const commit = connection.prepare("commit");
  const save = connection.prepare("savepoint one");
  const release = connection.prepare("release one");
  const waiting: Waiting[] = [];
  /** Rounds that are committed, but not yet on the disk. */
  let committed: Round[] = [];
  let pending = 0;
  let running: Promise<void> | null = null;
  let syncing: Promise<void> | null = null;

  /** @param failure why none of the writes is on the disk; undefined if they are */
  const settle = ({ round, done }: Round, failure?: unknown): void => {
    pending -= round.length;
    if (failure === undefined) for (const resolve of done) resolve();
    else for (const { reject } of round) reject(failure);
  };

  const syncAll = async (): Promise<void> => {
    while (committed.length > 0) {
      const rounds = committed;
      committed = [];
      const failure = await sync().then(
        () => null,
        (reason) => ({ reason }),
      );
      for (const round of rounds) settle(round, failure?.reason);
    }
    syncing = null;
  };

  /**
   * Waits for the lock without stopping the process: SQLite's own wait would keep every reader
   * waiting too.
   */
  const beginRound = async (): Promise<void> => {
    const started = performance.now();
    for (;;) {
      try {
        begin.run();
        return;
      } catch (reason) {
        if (!isLocked(reason)) throw reason;
        if (performance.now() - started >= lockedMs) {
          throw new DatabaseUnavailableError("Another program keeps the database locked", reason);
        }
      }
      await delay(RETRY_MS);
    }
  };

  const runOne = async (
    db: Kysely<Tables>,
    { work, resolve, reject }: Waiting,
  ): Promise<() => void> => {
    save.run();
    try {
      const value = await work(db);
      release.run();
      return () => resolve(value);
    } catch (reason) {
      // A full disk aborts the whole transaction, so no write of this round is kept.
      if (!connection.isTransaction) throw reason;
      connection.exec("rollback to one; release one");
      return () => reject(reason);
    }
  };

  /** Resolves when the round is committed. Its writes resolve when it is on the disk. */
  const runRound = async (round: Waiting[]): Promise<void> => {
    const done: (() => void)[] = [];
    try {
      await database.connection().execute(async (db) => {
        await beginRound();
        try {
          for (const each of round) done.push(await runOne(db, each));
          commit.run();
        } catch (reason) {
          if (connection.isTransaction) connection.exec("rollback");
          throw reason;
        }
      });
    } catch (reason) {
      settle({ done: [], round }, reason);
      return;
    }
    committed.push({ done, round });
    syncing ??= syncAll();
  };

  const runAll = async (): Promise<void> => {
    try {
      while (waiting.length > 0) {
        // Includes the requests that have arrived by now.
        await new Promise((resolve) => setImmediate(resolve));
        await runRound(waiting.splice(0, MAX_AT_ONCE));
        await checkpoint();
        if (syncing) await Promise.race([syncing, delay(MAX_COLLECT_MS, null, { ref: false })]);
      }
    } finally {
      running = null;
    }
  };

  return {
    /**
     * Runs the work and waits until it is on the disk. Rejects with the error of the work or of the
     * commit, or with `OverloadedError` when too many writes wait.
     */
    write: <Value>(work: Work<Value>): Promise<Value> =>
      new Promise<Value>((resolve, reject) => {
        if (pending >= MAX_PENDING) return reject(new OverloadedError("Too many writes wait"));
        pending += 1;
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        running ??= runAll();
      }),
    /** Resolves when no write is waiting. */
    idle: async (): Promise<void> => {
      while (running || syncing) await (running ?? syncing);
    },
  };
};
