import path from "node:path";
import { Argument } from "commander";
import { COMMAND } from "../../domain/audit.ts";
import { recordBackup } from "../audit/record-backup.ts";
import { BackupError } from "../backup/backup-format.ts";
import { openSnapshot } from "../backup/open-snapshot.ts";
import { readManifest } from "../backup/read-backup.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { describeContents, isInUse } from "../backup/school-in-use.ts";
import { writeBackup } from "../backup/write-backup.ts";
import { DatabaseUnavailableError } from "../db/database-unavailable.ts";
import { openDatabase, sqliteFile } from "../db/open-database.ts";
import type { Environment } from "../school/settings/environment.ts";
import { startupError } from "../startup-error.ts";
import { openStore } from "../store/open-store.ts";
import { StoreSettingsError, StoreUnavailableError } from "../store/store-errors.ts";
import { withDatabase } from "./command-context.ts";
import { notEmpty } from "./options.ts";
import type { SchoolCommand } from "./school-command.ts";
import { withStore } from "./store-commands.ts";
import { CommandError, diskSentence, megabytes } from "./terminal.ts";

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

/** Writes a backup of the school to a new file. A server may be running. */
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

/** Replaces the school by the one in a backup. */
const restoreSchool = async (
  given: string,
  environment: Environment,
  options: { yes: boolean },
) => {
  const { dataDir, databaseUrl } = environment;
  const open = async () => {
    const database = await openDatabase(dataDir, databaseUrl, {
      // A large table takes longer than the query timeout.
      queryTimeoutMs: 0,
    }).catch((reason) => {
      throw new CommandError(startupError(reason, environment));
    });
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

/** Declares the commands about backups. */
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
