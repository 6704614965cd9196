import { HttpProblem } from "../problem.ts";

const DISK_FULL = new Set(["ENOSPC", "EDQUOT"]);
/** SQLite's number for a full disk. */
const SQLITE_FULL = 13;

/** 507 where the reason is that there is no room left, else the reason as it is. */
export const storageProblem = (reason: unknown): unknown => {
  const { code, errcode } = (reason ?? {}) as { code?: string; errcode?: number };
  if (!DISK_FULL.has(code ?? "") && errcode !== SQLITE_FULL) return reason;
  return new HttpProblem(507, "server/storage_full", "The school has no room left for files");
};
