import { chmod, mkdir, open, stat } from "node:fs/promises";
import path from "node:path";
import type { Log } from "../log.ts";

/** The permissions of the school's files and folders: only for the system account that runs it. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** The permissions of everybody else. */
const OTHERS = 0o077;

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

/**
 * Closes the folders with the school's data to other system accounts, which a copy may have opened: nobody gets
 * past a closed folder to what is in it. Windows has no such permissions.
 */
export const mendPermissions = async (folders: readonly string[], log: Log): Promise<void> => {
  if (process.platform === "win32") return;
  for (const folder of folders) {
    const { mode } = await stat(folder).catch(() => ({ mode: 0 }));
    // The root of a disk does not belong to the school, even if its data is there.
    if (path.dirname(folder) === folder || (mode & OTHERS) === 0) continue;
    await chmod(folder, PRIVATE_FOLDER).catch(() => {
      log.warn("Other accounts of this machine may read the school's data", { folder });
    });
  }
};
