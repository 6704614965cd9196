import type { WantedFile } from "../../domain/file-tree.ts";
import type { Clock } from "../../platform/ports.ts";
import { type BundleSupport, createBundleQueue, isBundled } from "./bundle-queue.ts";
import { createDownloadJob, type DownloadJob } from "./download-file.ts";

/** Fewer files above this size in parallel: browsers have hung with twenty on one connection. */
const LARGE_BYTES = 1024 * 1024;
const MAX_LARGE_DOWNLOADS = 6;

const isLarge = ({ file }: DownloadJob): boolean => (file.size ?? 0) >= LARGE_BYTES;

export interface DownloadQueueOptions {
  files: readonly WantedFile[];
  parallel: number;
  bundleSupport: BundleSupport;
  now: Clock;
}

/** The files that wait: first those whose next try is due, then small files in bundles, then the others. */
export const createDownloadQueue = (options: DownloadQueueOptions) => {
  const { files, parallel, bundleSupport, now } = options;
  const jobs = files.map(createDownloadJob);
  // In reverse order, as they are taken from the end.
  const small = jobs.filter((job) => !isLarge(job) && !isBundled(job)).reverse();
  const large = jobs.filter(isLarge).reverse();
  const bundles = createBundleQueue({
    support: bundleSupport,
    jobs: jobs.filter(isBundled).reverse(),
    parallel,
  });
  const delayed: DownloadJob[] = [];
  let runningLarge = 0;

  const hasPlace = (job: DownloadJob) => !isLarge(job) || runningLarge < MAX_LARGE_DOWNLOADS;

  const takeOne = (ticket: string | null): DownloadJob | undefined => {
    const one = bundles.takeOne(ticket) ?? small.pop();
    return one ?? (runningLarge < MAX_LARGE_DOWNLOADS ? large.pop() : undefined);
  };

  return {
    size: () => delayed.length + bundles.size() + small.length + large.length,

    /** Takes a file, or the files of a bundle; undefined if none may start now. Tell when a file has `ended`. */
    take(ticket: string | null): DownloadJob | readonly DownloadJob[] | undefined {
      const due = delayed.findIndex((job) => job.notBefore <= now() && hasPlace(job));
      const bundle = due < 0 ? bundles.takeBundle(ticket) : null;
      if (bundle) return bundle;
      const job = due < 0 ? takeOne(ticket) : delayed.splice(due, 1)[0];
      if (job && isLarge(job)) runningLarge += 1;
      return job;
    },

    /** A try of a file that was taken has ended. */
    ended(job: DownloadJob): void {
      if (isLarge(job)) runningLarge -= 1;
    },

    fetchBundle: bundles.fetch,

    /** Puts back a file, to be taken at its `notBefore`. */
    delay: (job: DownloadJob): void => void delayed.push(job),

    /** Puts back files that did not come in their bundle. */
    addAlone: (some: readonly DownloadJob[]): void => void small.push(...some),

    /** The time of the next try of a file, in milliseconds since 1970; infinite if none waits. */
    nextTry: (): number =>
      Math.min(...delayed.map(({ notBefore }) => notBefore).filter((time) => time > now())),

    /** The network is back: every file may be tried at once, and bundles as well. */
    wake(): void {
      bundles.forgive();
      for (const job of delayed) job.notBefore = 0;
    },
  };
};
