import { createHash } from "node:crypto";

/** The hash that a file's name has: the start of the SHA-256 of its content, 8 hex digits. */
export const contentHash = (content: string | Buffer): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 8);
