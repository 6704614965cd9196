import { LostLeaseError } from "../../db/lease.ts";
import { openDatabase } from "../../db/open-database.ts";
import { isStorageFull } from "../../db/sqlite-file.ts";
import { endJob } from "../../jobs/job-rows.ts";
import { HttpProblem } from "../../problem.ts";
import { openStore } from "../../store/open-store.ts";
import { CompileError } from "./compile-source.ts";
import { CONTENT_WORK, type ContentEnd, type ContentTask, type EndWork } from "./content-work.ts";
import { SourceConflict, SourceError } from "./source-rows.ts";

/** How many problems of a folder the answer names. */
const MAX_PROBLEMS = 200;

const problemOf = (reason: unknown): ContentEnd => {
  if (reason instanceof LostLeaseError) return { kind: "failed", message: reason.name };
  if (reason instanceof SourceConflict) {
    return { kind: "problem", code: "content/conflict", result: { paths: reason.paths } };
  }
  if (reason instanceof SourceError) {
    return { kind: "problem", code: reason.code, result: { paths: reason.paths } };
  }
  if (reason instanceof CompileError) {
    const problems = reason.problems.slice(0, MAX_PROBLEMS);
    return { kind: "problem", code: "content/problems", result: { problems } };
  }
  if (reason instanceof HttpProblem) {
    return { kind: "problem", code: reason.code, result: null };
  }
  if (isStorageFull(reason)) {
    return { kind: "problem", code: "server/storage_full", result: null };
  }
  const message = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
  return { kind: "failed", message };
};

const run = async (
  { environment, job, ahead }: ContentTask,
  progress: (done: number, total: number) => void,
): Promise<void> => {
  const { dataDir, databaseUrl } = environment;
  const clock = () => Date.now() + ahead;
  const database = await openDatabase(dataDir, databaseUrl, { queryTimeoutMs: 0 });
  try {
    const store = await openStore(environment, database);
    const work = CONTENT_WORK[job.kind];
    if (!work) throw new Error(`There is no work ${job.kind}`);
    const end: EndWork = (db, done) => endJob(db, job, clock(), { state: "done", ...done });
    await work({
      school: { database, store, dataDir, now: clock() },
      environment,
      accountId: job.account_id,
      input: JSON.parse(job.input),
      before: job.done,
      progress,
      end,
    });
  } finally {
    await database.close();
  }
};

/**
 * Does a piece of long work on the content.
 * @param progress is told how far it is
 * @returns how it has ended; it does not reject
 */
export const runContentTask = (
  task: ContentTask,
  progress: (done: number, total: number) => void,
): Promise<ContentEnd> => run(task, progress).then(() => ({ kind: "ended" }), problemOf);
