import { setTimeout as delay } from "node:timers/promises";
import { LostLeaseError } from "../db/lease.ts";
import type { Database } from "../db/open-database.ts";
import {
  endJob,
  giveBackJob,
  holdJob,
  type JobProgress,
  type JobRow,
  openConversion,
  PHOTOS_JOB,
  takeJob,
} from "../jobs/job-rows.ts";
import type { LogFields } from "../log.ts";
import { convertPhotos } from "../pictures/convert-photos.ts";
import { waitingPhotos } from "../pictures/picture-rows.ts";
import type { Store } from "../store/store.ts";
import { createProgress } from "./terminal.ts";

/** How often it looks whether another process has finished. */
const LOOK_MS = 500;

/** Somebody at the desk has stopped the conversion. */
class StoppedError extends Error {
  override name = "StoppedError";
}

/** What is said to somebody at a terminal. A log needs only the result. */
const toTerminal = (text: string): void => {
  if (process.stderr.isTTY) console.error(text);
};

const convert = async (database: Database, store: Store, job: JobRow): Promise<void> => {
  const controller = new AbortController();
  const tell = createProgress(toTerminal);
  let reached: JobProgress = { done: job.done, total: job.total };
  const log = {
    warn: (event: string, fields?: LogFields) => toTerminal(`${event}: ${fields?.reason}`),
  };
  const release = holdJob({ database, clock: Date.now, log }, job, {
    progress: () => reached,
    onStop: () => controller.abort(new StoppedError()),
    onLost: (reason) => controller.abort(reason),
  });
  const end = (state: "done" | "stopped") =>
    database.write((db) => endJob(db, job, Date.now(), { state, progress: reached }));
  try {
    await convertPhotos({
      ...{ database, store, before: job.done, signal: controller.signal },
      progress(done, total) {
        reached = { done, total };
        tell(`Converted ${done} of ${total} photos …`);
      },
    });
    await release();
    await end("done");
  } catch (reason) {
    await release();
    if (reason instanceof LostLeaseError) return;
    if (!(reason instanceof StoppedError)) {
      await database.write((db) => giveBackJob(db, job));
      throw reason;
    }
    await end("stopped");
  }
};

/**
 * Converts the photos of what was just published, in this process, or waits for the one that does. If it is killed,
 * the school's server does the rest, or the next import.
 * @param ordered the job that was taken; null if no photo waits
 * @returns how many photos are converted, and how many are left because somebody has stopped it
 */
export const finishPhotos = async (
  database: Database,
  store: Store,
  ordered: JobRow | null,
): Promise<{ readonly converted: number; readonly left: number }> => {
  if (!ordered) return { converted: 0, left: 0 };
  const waiting = await waitingPhotos(database.read);
  toTerminal(
    `Published. ${waiting.length} photos are now converted into smaller forms. If you stop this, the school's server does the rest.`,
  );
  for (let job: JobRow | null = ordered; ; job = await takeJob(database, Date.now(), "photos")) {
    if (job) await convert(database, store, job);
    if ((await openConversion(database.read, PHOTOS_JOB)) === undefined) break;
    await delay(LOOK_MS);
  }
  const { length: left } = await waitingPhotos(database.read);
  return { converted: waiting.length - left, left };
};
