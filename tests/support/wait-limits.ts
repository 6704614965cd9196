import { expect, vi } from "vitest";
import { testLimitMs, waitLimitMs } from "./limits.ts";

// A limit is as long as the load of the machine asks for when it begins to count.
vi.setConfig({ testTimeout: testLimitMs(), hookTimeout: testLimitMs() });

/** The files of a process share Vitest, and each of them imports this. */
const ARE_LIMITED = Symbol.for("waits are limited");

if (!(ARE_LIMITED in vi)) {
  // Vitest gives up after a second, and has no setting for that.
  const { waitFor, waitUntil } = vi;
  const { poll } = expect;
  const limited = (options: object) => ({ timeout: waitLimitMs(), ...options });
  Object.assign(vi, {
    [ARE_LIMITED]: true,
    waitFor: (check: () => unknown, options = {}) => waitFor(check, limited(options)),
    waitUntil: (check: () => unknown, options = {}) => waitUntil(check, limited(options)),
  });
  Object.assign(expect, {
    poll: (check: () => unknown, options = {}) => poll(check, limited(options)),
  });
}
