import { type RawBuilder, sql } from "kysely";

/**
 * Whether no server works on a row. A claim that ends too late was made with a clock that was ahead.
 * @param claimMs how long a claim lasts
 */
export const isUnclaimed = (now: number, claimMs: number): RawBuilder<boolean> =>
  sql`(claimed_until <= ${now} or claimed_until > ${now + claimMs})`;
