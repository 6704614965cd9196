import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Kysely } from "kysely";
import { FileMigrationProvider, Migrator } from "kysely/migration";
import { createMutex } from "../../lib/mutex.ts";
import type { Tables } from "./schema.ts";

/**
 * Every file of the folder is a migration that exports `up`. They run in the order of their names,
 * and the database keeps these names: a released file is never changed or renamed.
 */
const provider = new FileMigrationProvider({
  fs: { readdir },
  path,
  migrationFolder: path.join(import.meta.dirname, "migrations"),
  // Windows imports an absolute path only as a URL.
  import: (file) => import(pathToFileURL(file).href),
  onFileIgnored(file, reason) {
    if (reason === "NotMigration") throw new Error(`${file} exports no function named up`);
  },
});

/**
 * A SQLite connection that waits for a lock blocks the event loop. Two connections of this process
 * that migrate at once would deadlock, because the first one could not continue.
 */
const exclusive = createMutex();

/** The names of all migrations, in order. */
export const migrationNames = async (): Promise<string[]> =>
  Object.keys(await provider.getMigrations()).toSorted();

/**
 * Brings the tables up to date, all or nothing.
 * @param names only these migrations, for the tables of an older version
 * @throws the database's error when a migration fails
 */
export const migrate = (db: Kysely<Tables>, names?: readonly string[]): Promise<void> => {
  const getMigrations = async () => {
    const all = Object.entries(await provider.getMigrations());
    return Object.fromEntries(all.filter(([name]) => names?.includes(name) ?? true));
  };
  return exclusive("migrate", async () => {
    const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
    if (error) throw error;
  });
};
