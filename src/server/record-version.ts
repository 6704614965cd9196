import { createHash } from "node:crypto";

/** Identifies a record as it is: it differs once something of it has changed. */
export const recordVersion = (record: unknown): string =>
  createHash("sha256").update(JSON.stringify(record)).digest("base64url").slice(0, 16);
