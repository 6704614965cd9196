import type { Kysely } from "kysely";
import { addDays, weekdayOf } from "../../domain/calendar.ts";
import { ADMIN_LEVEL } from "../../domain/roles.ts";
import { BACKUP_TIMES, type BackupTimes } from "../../domain/school-setting.ts";
import type { Days } from "../days.ts";
import { takeTurn } from "../db/lease.ts";
import type { Tables } from "../db/schema.ts";
import { readSetting, writeSetting } from "../db/settings.ts";
import { BACKUP_JOB, keepsJob, orderJob } from "../jobs/job-rows.ts";
import { readSchoolDays } from "../school/school-days.ts";
import type { Environment } from "../school/settings/environment.ts";
import type { Services } from "../services.ts";
import { SCHEDULED_BACKUP } from "./backup-format.ts";

/** 1 is Monday; 0: each day. */
const weekdayIn = (times: BackupTimes): number => Math.max(0, BACKUP_TIMES.indexOf(times) - 1);

/**
 * When a backup is due.
 * @param towards -1: the latest time that has come; 1: the next one
 * @returns milliseconds since 1970; null without a schedule
 */
export const backupTime = (
  { backupTimes, backupHour }: Pick<Environment, "backupTimes" | "backupHour">,
  days: Days<"school">,
  now: number,
  towards: -1 | 1,
): number | null => {
  if (backupTimes === "never") return null;
  const weekday = weekdayIn(backupTimes);
  const today = days.of(now);
  for (let away = 0; away <= 7; away += 1) {
    const day = addDays(today, towards * away);
    const at = days.at(day, backupHour);
    const isOfWeek = weekday === 0 || weekdayOf(day) === weekday;
    if (isOfWeek && (towards < 0 ? at <= now : at > now)) return at;
  }
  return null;
};

/** Servers ask as often as this, and one of them at a time. */
export const BACKUPS_MS = 60_000;

/**
 * Orders the backup that is due, once for all servers. One that was due while the school was closed is made after
 * its start.
 */
export const orderDueBackup = async ({ database, clock, settings }: Services): Promise<void> => {
  if (settings.current.backupTimes === "never") return;
  const now = clock();
  const due = backupTime(settings.current, await readSchoolDays(database.read), now, -1);
  const isOrdered = async (db: Kysely<Tables>) =>
    due === null || Number((await readSetting(db, SCHEDULED_BACKUP)) ?? 0) >= due;
  if (await isOrdered(database.read)) return;
  if (!(await takeTurn(database, "backup", now, BACKUPS_MS / 2))) return;
  await database.write(async (db) => {
    if (await isOrdered(db)) return;
    await writeSetting(db, SCHEDULED_BACKUP, String(due));
    await orderJob(db, now, { kind: BACKUP_JOB, accountId: null, level: ADMIN_LEVEL, input: {} });
  });
};

/** Forgets scheduled backups but the latest ones; call within a write. Their files go with the next clean-up. */
export const forgetOldBackups = async (db: Kysely<Tables>, kept: number): Promise<void> => {
  const jobs = await db
    .selectFrom("job")
    .select("id")
    .where(keepsJob)
    .orderBy("ended", "desc")
    .offset(kept)
    // Both databases want a limit before an offset.
    .limit(1000)
    .execute();
  if (jobs.length === 0) return;
  await db
    .deleteFrom("job")
    .where(
      "id",
      "in",
      jobs.map(({ id }) => id),
    )
    .execute();
};

interface KeptBackup {
  readonly job: number;
  readonly at: number;
  readonly bytes: number;
  readonly missing: number;
  readonly isScheduled: boolean;
}

const MAX_LISTED = 100;

/** The backups that can be fetched, the latest first, and why the latest attempt failed. */
export const readBackups = async (
  db: Kysely<Tables>,
): Promise<{
  readonly kept: readonly KeptBackup[];
  readonly failed: { readonly at: number; readonly problem: string } | null;
}> => {
  const jobs = await db
    .selectFrom("job")
    .select(["id", "state", "ended", "result", "problem", "account_id", "made"])
    .where("kind", "=", BACKUP_JOB)
    .where("state", "in", ["done", "failed"])
    .orderBy("ended", "desc")
    .limit(MAX_LISTED)
    .execute();
  const [latest] = jobs;
  return {
    kept: jobs.flatMap(({ id, ended, result, account_id, made }) => {
      if (made === null) return [];
      const { bytes = 0, missing = 0 } = JSON.parse(result ?? "{}");
      return [{ job: id, at: ended ?? 0, bytes, missing, isScheduled: account_id === null }];
    }),
    failed:
      latest?.state === "failed" ? { at: latest.ended ?? 0, problem: latest.problem ?? "" } : null,
  };
};
