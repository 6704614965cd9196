import type { Database } from "../db/open-database.ts";
import { JOB_CLAIM_MS, type JobRow, LostJobError, renewJob } from "./job-rows.ts";

/** How often a claim is renewed, the progress written, and seen whether the job is to stop. */
const RENEW_MS = 1000;

/** How far a job has come. */
export interface Far {
  readonly done: number;
  readonly total: number;
}

export interface HeldJob {
  /** How far it is; called every second. */
  readonly far: () => Far;
  /** Somebody wants it to stop. */
  readonly onStop: () => void;
  /** Somebody else has it now, or may have it, as the claim could not be renewed for too long. */
  readonly onLost: (reason: LostJobError) => void;
}

/**
 * Holds the claim of a job while it is worked on.
 * @returns ends that, and resolves when no write is left
 */
export const holdJob = (
  database: Database,
  job: JobRow,
  clock: () => number,
  { far, onStop, onLost }: HeldJob,
): (() => Promise<void>) => {
  let renewing: Promise<void> = Promise.resolve();
  let renewed = clock();
  const renew = async () => {
    const present = far();
    const now = clock();
    try {
      if (await database.write((db) => renewJob(db, job, now, present))) onStop();
      renewed = now;
    } catch (reason) {
      if (reason instanceof LostJobError) onLost(reason);
      // A database that is away may come back, but the claim ends.
      else if (clock() - renewed >= JOB_CLAIM_MS) onLost(new LostJobError());
    }
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, RENEW_MS);
  return () => {
    clearInterval(timer);
    return renewing;
  };
};
