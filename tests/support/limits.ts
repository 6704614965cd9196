/**
 * How long tests may take. Limits find what hangs, and measure nothing: a test that passes does not wait
 * for them. On a machine with other work a test takes several times as long as alone.
 */
export const TEST_LIMIT_MS = 300_000;

/** How long something may take that a test waits for. */
export const WAIT_LIMIT_MS = 60_000;
