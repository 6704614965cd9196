import type { Generator } from "./start-generator.ts";

const PROBE_SECONDS = 3;
/** The rates between which the search ends differ by so much at most. */
const PRECISE = 1.1;
/** A probe may fail because of something else that the machine does. */
const TRIES = 3;

/**
 * Finds the largest rate at which the 99th percentile of the latencies keeps a limit and no call is
 * refused. It doubles the rate until that is no longer so, and bisects what lies between.
 * @param from the calls a second of the first probe
 * @returns the calls a second that were answered at the largest rate; a short probe may begin more
 */
export const findCapacity = async (
  generator: Generator,
  limitMs: number,
  from: number,
): Promise<number> => {
  const probe = async (rate: number): Promise<number | null> => {
    const plan = { phases: [{ rate, seconds: PROBE_SECONDS }], retries: false };
    const { phases, lost } = await generator.run(plan);
    const [figures] = phases;
    if (!figures || figures.leftOut + figures.refused + lost > 0) return null;
    return figures.p99 <= limitMs ? figures.goodput : null;
  };
  const probeAgain = async (rate: number): Promise<number | null> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answered = await probe(rate);
      if (answered !== null) return answered;
    }
    return null;
  };
  // The first calls find a server that has compiled nothing yet.
  await probe(from);
  let capacity = 0;
  let good = 0;
  let bad = Number.POSITIVE_INFINITY;
  for (let rate = from; bad / good > PRECISE; ) {
    if (rate < 1) throw new Error("Not one call a second is answered in time");
    const answered = await probeAgain(rate);
    if (answered === null) bad = rate;
    else {
      good = rate;
      capacity = answered;
    }
    if (good === 0) rate /= 2;
    else rate = Number.isFinite(bad) ? Math.sqrt(good * bad) : rate * 2;
  }
  return capacity;
};
