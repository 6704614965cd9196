import { fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { setPriority, totalmem } from "node:os";
import { isJobDone } from "../../jobs/job-rows.ts";
import { type JobHandler, JobProblem } from "../../jobs/job-runner.ts";
import type { ContentReport, ContentTask } from "./content-work.ts";

const PROGRAM = new URL("./content-process.ts", import.meta.url);

/** Students come first. */
const NICENESS = 10;

/** The most memory of its heap: a folder that needs more is refused, and the school goes on. */
const maxHeapMegabytes = (): number => {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(2048, Math.floor(machine / 2 / 1024 / 1024));
};

/**
 * Does long work on the content in a process of its own: it takes memory and processor time, and an import
 * holds its thread while it writes, but students' calls go on.
 */
export const runContentJob: JobHandler = async (work) => {
  const { services, job, signal, progress, endedElsewhere } = work;
  signal.throwIfAborted();
  const child = fork(PROGRAM, {
    execArgv: [`--max-old-space-size=${maxHeapMegabytes()}`],
    // A process begins in half the time with code that was compiled before.
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    signal,
    killSignal: "SIGKILL",
  });
  // An aborted process is an error, too; how it has ended is seen below.
  child.on("error", () => {});
  let end: Exclude<ContentReport, { kind: "progress" }> | null = null;
  child.on("message", (report: ContentReport) => {
    if (report.kind === "progress") progress(report.done, report.total);
    else end = report;
  });
  // Node's own `once` rejects at the error of an abort, before the process has ended.
  const exited = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once("close", (code, killedBy) => resolve(code ?? killedBy)),
  );
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // It has ended already, or the system does not allow it.
  }
  const { settings, clock } = services;
  const task: ContentTask = { environment: settings.current, job, ahead: clock() - Date.now() };
  child.send(task, () => {});
  const code = await exited;
  const report = end as Exclude<ContentReport, { kind: "progress" }> | null;
  // It may have been aborted just after its last write.
  if (report?.kind === "ended" || (await isJobDone(services.database.read, job.id))) {
    endedElsewhere();
    await services.catalogue.refresh();
    return;
  }
  signal.throwIfAborted();
  if (report?.kind === "problem") throw new JobProblem(report.code, report.result);
  // By Node, or by the system.
  if (code === "SIGABRT" || code === "SIGKILL") throw new JobProblem("job/out_of_memory");
  throw new Error(report?.message ?? `The work on the content has ended with ${code}`);
};
