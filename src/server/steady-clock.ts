/**
 * Milliseconds since 1970 by a monotonic clock, which does not follow changes of the system's clock
 * while the process runs.
 */
export const steadyClock = (): number => Math.round(performance.timeOrigin + performance.now());
