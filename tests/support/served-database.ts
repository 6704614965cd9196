import { type Database, openDatabase } from "../../src/server/db/open-database.ts";
import { waitLimitMs } from "./limits.ts";

/**
 * Opens the SQLite database of a school that is served meanwhile. On a machine with other work its server
 * may keep it locked for seconds.
 */
export const openServedDatabase = (dataDir: string): Promise<Database> =>
  openDatabase(dataDir, null, { lockedMs: waitLimitMs() });

/** The lessons that are completed at the school, in their order, with the time of each. */
export const studied = ({ read }: Database, { username }: { username: string }) =>
  read
    .selectFrom("progress")
    .innerJoin("account", "account.id", "progress.account_id")
    .select(["lesson_id", "completed"])
    .where("username", "=", username)
    .where("completed", "is not", null)
    .orderBy("lesson_id")
    .execute();
