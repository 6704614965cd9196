import { UUID } from "../../../lib/uuid.ts";
import type { Database } from "../../db/open-database.ts";

/** What an activated app may read when nobody is signed in. */
export interface FoundLicence {
  readonly activationId: string;
  /** The owner of the serial number; the licence is for this person's courses. */
  readonly accountId: number | null;
  /**
   * Ids of courses; null for all of the school's, or with an account for all of that person's
   * courses.
   */
  readonly courses: readonly number[] | null;
}

/**
 * Finds the licence for an `X-License` header.
 * @param activationId as it was sent, not yet validated
 * @returns null when it is unknown or deactivated, or when its serial number is revoked
 *   or its owner blocked
 */
export const findLicence = async (
  { read }: Database,
  activationId: string,
): Promise<FoundLicence | null> => {
  if (!UUID.test(activationId)) return null;
  const row = await read
    .selectFrom("activation")
    .innerJoin("serial_number", "serial_number.serial", "activation.serial")
    .leftJoin("account", "account.id", "account_id")
    .select(["activation.id", "account_id", "courses"])
    .where("activation.id", "=", activationId.toLowerCase())
    .where("revoked", "is", null)
    .where("blocked", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    activationId: row.id,
    accountId: row.account_id,
    courses: row.courses === null ? null : JSON.parse(row.courses),
  };
};
