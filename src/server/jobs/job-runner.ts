import type { Kysely } from "kysely";
import { singleFlight } from "../../lib/single-flight.ts";
import { LostLeaseError } from "../db/lease.ts";
import type { Tables } from "../db/schema.ts";
import type { Services } from "../services.ts";
import {
  endJob,
  giveBackJob,
  holdJob,
  type JobLane,
  type JobProgress,
  type JobRow,
  keepJob,
  keptOf,
  type MadeFile,
  takeJob,
} from "./job-rows.ts";

/**
 * A job that was begun so often has perhaps brought its servers down. Photos and films take hours, in which a server
 * may be restarted for other reasons.
 */
const MAX_TRIES: Readonly<Record<JobLane, number>> = { orders: 2, photos: 3, films: 3 };
/** A job that gets no further for this time hangs. */
const STILL_MS = 30 * 60_000;
/** A job that is to stop is given up after this time, so that the next one can begin. */
const GRACE_MS = 3000;

/** What a job has done, in the write that does its last work. */
interface JobEnd {
  /** JSON: what the screen shows. */
  readonly result: unknown;
  readonly made?: MadeFile;
}

export interface JobWork {
  readonly services: Services;
  readonly job: JobRow;
  /** The order, as the call has decoded it. */
  readonly input: unknown;
  /** Aborts when the job is to stop, when the server closes, or when another server has taken over. */
  readonly signal: AbortSignal;
  /** Says how far it is. Costs nothing: it is written once a second. */
  progress(done: number, total: number): void;
  /**
   * Keeps how far it has come, as JSON, within a write that does a part of its work for good. From then on it goes on
   * until its end, also after a restart, and is not stopped. If it fails nevertheless, its result is what was kept
   * last.
   */
  keep(db: Kysely<Tables>, soFar: object): Promise<void>;
  /** What was kept last, also by an earlier try; null: nothing. */
  kept(db: Kysely<Tables>): Promise<unknown>;
  /** Ends the job within the write that does its last work, so that it is done once. */
  end(db: Kysely<Tables>, end: JobEnd): Promise<void>;
  /** Says that another process has ended it, in the write that has done its last work. */
  endedElsewhere(): void;
}

/**
 * Does a job. It may be called again for the same job after a crash, and changes nothing before the
 * write in which it calls `end`, unless it finds that done when it is called again, as by `kept`.
 * @throws JobProblem for what people can understand and change
 */
export type JobHandler = (work: JobWork) => Promise<void>;

/** Why a job cannot be done: something that people understand and can change. */
export class JobProblem extends Error {
  override name = "JobProblem";
  readonly code: string;
  /** JSON: what the screen shows besides. */
  readonly result: unknown;

  /** @param code such as `import/bad_rows`, for which the app has a message */
  constructor(code: string, result?: unknown) {
    super(code);
    this.code = code;
    this.result = result;
  }
}

class StoppedError extends Error {
  override name = "StoppedError";
}

/** Rejects with the reason some time after a signal aborts. */
const afterGrace = (signal: AbortSignal, done: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const begin = () => {
      const timer = setTimeout(() => reject(signal.reason), GRACE_MS);
      done.addEventListener("abort", () => clearTimeout(timer));
    };
    signal.addEventListener("abort", begin, { once: true, signal: done });
  });

class ClosingError extends Error {
  override name = "ClosingError";
}

/** Runs the school's long work, one job of a lane at a time on each server. */
export const createJobRunner = (
  services: Services,
  handlers: Readonly<Record<string, JobHandler>>,
  lane: JobLane,
) => {
  const { background, database, clock, log } = services;

  const fail = async (job: JobRow, reason: unknown): Promise<void> => {
    if (reason instanceof LostLeaseError) return;
    if (reason instanceof ClosingError) {
      await database.write((db) => giveBackJob(db, job));
      return;
    }
    const state = reason instanceof StoppedError ? "stopped" : "failed";
    const jobProblem = reason instanceof JobProblem ? reason : null;
    if (state === "failed" && !jobProblem) log.error(`The job ${job.kind} failed`, reason);
    const problem = state === "failed" ? (jobProblem?.code ?? "job/failed") : undefined;
    await database.write(async (db) => {
      // A part of its work may have been done for good: what it has kept says which.
      const result = (await keptOf(db, job)) ?? jobProblem?.result;
      await endJob(db, job, clock(), { state, problem, result });
    });
  };

  const runJob = async (job: JobRow): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    let reached: JobProgress = { done: 0, total: 0 };
    let moved = clock();
    let hasEnded = false;
    let isKept = job.result !== null;
    const release = holdJob(services, job, {
      progress() {
        if (background.isEnding) controller.abort(new ClosingError());
        if (clock() - moved > STILL_MS) controller.abort(new JobProblem("job/too_long"));
        return reached;
      },
      onStop: () => {
        if (!isKept) controller.abort(new StoppedError());
      },
      onLost(reason) {
        // A job that has just ended cannot be renewed.
        if (!hasEnded) controller.abort(reason);
      },
    });
    try {
      // Somebody has asked for it while its server was down.
      if (job.stop === 1 && !isKept) throw new StoppedError();
      if (job.tries > MAX_TRIES[lane]) throw new JobProblem("job/interrupted");
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`There is no job ${job.kind}`);
      const handled = handler({
        services,
        job,
        input: JSON.parse(job.input),
        signal,
        progress(done, total) {
          reached = { done, total };
          moved = clock();
        },
        async keep(db, soFar) {
          signal.throwIfAborted();
          await keepJob(db, job, soFar);
          isKept = true;
        },
        kept: (db) => keptOf(db, job),
        async end(db, end) {
          signal.throwIfAborted();
          await endJob(db, job, clock(), { state: "done", progress: reached, ...end });
          hasEnded = true;
        },
        endedElsewhere() {
          hasEnded = true;
        },
      });
      const done = new AbortController();
      try {
        await Promise.race([handled, afterGrace(signal, done.signal)]);
      } catch (reason) {
        // A write that has ended the job may be under way.
        if (!hasEnded) throw reason;
        await handled;
      } finally {
        done.abort();
      }
      if (!hasEnded) throw new Error(`The job ${job.kind} has not ended`);
    } catch (reason) {
      await release();
      await fail(job, signal.aborted ? signal.reason : reason).catch((failure) => {
        // Another process has ended it.
        if (!(failure instanceof LostLeaseError)) log.error("Ending a job failed", failure);
      });
    } finally {
      await release();
    }
  };

  /** Runs all open jobs. A run that is under way is not joined by another one. */
  const run = singleFlight(async () => {
    while (!background.isEnding) {
      const job = await takeJob(database, clock(), lane);
      if (!job) return;
      await runJob(job);
    }
  });
  return { run };
};
