import { existsSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Argument } from "commander";
import { COMMAND } from "../../domain/audit.ts";
import { BackupError } from "../backup/backup-format.ts";
import { noteBackup } from "../backup/last-backup.ts";
import { openSnapshot } from "../backup/open-snapshot.ts";
import { readManifest } from "../backup/read-backup.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { type WrittenBackup, writeBackup } from "../backup/write-backup.ts";
import { DatabaseUnavailableError } from "../db/database-unavailable.ts";
import { migrationNames } from "../db/migrate.ts";
import { type Database, openDatabase, sqliteFile } from "../db/open-database.ts";
import type { Environment } from "../school/settings/environment.ts";
import { startupError } from "../startup-error.ts";
import { openStore } from "../store/open-store.ts";
import { StoreSettingsError, StoreUnavailableError } from "../store/store-errors.ts";
import { openForCommand, withDatabase } from "./command-context.ts";
import { notEmpty } from "./options.ts";
import type { SchoolCommand } from "./school-command.ts";
import { withStore } from "./store-commands.ts";
import { CommandError, counted, diskSentence, megabytes } from "./terminal.ts";

/** Describes what a restore would replace, such as `2 accounts`. @returns "" for an empty school */
const describeContents = async ({ read }: Database): Promise<string> => {
  const count = async (table: "account" | "product") => {
    const { number } = await read
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as("number"))
      .executeTakeFirstOrThrow();
    return Number(number);
  };
  const accounts = await count("account");
  const products = await count("product");
  return [
    ...(accounts > 0 ? [counted(accounts, "account")] : []),
    ...(products > 0 ? [counted(products, "product")] : []),
  ].join(" and ");
};

/** SQLite can leave the write-ahead log only if no other connection is open. */
const isSqliteInUse = async (file: string): Promise<boolean> => {
  if (!existsSync(file)) return false;
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    const after = connection.prepare("pragma journal_mode = delete").get();
    return after?.journal_mode !== "delete";
  } catch {
    return true;
  } finally {
    connection.close();
  }
};

const isPostgresInUse = async (url: string): Promise<boolean> => {
  // A school on SQLite does not load the driver.
  const { connectToPostgres } = await import("../db/postgres-connection.ts");
  const client = await connectToPostgres(url);
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database()
       and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
    );
    return rowCount === 1;
  } finally {
    await client.end();
  }
};

/** Whether another program, such as the school's server, has the database open. */
const isInUse = (file: string, url: string | null): Promise<boolean> =>
  url === null ? isSqliteInUse(file) : isPostgresInUse(url);

/**
 * Records a backup that a command has written. A database of an earlier version stays as it is, as the
 * backup is perhaps made before the school is brought up to date.
 * @param migrations those of the database
 */
const recordBackup = async (
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

/** The reason why a backup or a restore failed, as a sentence. @returns null for an unexpected error */
const sentenceFor = (reason: unknown, environment: Environment): string | null => {
  if (reason instanceof BackupError || reason instanceof CommandError) return reason.message;
  const isAway =
    reason instanceof DatabaseUnavailableError ||
    reason instanceof StoreUnavailableError ||
    reason instanceof StoreSettingsError;
  if (isAway) return startupError(reason, environment);
  return diskSentence(reason);
};

/** Turns known errors into a `CommandError`. @param kept is added to its sentence */
const withSentence = async <Value>(
  environment: Environment,
  kept: string,
  work: () => Promise<Value>,
): Promise<Value> => {
  try {
    return await work();
  } catch (reason) {
    const sentence = sentenceFor(reason, environment);
    throw sentence === null ? reason : new CommandError(`${sentence}${kept}`);
  }
};

const backupSchool = async (given: string, environment: Environment) => {
  const file = path.resolve(given);
  const { migrations, ...written } = await withSentence(environment, "", async () => {
    const snapshot = await openSnapshot(environment);
    const { migrations } = snapshot;
    const done = await withStore(environment, (store) =>
      writeBackup(snapshot, store, file, Date.now()),
    );
    return { migrations, ...done };
  });
  await recordBackup(environment, migrations, file, written).catch((reason) => {
    // The backup is worth more than its record: perhaps it is made because the school's disk is full.
    console.error(`The list of changes does not have the backup: ${reason.message}`);
  });
  const { rows, files, uploads, bytes, missing } = written;
  const accounts = rows.account ?? 0;
  const note =
    missing.length > 0 &&
    `${missing.length} files are missing or damaged in ${environment.dataDir}, so the backup does not have them: ${missing.slice(0, 10).join(", ")}${missing.length > 10 ? ", …" : ""}`;
  return {
    data: { path: file, ...written },
    text: `Wrote ${given}: accounts: ${accounts}; files of the content: ${files}; files sent by people: ${uploads}; ${megabytes(bytes)}.`,
    ...(note && { note }),
  };
};

/** @throws CommandError when a restore of the file would replace a school that somebody uses */
const assertReplaceable = async (file: string, environment: Environment): Promise<void> => {
  // Reports a wrong file name before it asks for the confirmation.
  const { created } = await withSentence(environment, " Nothing has been changed.", () =>
    readManifest(file),
  );
  const inUse = await withSentence(environment, "", () =>
    isInUse(sqliteFile(environment.dataDir), environment.databaseUrl),
  );
  const contents = await withDatabase(environment, describeContents);
  if (contents === "" && !inUse) return;
  const present = [
    ...(contents === "" ? [] : [`has ${contents}`]),
    ...(inUse ? ["is being served"] : []),
  ].join(" and ");
  throw new CommandError(
    `This school ${present}. A restore replaces all of it by the backup of ${created}, and signs everybody out.\nRun it again with --yes if that is what you want. Make a backup of it first.`,
  );
};

const restoreSchool = async (
  given: string,
  environment: Environment,
  options: { yes: boolean },
) => {
  const open = async () => {
    const database = await openForCommand(environment);
    try {
      return { database, store: await openStore(environment, database) };
    } catch (reason) {
      await database.close();
      throw reason;
    }
  };
  if (!options.yes) await assertReplaceable(path.resolve(given), environment);
  const restored = await withSentence(environment, " Nothing has been changed.", () =>
    restoreBackup(path.resolve(given), environment, open, COMMAND, Date.now()),
  );
  const { created, rows, files } = restored;
  return {
    data: { path: path.resolve(given), ...restored },
    text: `Restored the school of ${created}: accounts: ${rows.account ?? 0}; files: ${files}. Everybody signs in again.`,
  };
};

export const declareBackup = (program: SchoolCommand): void => {
  program
    .command("backup")
    .description("Write a backup of the whole school to a new file. The server may be running.")
    .addArgument(new Argument("<file>", "the new file, such as school.tar.zst").argParser(notEmpty))
    .answer(backupSchool);
  program
    .command("restore")
    .description("Replace the school by the one in a backup, with SQLite or with PostgreSQL.")
    .addArgument(new Argument("<file>", "the backup").argParser(notEmpty))
    .option("--yes", "replace a school that has accounts or content, or is being served", false)
    .answer(restoreSchool);
};
