import { type Database, openDatabase } from "../db/open-database.ts";
import type { Environment } from "../school/settings/environment.ts";
import { startupError } from "../startup-error.ts";
import { CommandError } from "./errors.ts";

/**
 * Opens the school's database, runs the work, and always closes the database. Statements have no
 * timeout, because an import or a removal changes many rows.
 */
export const withDatabase = async <Value>(
  environment: Environment,
  work: (database: Database) => Promise<Value>,
): Promise<Value> => {
  const { dataDir, databaseUrl } = environment;
  const database = await openDatabase(dataDir, databaseUrl, {
    queryTimeoutMs: 0,
  }).catch((reason) => {
    throw new CommandError(startupError(reason, environment));
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};
