import { isSqliteFull } from "./sqlite-file.ts";

/** A full disk, a used quota, and PostgreSQL's code for its own full disk. */
const FULL = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** Whether the disk is full, be it for a file or for the database. */
export const isStorageFull = (reason: unknown): boolean => {
  const { code } = (reason ?? {}) as { code?: unknown };
  return (typeof code === "string" && FULL.has(code)) || isSqliteFull(reason);
};
