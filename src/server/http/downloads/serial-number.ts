import { randomUUID } from "node:crypto";
import type { Services } from "../services.ts";

/** A person's own number: the one given before, or a new one. */
export const ownSerialNumber = (
  { database, clock }: Services,
  accountId: number,
): Promise<string> =>
  database.write(async (db) => {
    await database.lockAccount(db, accountId);
    const known = await db
      .selectFrom("serial_number")
      .select("serial")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (known) return known.serial;
    const serial = randomUUID();
    await db
      .insertInto("serial_number")
      .values({ serial, account_id: accountId, created: clock() })
      .execute();
    return serial;
  });
