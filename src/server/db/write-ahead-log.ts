import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import type { DatabaseSync } from "node:sqlite";

/** The disk of a database cannot hold the log, because its system shares no memory between programs. */
export class NoWriteAheadLogError extends Error {}

/**
 * Makes a connection write to a log, so that reads and writes go on side by side.
 * @throws NoWriteAheadLogError on a disk that cannot hold one, as those of other machines
 */
export const startWriteAheadLog = (connection: DatabaseSync): void => {
  const mode = connection.prepare("pragma journal_mode = wal").get();
  if (mode?.journal_mode !== "wal") throw new NoWriteAheadLogError(String(mode?.journal_mode));
};

/** Puts the names of a folder's files on the disk. Windows does that by itself. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Opens the write-ahead log of a SQLite database that has been read, to put it on the disk. SQLite
 * keeps its locks on other files, so closing this one releases none.
 */
export const openWriteAheadLog = async (database: string): Promise<FileHandle> => {
  const log = await open(`${database}-wal`, "r+");
  await syncFolder(path.dirname(database));
  return log;
};
