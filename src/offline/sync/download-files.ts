import type { WantedFile } from "../../domain/file-tree.ts";
import { nextTurn } from "../../lib/yield-to-main.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import type { FileRequest } from "../../transport/file-download.ts";
import { type BundleSupport, createBundleQueue, isBundled } from "./bundle-queue.ts";
import {
  createDownloadJob,
  type DownloadFailure,
  type DownloadJob,
  downloadFile,
} from "./download-file.ts";
import { createPartialFile, type PartialFile } from "./partial-file.ts";
import { createRetryPolicy } from "./retry-policy.ts";

/** Fewer files above this size in parallel: browsers have hung with twenty on one connection. */
const LARGE_BYTES = 1024 * 1024;
const MAX_LARGE_DOWNLOADS = 6;
/** Received bytes that are not saved yet. Above this limit no new download starts. */
const MAX_UNSAVED_BYTES = 8 * 1024 * 1024;
/** Files of bundles that are saved at once. Further ones wait in the connection. */
const MAX_SAVING = 20;

export interface DownloadOptions {
  machine: Pick<DesktopMachine, "folder" | "sha256OfBytes" | "now" | "randomHex" | "connectivity">;
  files: readonly WantedFile[];
  parallel: number;
  /** What is known of the school's bundles. */
  bundleSupport: BundleSupport;
  request: Pick<FileRequest, "base" | "signal" | "fetch">;
  /** Replaces the headers; null if the server gives no ticket. */
  ticket: string | null;
  /** Requests a new ticket when the server refuses the present one. */
  renewTicket: () => Promise<string | null>;
  headers: () => Record<string, string>;
  /** Waits that many milliseconds, or until the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  onSaved: (file: WantedFile, size: number) => Promise<void>;
  /** Called with the change in saved bytes, negative if a file starts over, and the bytes received. */
  onBytes: (change: number, received: number) => void;
  /** Called when all downloads wait for the network, and when they continue. */
  onWaiting: (waiting: boolean) => void;
}

export interface DownloadResult {
  /** Files that could not be downloaded, though others could. */
  readonly failed: readonly WantedFile[];
  /** Why the download ended early. */
  readonly stopped: DownloadFailure | null;
  /** Whether files were left because of `drain`. */
  readonly drained: boolean;
}

/** Downloads files in parallel, until each is saved or given up. */
export const createDownload = (options: DownloadOptions) => {
  const { machine, parallel, request, sleep, onSaved, onBytes, onWaiting } = options;
  const retryPolicy = createRetryPolicy(machine);
  const isLarge = ({ file }: DownloadJob) => (file.size ?? 0) >= LARGE_BYTES;
  const jobs = options.files.map(createDownloadJob);
  /** Files that have not been started, in reverse order. */
  const small = jobs.filter((job) => !isLarge(job) && !isBundled(job)).reverse();
  const bundles = createBundleQueue({
    support: options.bundleSupport,
    jobs: jobs.filter(isBundled).reverse(),
    parallel,
  });
  const large = jobs.filter(isLarge).reverse();
  const delayed: DownloadJob[] = [];
  const failed: WantedFile[] = [];
  let stopped: DownloadFailure | null = null;
  let draining = false;
  let ticket = options.ticket;
  let renewing: Promise<void> | null = null;
  let running = 0;
  let runningLarge = 0;
  /** Files that are being verified and saved. */
  const saves = new Set<Promise<void>>();
  let unsaved = 0;
  const bugs: unknown[] = [];
  let ring: () => void = () => undefined;

  const count = (job: DownloadJob, length: number, received: number) => {
    onBytes(length - job.counted, received);
    job.counted = length;
  };

  const giveUp = (job: DownloadJob) => {
    count(job, 0, 0);
    failed.push(job.file);
  };

  const renew = (refused: string): Promise<void> => {
    if (refused !== ticket) return Promise.resolve();
    renewing ??= options.renewTicket().then((renewed) => {
      // With the same ticket, or none, the headers are used.
      ticket = renewed === refused ? null : renewed;
      renewing = null;
    });
    return renewing;
  };

  const failedTry = async (
    job: DownloadJob,
    failure: DownloadFailure,
    used: string | null,
    isSilent: boolean,
  ) => {
    const length = job.partial?.length() ?? 0;
    // A large file may need many tries on a bad connection: progress resets the count.
    if (length > job.furthest) job.tries = 0;
    job.furthest = Math.max(job.furthest, length);
    const next = retryPolicy.after(job, failure, { withTicket: used !== null, isSilent });
    if (next === "stop") stopped ??= failure;
    else if (next === "give-up") giveUp(job);
    else {
      if (next === "new-ticket" && used !== null) await renew(used);
      delayed.push(job);
    }
  };

  const save = async (job: DownloadJob, partial: PartialFile) => {
    const length = partial.length();
    unsaved += length;
    // The next request is sent first, since the connection is the bottleneck.
    await nextTurn();
    const finished = await partial.finish();
    unsaved -= length;
    if (finished.ok) await onSaved(job.file, finished.value);
    else {
      count(job, 0, 0);
      await failedTry(job, finished.failure, null, false);
    }
  };

  const startSave = (job: DownloadJob, partial: PartialFile) => {
    const saved = save(job, partial)
      .catch(crash)
      .finally(() => {
        saves.delete(saved);
        ring();
      });
    saves.add(saved);
  };

  const runBundle = async (bundle: readonly DownloadJob[]) => {
    running += 1;
    const used = ticket;
    const receivedBefore = retryPolicy.receivedCount();
    const asked = { ...request, ticket: used, headers: options.headers() };
    const end = await bundles.fetch(bundle, asked, async (job, bytes) => {
      const partial = createPartialFile(machine, job.file);
      await partial.append(bytes);
      job.partial = partial;
      retryPolicy.onReceived();
      count(job, bytes.length, bytes.length);
      startSave(job, partial);
      while (saves.size >= MAX_SAVING || unsaved > MAX_UNSAVED_BYTES) await Promise.race(saves);
      return !stopped && !draining;
    });
    small.push(...end.alone);
    if (end.failed) {
      const isSilent = retryPolicy.receivedCount() === receivedBefore;
      await failedTry(end.failed.job, end.failed.failure, null, isSilent);
    }
    running -= 1;
    ring();
  };

  const run = async (job: DownloadJob) => {
    running += 1;
    if (isLarge(job)) runningLarge += 1;
    const used = ticket;
    const receivedBefore = retryPolicy.receivedCount();
    const got = await downloadFile(job, {
      machine,
      request: { ...request, ticket: used, headers: options.headers() },
      onLength(length, received) {
        if (received > 0) retryPolicy.onReceived();
        count(job, length, received);
      },
    });
    if (got.ok) {
      retryPolicy.onReceived();
      startSave(job, got.value);
    } else await failedTry(job, got.failure, used, retryPolicy.receivedCount() === receivedBefore);
    running -= 1;
    if (isLarge(job)) runningLarge -= 1;
    ring();
  };

  /** What to start next: a file, or the files of a bundle. */
  const next = (): DownloadJob | readonly DownloadJob[] | undefined => {
    const now = machine.now();
    const ready = delayed.findIndex(
      (job) => job.notBefore <= now && (!isLarge(job) || runningLarge < MAX_LARGE_DOWNLOADS),
    );
    if (ready >= 0) return delayed.splice(ready, 1)[0];
    const bundled = bundles.takeBundle(ticket) ?? bundles.takeOne(ticket);
    return bundled ?? small.pop() ?? (runningLarge < MAX_LARGE_DOWNLOADS ? large.pop() : undefined);
  };

  const begin = () => {
    if (stopped || draining || renewing || retryPolicy.pausedUntil() > machine.now()) return;
    while (running < retryPolicy.maxParallel(parallel) && unsaved <= MAX_UNSAVED_BYTES) {
      const found = next();
      if (!found) return;
      ("file" in found ? run(found) : runBundle(found)).catch(crash);
    }
  };

  /** Waits until something happens, or until it is time for the next try. */
  const pause = async (): Promise<void> => {
    const over = new AbortController();
    const rung = new Promise<void>((resolve) => {
      ring = resolve;
    });
    const now = machine.now();
    const until =
      retryPolicy.pausedUntil() > now
        ? retryPolicy.pausedUntil()
        : Math.min(...delayed.map(({ notBefore }) => notBefore).filter((time) => time > now));
    const timed = Number.isFinite(until) && !stopped && !draining;
    const idle = timed && running === 0;
    if (idle && retryPolicy.isStuck()) onWaiting(true);
    if (timed) {
      const signal = AbortSignal.any([over.signal, request.signal]);
      await Promise.race([rung, sleep(until - now, signal)]);
      over.abort();
    } else await rung;
    if (idle) onWaiting(false);
  };

  /** Records an unexpected error, which ends the download and is thrown by `run`. */
  const crash = (error: unknown) => {
    bugs.push(error);
    ring();
  };

  const rest = () => delayed.length + bundles.size() + small.length + large.length;

  const isOver = () =>
    running === 0 && saves.size === 0 && (stopped !== null || draining || rest() === 0);

  return {
    async run(): Promise<DownloadResult> {
      const wake = (online: boolean) => {
        if (!online) return;
        retryPolicy.wake();
        bundles.forgive();
        for (const job of delayed) job.notBefore = 0;
        ring();
      };
      const stopListening = machine.connectivity.subscribe(wake);
      while (!isOver()) {
        if (request.signal.aborted) stopped ??= { kind: "cancelled" };
        begin();
        if (isOver()) break;
        await pause();
        if (bugs.length > 0) throw bugs[0];
      }
      stopListening();
      return { failed, stopped, drained: rest() > 0 };
    },

    /** Starts no further file. Resolves `run` when the present ones are done. */
    drain() {
      draining = true;
      ring();
    },
  };
};

export type Download = ReturnType<typeof createDownload>;
