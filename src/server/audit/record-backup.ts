import path from "node:path";
import { COMMAND } from "../../domain/audit.ts";
import { noteBackup } from "../backup/last-backup.ts";
import type { WrittenBackup } from "../backup/write-backup.ts";
import { migrationNames } from "../db/migrate.ts";
import { openDatabase } from "../db/open-database.ts";
import type { Environment } from "../school/settings/environment.ts";

/**
 * Records a backup that a command has written. A database of an earlier version stays as it is, as the
 * backup is perhaps made before the school is brought up to date.
 * @param migrations those of the database
 */
export const recordBackup = async (
  { dataDir, databaseUrl }: Pick<Environment, "dataDir" | "databaseUrl">,
  migrations: readonly string[],
  file: string,
  { bytes, missing }: Pick<WrittenBackup, "bytes" | "missing">,
): Promise<void> => {
  const present = new Set(migrations);
  if (!(await migrationNames()).every((name) => present.has(name))) return;
  const database = await openDatabase(dataDir, databaseUrl);
  try {
    const made = { at: Date.now(), bytes, missing: missing.length };
    await database.write((db) => noteBackup(db, COMMAND, path.basename(file), made));
  } finally {
    await database.close();
  }
};
