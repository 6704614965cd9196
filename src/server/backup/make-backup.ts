import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { type Kysely, sql } from "kysely";
import { type Actor, SCHOOL } from "../../domain/audit.ts";
import type { Database } from "../db/open-database.ts";
import type { Tables } from "../db/schema.ts";
import { isStorageFull } from "../db/sqlite-file.ts";
import { JobProblem, type JobWork } from "../jobs/job-runner.ts";
import { administratorActor } from "../people/staff-context.ts";
import { readSchoolDays } from "../school/school-days.ts";
import { uploadsDirOf } from "../school/settings/environment.ts";
import { reserveRoom } from "../store/disk-reserve.ts";
import { fileChecksum } from "../store/file-checksum.ts";
import { sentFile } from "../store/store.ts";
import { BackupError, NAMED_FILES } from "./backup-format.ts";
import { noteBackup } from "./last-backup.ts";
import { openSnapshot } from "./open-snapshot.ts";
import { forgetOldBackups } from "./scheduled-backups.ts";
import { writeBackup } from "./write-backup.ts";

/** Room for the database, which is smaller compressed than in its tables. */
const DATABASE_BYTES = 50_000_000;

/** About how much room a backup takes: each file once, as files hardly get smaller. */
const expectedBytes = async ({ read }: Database): Promise<number> => {
  const named = NAMED_FILES.map(
    ({ table, column, size }) =>
      sql`select ${sql.ref(column)}, ${sql.ref(size)} as size from ${sql.table(table)}`,
  );
  const { rows } = await sql<{ bytes: number | string | null }>`
    select sum(size) as bytes from (${sql.join(named, sql` union `)}) as named`.execute(read);
  return DATABASE_BYTES + Number(rows[0]?.bytes ?? 0);
};

const problemOf = (reason: unknown): unknown => {
  if (isStorageFull(reason)) return new JobProblem("backup/no_room");
  return reason instanceof BackupError ? new JobProblem("backup/impossible") : reason;
};

/**
 * Makes a backup as a job: the file of the command `backup`, kept for a week in the store to be fetched. The
 * reserve of the disk stays free.
 */
export const makeBackup = async (work: JobWork): Promise<void> => {
  const { services, job, signal, progress, end } = work;
  const { database, store, clock, settings } = services;
  const environment = settings.current;
  const folder = uploadsDirOf(environment);
  const stored = randomUUID();
  const file = path.join(folder, `${stored}.part`);
  let release = () => {};
  try {
    release = await reserveRoom(environment, await expectedBytes(database));
    const at = clock();
    const snapshot = await openSnapshot(environment);
    const { bytes, missing } = await writeBackup(snapshot, store, file, at, {
      signal,
      onFile: progress,
    });
    const checksum = await fileChecksum(file);
    await store.adopt([{ key: sentFile(stored), size: bytes, checksum, source: file }]);
    const name = `school-${(await readSchoolDays(database.read)).of(at)}.tar.zst`;
    await database.write(async (db) => {
      const actor = await orderedBy(db, job.account_id);
      await noteBackup(db, actor, name, { at, bytes, missing: missing.length });
      // The new one counts.
      if (job.account_id === null) await forgetOldBackups(db, settings.current.backupsKept - 1);
      await end(db, { result: { bytes, missing: missing.length }, made: { stored, name } });
    });
  } catch (reason) {
    throw problemOf(reason);
  } finally {
    release();
    await rm(file, { force: true });
  }
};

/** Who has ordered it, if they may still have it: the school itself by its schedule. @throws HttpProblem 403 */
const orderedBy = async (db: Kysely<Tables>, accountId: number | null): Promise<Actor> =>
  accountId === null ? SCHOOL : administratorActor(db, { accountId });
