import { chmod, lstat, mkdir, open, readdir } from "node:fs/promises";
import path from "node:path";
import type { Log } from "../log.ts";

/** The permissions of the school's files and folders: only for the system account that runs it. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** The permissions of everybody else. */
const OTHERS = 0o077;

/** The entries that the server writes into the data folder. Others are not changed. */
const FOLDERS = ["files", "uploads", "outbox", "downloads", "cache"];
const DATABASE_FILE = /^school\.db(-wal|-shm|-journal)?$/;

const hasCode = (reason: unknown, code: string): boolean =>
  reason instanceof Error && "code" in reason && reason.code === code;

/** Creates a folder, and missing ones above it, that only this account can open. */
export const makePrivateFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
};

/** Creates an empty file that only this account can read, unless the file exists. */
export const makePrivateFile = async (file: string): Promise<void> => {
  try {
    const handle = await open(file, "wx", PRIVATE_FILE);
    await handle.close();
  } catch (reason) {
    if (!hasCode(reason, "EEXIST")) throw reason;
  }
};

/** Restricts one file or folder. @returns whether others still have access */
const isOpenAfter = async (place: string): Promise<boolean> => {
  try {
    const found = await lstat(place);
    if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return false;
    await chmod(place, found.isDirectory() ? PRIVATE_FOLDER : PRIVATE_FILE);
    return false;
  } catch (reason) {
    // It was deleted meanwhile.
    return !hasCode(reason, "ENOENT");
  }
};

/** Everything in the folder, whatever its depth; does not follow links. */
async function* placesIn(folder: string): AsyncGenerator<string> {
  yield folder;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* placesIn(place);
    else yield place;
  }
}

/** The data folder and what is directly in it, as far as it belongs to the school. */
async function* ownPlaces(dataDir: string, more: readonly string[]): AsyncGenerator<string> {
  // The root of a disk does not belong to the school, even if its data is there.
  if (path.dirname(dataDir) !== dataDir) yield dataDir;
  for (const name of await readdir(dataDir).catch(() => [])) {
    if (DATABASE_FILE.test(name)) yield path.join(dataDir, name);
  }
  for (const folder of new Set([...FOLDERS.map((name) => path.join(dataDir, name)), ...more])) {
    yield* placesIn(folder);
  }
}

/**
 * Removes the access of other system accounts to the school's data, which earlier versions and
 * restored backups may have left. Windows has no such permissions.
 * @param more further folders with the school's data
 */
export const mendPermissions = async (
  dataDir: string,
  log: Log,
  more: readonly string[] = [],
): Promise<void> => {
  if (process.platform === "win32") return;
  const open: string[] = [];
  for await (const place of ownPlaces(dataDir, more)) {
    if (await isOpenAfter(place)) open.push(place);
  }
  if (open.length === 0) return;
  log.warn("Other accounts of this machine may read the school's data", {
    count: open.length,
    first: open[0],
  });
};
