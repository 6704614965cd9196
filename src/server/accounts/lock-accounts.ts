import type { Kysely } from "kysely";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";

/**
 * Locks several accounts, always in the same order: two writes at once would wait for each other. Call
 * within a write.
 */
export const lockAccounts = async (
  { lockAccount }: Pick<Database, "lockAccount">,
  db: Kysely<Tables>,
  accountIds: readonly number[],
): Promise<void> => {
  for (const id of [...new Set(accountIds)].toSorted((a, b) => a - b)) await lockAccount(db, id);
};
