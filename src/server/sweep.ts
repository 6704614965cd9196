import { sweepCodes } from "./accounts/openid/one-time-codes.ts";
import { sweepTries } from "./accounts/openid/tries.ts";
import { sweepChanges } from "./audit/sweep-changes.ts";
import { isPartOfSource, sweepSourceParts } from "./content/source/source-parts.ts";
import type { Database } from "./db/open-database.ts";
import { isKeptBefore, sweepBefore } from "./desk/answer-before.ts";
import { sweepIdempotencyKeys } from "./idempotent-write.ts";
import { isFileOfJob, sweepJobs } from "./jobs/job-rows.ts";
import { sweepNews } from "./news/outbox.ts";
import type { Services } from "./services.ts";
import { sweepUnusedFiles } from "./store/unused-files.ts";

const DAY_MS = 86_400_000;

/** Whether an upload, a message, a marked copy, also a replaced one, a job or a part of a sent file has the stored file. */
const isNamed = async (read: Database["read"], stored: string): Promise<boolean> => {
  if (await isFileOfJob(read, stored)) return true;
  if (await isPartOfSource(read, stored)) return true;
  for (const table of ["upload_file", "message_file", "marked_file"] as const) {
    const named = read.selectFrom(table).select("stored").where("stored", "=", stored);
    if (await named.executeTakeFirst()) return true;
  }
  return isKeptBefore(read, stored);
};

/**
 * Deletes expired rows and unused files.
 * @param keptDays how long unused content files are kept
 * @param auditKeptDays how long the list of changes is kept
 */
export const sweep = async (
  { database, tokens, places, uploads, clock, store }: Services,
  keptDays: number,
  auditKeptDays: number,
): Promise<void> => {
  await tokens.sweep();
  await places.sweep();
  await database.write(async (db) => {
    await sweepIdempotencyKeys(db, clock());
    await sweepCodes(db, clock());
    await sweepTries(db, clock());
    await sweepNews(db, clock());
    await sweepBefore(db, clock());
    await sweepJobs(db, clock());
    await sweepChanges(db, clock() - auditKeptDays * DAY_MS);
    await sweepSourceParts(db, clock());
  });
  await uploads.sweep((stored) => isNamed(database.read, stored), clock());
  await sweepUnusedFiles(database, store, clock(), keptDays * DAY_MS);
};
