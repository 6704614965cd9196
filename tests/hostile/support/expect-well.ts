import { expect } from "vitest";
import { isLong } from "../../../scripts/test/round.ts";
import type { Watched } from "./served-school.ts";

/** What the server's process may hold at most where a test names no other limit, in MB. */
const MAX_MB = 400;
const MAX_HEALTH_MS = 1000;

/**
 * The server stayed healthy and small, and logged no failure. The time of `/health` depends on the
 * machine, so only the long form, which runs alone, compares it.
 */
export const expectWell = (what: string, watched: Watched, maxMb = MAX_MB): void => {
  const { peakMb, slowestHealthMs, unhealthy, errors } = watched;
  const memory = peakMb === null ? "memory unknown on this system" : `${peakMb} MB at most`;
  console.log(`${what}: ${memory}; /health took ${slowestHealthMs} ms at most`);
  expect(errors.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  expect(unhealthy).toEqual([]);
  expect(peakMb ?? 0).toBeLessThan(maxMb);
  if (isLong()) expect(slowestHealthMs).toBeLessThan(MAX_HEALTH_MS);
};
