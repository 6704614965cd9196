import { vi } from "vitest";
import { WAIT_LIMIT_MS } from "./limits.ts";

// Vitest gives up after a second, and has no setting for that.
const { waitFor, waitUntil } = vi;
const limited = (options: object) => ({ timeout: WAIT_LIMIT_MS, ...options });
Object.assign(vi, {
  waitFor: (check: () => unknown, options = {}) => waitFor(check, limited(options)),
  waitUntil: (check: () => unknown, options = {}) => waitUntil(check, limited(options)),
});
