import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** The kinds of SQLite's errors that need an answer of their own. */
const KINDS = {
  BUSY: 5,
  LOCKED: 6,
  READ_ONLY: 8,
  CORRUPT: 11,
  FULL: 13,
  CANNOT_OPEN: 14,
  NOT_A_DATABASE: 26,
} as const;

/** A full disk shows as this error when the shared memory of the log cannot grow. */
const SHARED_MEMORY_SIZE = 4874;

/** The kind of an error of SQLite, whose details are in the higher bits; null for other errors. */
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

/** Whether the disk is full. */
export const isSqliteFull = (reason: unknown): boolean =>
  kindOf(reason) === KINDS.FULL ||
  (reason as { errcode?: unknown } | null)?.errcode === SHARED_MEMORY_SIZE;

/** The same error as SQLite's for a file that is damaged. */
class DamagedFileError extends Error {
  readonly errcode = KINDS.CORRUPT;
}

/**
 * Checks a file that is shorter than its own length says. SQLite would notice only when somebody
 * reads a missing page. The pages may also be in the log, which the check reads too.
 * @throws an error that `isDamaged`
 */
export const assertWhole = (connection: DatabaseSync, file: string): void => {
  const numberOf = (pragma: string) =>
    Number(Object.values(connection.prepare(`pragma ${pragma}`).get() ?? {})[0]);
  if (statSync(file).size >= numberOf("page_count") * numberOf("page_size")) return;
  const [first] = Object.values(connection.prepare("pragma quick_check(1)").get() ?? {});
  if (first !== "ok") throw new DamagedFileError(`${file} is damaged: ${first}`);
};
