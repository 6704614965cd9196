import type { Database } from "../db/open-database.ts";
import { type JobRow, LostJobError, renewJob } from "./job-rows.ts";

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
  /** Somebody else has it now. */
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
  const renew = async () => {
    const present = far();
    try {
      if (await database.write((db) => renewJob(db, job, clock(), present))) onStop();
    } catch (reason) {
      // A database that is away may come back.
      if (reason instanceof LostJobError) onLost(reason);
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
