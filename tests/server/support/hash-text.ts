import { createHash } from "node:crypto";

/** The contract's hash: SHA-256 over the parts, joined by a line feed. */
export const hashText = (...parts: string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex");
