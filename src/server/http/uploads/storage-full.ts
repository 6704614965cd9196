import { HttpProblem } from "../problem.ts";

const DISK_FULL = new Set(["ENOSPC", "EDQUOT"]);
/** SQLite's error code for a full disk. */
const SQLITE_FULL = 13;

/** Returns a 507 when the disk is full, otherwise the error itself. */
export const storageProblem = (reason: unknown): unknown => {
  const { code, errcode } = (reason ?? {}) as { code?: string; errcode?: number };
  if (!DISK_FULL.has(code ?? "") && errcode !== SQLITE_FULL) return reason;
  return new HttpProblem(
    507,
    "server/storage_full",
    "The school has no storage space left for files",
  );
};
