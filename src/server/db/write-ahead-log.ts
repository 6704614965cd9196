import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";

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
