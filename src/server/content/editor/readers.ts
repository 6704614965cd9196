import type { Database } from "../../db/open-database.ts";

/** How long somebody counts as there: the app says it again every 20 seconds. */
const HERE_MS = 60_000;
const KEPT_MS = 2 * HERE_MS;
const MOST_NAMED = 20;

/** Notes that a person has a text open. @returns the usernames of the others who have, in their order */
export const othersReading = (
  database: Database,
  path: string,
  accountId: number,
  now: number,
): Promise<string[]> =>
  database.write(async (db) => {
    await db
      .deleteFrom("source_reader")
      .where("seen", "<", now - KEPT_MS)
      .execute();
    await db
      .insertInto("source_reader")
      .values({ path, account_id: accountId, seen: now })
      .onConflict((conflict) => conflict.columns(["path", "account_id"]).doUpdateSet({ seen: now }))
      .execute();
    const others = await db
      .selectFrom("source_reader")
      .innerJoin("account", "account.id", "source_reader.account_id")
      .select("account.username")
      .where("path", "=", path)
      .where("account_id", "!=", accountId)
      .where("seen", ">=", now - HERE_MS)
      .orderBy("account.username")
      .limit(MOST_NAMED)
      .execute();
    return others.map(({ username }) => username);
  });
