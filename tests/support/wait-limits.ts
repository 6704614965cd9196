import { expect, vi } from "vitest";
import { testLimitMs, waitLimitMs } from "./limits.ts";

// A limit is as long as the load of the machine asks for when it begins to count.
vi.setConfig({ testTimeout: testLimitMs(), hookTimeout: testLimitMs() });

// Vitest gives up after a second, and has no setting for that.
const { waitFor, waitUntil } = vi;
const { poll } = expect;
const limited = (options: object) => ({ timeout: waitLimitMs(), ...options });
Object.assign(vi, {
  waitFor: (check: () => unknown, options = {}) => waitFor(check, limited(options)),
  waitUntil: (check: () => unknown, options = {}) => waitUntil(check, limited(options)),
});
Object.assign(expect, {
  poll: (check: () => unknown, options = {}) => poll(check, limited(options)),
});
