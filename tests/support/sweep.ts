import { isAll } from "../../scripts/test/round.ts";

/**
 * A prime that divides neither the 59 rows of the size tables nor the 12 odd values of a measure. So the
 * short sweep meets each row and each value, although it takes few of their combinations.
 */
const STRIDE = 17;

/**
 * The cases of a sweep that this run tries: with `--all` all of them, otherwise one in seventeen, always
 * the same ones. A sweep repeats one rule for thousands of bodies, which takes minutes. A few find a rule
 * that is broken; all of them find the one body for which it breaks.
 */
export const sweepOf = <T>(cases: readonly T[]): readonly T[] =>
  isAll() ? cases : cases.filter((_, i) => i % STRIDE === 0);
