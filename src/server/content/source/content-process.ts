import { LostLeaseError } from "../../db/lease.ts";
import { openDatabase } from "../../db/open-database.ts";
import { isStorageFull } from "../../db/sqlite-file.ts";
import { endJob } from "../../jobs/job-rows.ts";
import { HttpProblem } from "../../problem.ts";
import { openStore } from "../../store/open-store.ts";
import { CompileError } from "./compile-source.ts";
import {
  CONTENT_WORK,
  type ContentReport,
  type ContentTask,
  type EndWork,
} from "./content-work.ts";
import { SourceConflict, SourceError } from "./source-rows.ts";

/** How many problems of a folder the answer names. */
const MAX_PROBLEMS = 200;

const problemOf = (reason: unknown): ContentReport => {
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

const send = (report: ContentReport): void => {
  process.send?.(report);
};

const run = async ({ environment, job, ahead }: ContentTask): Promise<ContentReport> => {
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
      progress: (done, total) => send({ kind: "progress", done, total }),
      end,
    });
    return { kind: "ended" };
  } catch (reason) {
    if (reason instanceof LostLeaseError) return { kind: "failed", message: reason.name };
    return problemOf(reason);
  } finally {
    await database.close();
  }
};

// The server has gone: another one, or its next start, does the work again.
process.once("disconnect", () => process.exit(1));
// A terminal and systemd signal all processes of a service. The server, which knows that it closes, ends this one.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.once("message", async (task: ContentTask) => {
  const report = await run(task).catch(problemOf);
  process.send?.(report, () => process.exit(0));
});
