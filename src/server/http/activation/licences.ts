import { UUID } from "../../../lib/uuid.ts";
import type { Database } from "../../db/open-database.ts";

/** What an activated app may read without anybody being signed in. */
export interface FoundLicence {
  readonly activationId: string;
  /** Whose own serial number it is: that person's courses are what it is for. */
  readonly accountId: number | null;
  /** Ids of courses; null for all of the school's, or with an account for all of that person's. */
  readonly courses: readonly number[] | null;
}

/**
 * The licence behind an `X-License` header.
 * @param activationId as it was sent, whatever it is
 * @returns null where it was never given, has been deactivated, or its serial number is revoked
 */
export const findLicence = async (
  { read }: Database,
  activationId: string,
): Promise<FoundLicence | null> => {
  if (!UUID.test(activationId)) return null;
  const row = await read
    .selectFrom("activation")
    .innerJoin("serial_number", "serial_number.serial", "activation.serial")
    .select(["activation.id", "account_id", "courses"])
    .where("activation.id", "=", activationId.toLowerCase())
    .where("revoked", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    activationId: row.id,
    accountId: row.account_id,
    courses: row.courses === null ? null : JSON.parse(row.courses),
  };
};
