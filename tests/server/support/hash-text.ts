import { hash } from "node:crypto";

/** The contract's hash: SHA-256 over the parts, joined by a line feed. */
export const hashText = (...parts: string[]): string => hash("sha256", parts.join("\n"));
