import { once } from "node:events";
import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { syncFolder } from "../store/sync-folder.ts";

/** The database is on a file system without shared memory, which the write-ahead log needs. */
export class NoWriteAheadLogError extends Error {}

/**
 * Switches a connection to a write-ahead log, so that reads and writes run at the same time.
 * @throws NoWriteAheadLogError on a file system that does not support it, such as a network drive
 */
export const startWriteAheadLog = (connection: DatabaseSync): void => {
  const mode = connection.prepare("pragma journal_mode = wal").get();
  if (mode?.journal_mode !== "wal") throw new NoWriteAheadLogError(String(mode?.journal_mode));
};

/**
 * Opens the write-ahead log of a SQLite database, to flush it to the disk. The database must have
 * been read before. SQLite keeps its locks on other files, so closing this one releases none.
 */
export const openWriteAheadLog = async (database: string): Promise<FileHandle> => {
  const log = await open(`${database}-wal`, "r+");
  await syncFolder(path.dirname(database));
  return log;
};

/** The log is copied into the database when it has so many pages, as SQLite does by default: 4 MB. */
const MAX_PAGES = 1000;

/** What SQLite answers about the log: its pages, and how many of them have been copied. */
interface LogState {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Copies the write-ahead log of a SQLite database into the database from time to time. SQLite would do so
 * in a commit, and wait for the disk three times: on a disk that needs two seconds for that, no request
 * would be answered meanwhile. A thread of its own waits here. It is started when it is first needed.
 * @param writing the only connection of this process that writes
 */
export const createCheckpoints = (file: string, writing: DatabaseSync) => {
  const pagesOfLog = writing.prepare("pragma wal_checkpoint(noop)");
  // The group commit puts the log on the disk before a write counts as done.
  writing.exec("pragma wal_autocheckpoint = 0; pragma synchronous = off");
  let thread: Worker | null = null;
  /** At so many pages the log is copied next. */
  let next = MAX_PAGES;

  /** @returns null if it cannot be copied now. Rejects when the thread has ended. */
  const copy = async (): Promise<LogState | null> => {
    thread ??= new Worker(new URL("./checkpoint-worker.ts", import.meta.url), { workerData: file });
    const worker = thread;
    // A command that writes must not end meanwhile; an idle thread must not keep the process.
    worker.ref();
    worker.postMessage(null);
    const [state] = (await once(worker, "message")) as [LogState | null];
    worker.unref();
    return state;
  };

  return {
    /**
     * Copies the log if it has become long. Nothing may be written until this resolves: SQLite begins the log
     * anew only when all of it has been copied.
     */
    copyIfLong: async (): Promise<void> => {
      try {
        const pages = Number(pagesOfLog.get()?.log);
        if (pages < next) return;
        const state = await copy();
        // Otherwise somebody still reads in a part of the log, for example a backup, or the disk is full.
        const isComplete = state !== null && state.checkpointed >= state.log;
        next = isComplete ? MAX_PAGES : pages + MAX_PAGES;
      } catch {
        // The thread has ended, for example because the memory is full: SQLite copies the log.
        next = Number.POSITIVE_INFINITY;
        writing.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = ${MAX_PAGES}`);
      }
    },
    /** Call it before the connection is closed, which copies the rest. */
    close: async (): Promise<void> => {
      await thread?.terminate();
      writing.exec("pragma synchronous = full");
    },
  };
};
