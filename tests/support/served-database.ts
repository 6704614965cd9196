import { type Database, openDatabase } from "../../src/server/db/open-database.ts";
import { waitLimitMs } from "./limits.ts";

/**
 * Opens the SQLite database of a school that is served meanwhile. On a machine with other work its server
 * may keep it locked for seconds.
 */
export const openServedDatabase = (dataDir: string): Promise<Database> =>
  openDatabase(dataDir, null, { lockedMs: waitLimitMs() });
