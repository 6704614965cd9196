import path from "node:path";
import { COMMAND } from "../../domain/audit.ts";
import { migrationNames } from "../db/migrate.ts";
import { openDatabase } from "../db/open-database.ts";
import type { Environment } from "../environment.ts";
import { recordChange } from "./record-change.ts";

/**
 * Records a backup that a command has written. A database of an earlier version stays as it is, as the
 * backup is perhaps made before the school is brought up to date.
 * @param migrations those of the database
 */
export const recordBackup = async (
  { dataDir, databaseUrl }: Pick<Environment, "dataDir" | "databaseUrl">,
  migrations: readonly string[],
  file: string,
  bytes: number,
): Promise<void> => {
  const present = new Set(migrations);
  if (!(await migrationNames()).every((name) => present.has(name))) return;
  const database = await openDatabase(dataDir, databaseUrl);
  try {
    const name = path.basename(file);
    const added = { action: "added", kind: "backup", subject: name, name } as const;
    await database.write((db) =>
      recordChange(db, Date.now(), { actor: COMMAND, ...added, details: { bytes } }),
    );
  } finally {
    await database.close();
  }
};
