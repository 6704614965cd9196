import { availableParallelism, loadavg } from "node:os";

/** The processes for each core that the tests themselves keep running. */
const OWN_PER_CORE = 2;

/** How many times longer things take than on a quiet machine, by the load of the last minute. */
const slowness = (): number =>
  Math.max(1, (loadavg()[0] ?? 0) / (availableParallelism() * OWN_PER_CORE));

/**
 * How long something may take that a test waits for. Limits find what hangs, and measure nothing: a test
 * that passes does not wait for them.
 */
export const waitLimitMs = (): number => Math.round(15_000 * slowness());

/** How long a test or a hook may take. */
export const testLimitMs = (): number => 8 * waitLimitMs();

/** What the configurations of all parts in a browser begin with. */
export const browserParts = () => ({
  testDir: ".",
  fullyParallel: true,
  forbidOnly: true,
  // A test can fail on a loaded machine without a defect; one that passes at the second attempt is
  // named in the count.
  retries: 1,
  timeout: testLimitMs(),
  expect: { timeout: waitLimitMs() },
});
