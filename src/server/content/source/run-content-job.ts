import { fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { setPriority, totalmem } from "node:os";
import { isJobDone } from "../../jobs/job-rows.ts";
import { type JobHandler, JobProblem } from "../../jobs/job-runner.ts";
import type { ContentEnd, ContentReport, ContentTask } from "./content-work.ts";

const PROGRAM = new URL("./content-process.ts", import.meta.url);

/** Students come first. */
const NICENESS = 10;

/** The most memory of its heap: a folder that needs more is refused, and the school goes on. */
const maxHeapMegabytes = (): number => {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(2048, Math.floor(machine / 2 / 1024 / 1024));
};

/** How a task has ended: by what it has said last, and by the exit code or the signal of its process. */
interface TaskEnd {
  readonly end: ContentEnd | null;
  readonly code?: number | NodeJS.Signals | null;
}

/** Does a task until its end, or until the signal aborts it. */
export type RunTask = (
  task: ContentTask,
  progress: (done: number, total: number) => void,
  signal: AbortSignal,
) => Promise<TaskEnd>;

/**
 * In a process of its own: the work takes memory and processor time, and an import holds its thread while it writes,
 * but students' calls go on.
 */
const inOwnProcess: RunTask = async (task, progress, signal) => {
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
  let end: ContentEnd | null = null;
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
  child.send(task, () => {});
  const code = await exited;
  return { end, code };
};

/** Does the long work on the content. @param runTask where it is done */
export const createContentJob =
  (runTask: RunTask): JobHandler =>
  async ({ services, job, signal, progress, endedElsewhere }) => {
    signal.throwIfAborted();
    const { settings, clock, database } = services;
    const task = { environment: settings.current, job, ahead: clock() - Date.now() };
    const { end, code } = await runTask(task, progress, signal);
    // It may have been aborted just after its last write.
    if (end?.kind === "ended" || (await isJobDone(database.read, job.id))) {
      endedElsewhere();
      await services.catalogue.refresh();
      return;
    }
    signal.throwIfAborted();
    if (end?.kind === "problem") throw new JobProblem(end.code, end.result);
    // By Node, or by the system.
    if (code === "SIGABRT" || code === "SIGKILL") throw new JobProblem("job/out_of_memory");
    throw new Error(end?.message ?? `The work on the content has ended with ${code}`);
  };

export const runContentJob = createContentJob(inOwnProcess);
