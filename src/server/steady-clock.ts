/**
 * Milliseconds since 1970 by a clock that nobody sets while the process runs: where the system's
 * clock jumps, this one goes on.
 */
export const steadyClock = (): number => Math.round(performance.timeOrigin + performance.now());
