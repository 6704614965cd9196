import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";
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
