import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** A full disk, a used quota, and PostgreSQL's code for its own full disk. */
const FULL = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Whether the disk is full, be it for a file or for the database. */
export const isStorageFull = (reason: unknown): boolean => {
  const { code } = (reason ?? {}) as { code?: unknown };
  return (typeof code === "string" && FULL.has(code)) || isSqliteFull(reason);
};

/** SQLite's primary result codes that are handled here. */
const KINDS = {
  BUSY: 5,
  LOCKED: 6,
  READ_ONLY: 8,
  CORRUPT: 11,
  FULL: 13,
  CANNOT_OPEN: 14,
  NOT_A_DATABASE: 26,
} as const;

/** SQLITE_IOERR_SHMSIZE: the shared memory of the log cannot grow, because the disk is full. */
const SHARED_MEMORY_SIZE = 4874;

/**
 * The primary result code of an error of SQLite; null for other errors. The higher bits have
 * details.
 */
const kindOf = (reason: unknown): number | null => {
  const { errcode } = (reason ?? {}) as { errcode?: unknown };
  return typeof errcode === "number" ? errcode & 0xff : null;
};

/** Whether another connection has locked the file. */
export const isLocked = (reason: unknown): boolean =>
  kindOf(reason) === KINDS.BUSY || kindOf(reason) === KINDS.LOCKED;

/** Whether the file is damaged, or is no database. */
export const isDamaged = (reason: unknown): boolean =>
  kindOf(reason) === KINDS.CORRUPT || kindOf(reason) === KINDS.NOT_A_DATABASE;

/** Whether this user may not open or write the file. */
export const isForbidden = (reason: unknown): boolean =>
  kindOf(reason) === KINDS.READ_ONLY || kindOf(reason) === KINDS.CANNOT_OPEN;

const isSqliteFull = (reason: unknown): boolean =>
  kindOf(reason) === KINDS.FULL ||
  (reason as { errcode?: unknown } | null)?.errcode === SHARED_MEMORY_SIZE;

/** Has SQLite's own code for a damaged file. */
class DamagedDatabaseError extends Error {
  readonly errcode = KINDS.CORRUPT;
}

/**
 * Checks the database if its file is shorter than its header says. SQLite itself would report a
 * missing page only when it is read. Missing pages may be in the log, which the check reads too.
 * @throws an error for which `isDamaged` is true
 */
export const assertIntact = (connection: DatabaseSync, file: string): void => {
  const numberOf = (pragma: string) =>
    Number(Object.values(connection.prepare(`pragma ${pragma}`).get() ?? {})[0]);
  if (statSync(file).size >= numberOf("page_count") * numberOf("page_size")) return;
  const [first] = Object.values(connection.prepare("pragma quick_check(1)").get() ?? {});
  if (first !== "ok") throw new DamagedDatabaseError(`${file} is damaged: ${first}`);
};
