import { availableParallelism, loadavg } from "node:os";
import type { Part } from "./options.ts";
import { isAll } from "./round.ts";
import { type Tally, workOf } from "./tally.ts";

/**
 * How long the workers may spend in a part's files, in seconds, in the first round and with `--all`. Together
 * they fill ten and twenty minutes of three workers on two quiet cores.
 */
const SHARES: Partial<Record<Part, readonly [first: number, all: number]>> = {
  unit: [110, 220],
  adapters: [40, 40],
  server: [330, 330],
  postgres: [0, 240],
  faults: [140, 240],
  hostile: [90, 200],
  components: [60, 100],
  e2e: [600, 1000],
  desktop: [0, 200],
  firefox: [0, 150],
  webkit: [0, 200],
};

/** Whether the machine has nothing else to do, before the tests begin: other work makes each part longer. */
export const isQuiet = (): boolean => (loadavg()[0] ?? 0) < availableParallelism() / 4;

/** Notes the parts of a whole run on a quiet machine that took longer than their share. It fails nothing. */
export const noteShares = (tallies: readonly Tally[]): void => {
  for (const result of tallies) {
    const share = SHARES[result.part as Part]?.[isAll() ? 1 : 0];
    if (share !== undefined && workOf(result) > share) {
      result.notes.push(`warning: ${workOf(result)} s of work, more than its share of ${share} s`);
    }
  }
};
