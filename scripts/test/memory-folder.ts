import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

/** Linux's folder in memory. */
const SHARED_MEMORY = "/dev/shm";

/** Several times what all tests use. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/** Whether programs in the folder can be started; some machines forbid it. */
const allowsPrograms = (): boolean =>
  readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .some(([, folder, , options]) => folder === SHARED_MEMORY && !options?.includes("noexec"));

/**
 * Makes a folder in memory for the tests' temporary files, and deletes it when the process ends. The
 * school waits for the disk at each write: on a disk that takes a third of the time of its tests.
 * @returns null where there is no such folder, or too little memory
 */
export const memoryFolder = (): string | null => {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < MIN_FREE_BYTES || !allowsPrograms()) return null;
    const folder = mkdtempSync(path.join(SHARED_MEMORY, "learning-space-"));
    // PostgreSQL runs under an account of its own.
    chmodSync(folder, 0o755);
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  } catch {
    return null;
  }
};
