import type { WantedFile } from "../../domain/file-tree.ts";
import { nextTurn } from "../../lib/yield-to-main.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import type { FileRequest } from "../../transport/file-download.ts";
import { createJob, type DownloadFailure, downloadFile, type Job } from "./download-file.ts";
import type { PartialFile } from "./partial-file.ts";
import { createRetry } from "./retry.ts";

/** From this size on fewer at once: engines have hung with twenty large ones on one connection. */
const LARGE_BYTES = 1024 * 1024;
const MAX_LARGE_DOWNLOADS = 6;
/** Bytes that have come and wait to be saved; with more than that nothing new is begun. */
const MAX_UNSAVED_BYTES = 8 * 1024 * 1024;

export interface DownloadOptions {
  machine: Pick<DesktopMachine, "folder" | "sha256OfBytes" | "now" | "randomHex" | "connectivity">;
  files: readonly WantedFile[];
  parallel: number;
  request: Pick<FileRequest, "base" | "signal" | "fetch">;
  /** Stands for the headers; null where the server gives none. */
  ticket: string | null;
  /** Gets a new one, when the server takes the old one no more. */
  renewTicket: () => Promise<string | null>;
  headers: () => Record<string, string>;
  /** Waits so many milliseconds, or less when the signal says so. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  onSaved: (file: WantedFile, size: number) => Promise<void>;
  /** Told of bytes that count now, fewer where a file starts over, and of those that came. */
  onBytes: (change: number, received: number) => void;
  /** Whether all waits for the network. */
  onWaiting: (waiting: boolean) => void;
}

export interface Downloaded {
  /** What could not be had, though the rest could. */
  readonly failed: readonly WantedFile[];
  /** Why it ended before its time. */
  readonly stopped: DownloadFailure | null;
  /** Whether some were not begun, since it was drained. */
  readonly drained: boolean;
}

/** Fetches files, so many at once, until each is saved or given up. */
export const createDownload = (options: DownloadOptions) => {
  const { machine, parallel, request, sleep, onSaved, onBytes, onWaiting } = options;
  const retry = createRetry(machine);
  const isLarge = ({ file }: Job) => (file.size ?? 0) >= LARGE_BYTES;
  const jobs = options.files.map(createJob);
  /** What has not been begun, the last one first. */
  const small = jobs.filter((job) => !isLarge(job)).reverse();
  const large = jobs.filter(isLarge).reverse();
  const delayed: Job[] = [];
  const failed: WantedFile[] = [];
  let stopped: DownloadFailure | null = null;
  let draining = false;
  let ticket = options.ticket;
  let renewing: Promise<void> | null = null;
  let running = 0;
  let runningLarge = 0;
  let saving = 0;
  let unsaved = 0;
  const bugs: unknown[] = [];
  let ring: () => void = () => undefined;

  const count = (job: Job, length: number, received: number) => {
    onBytes(length - job.counted, received);
    job.counted = length;
  };

  const giveUp = (job: Job) => {
    count(job, 0, 0);
    failed.push(job.file);
  };

  const renew = (refused: string): Promise<void> => {
    if (refused !== ticket) return Promise.resolve();
    renewing ??= options.renewTicket().then((renewed) => {
      // The same one again, or none: then the headers have to do.
      ticket = renewed === refused ? null : renewed;
      renewing = null;
    });
    return renewing;
  };

  const failedTry = async (
    job: Job,
    failure: DownloadFailure,
    used: string | null,
    isSilent: boolean,
  ) => {
    const length = job.partial?.length() ?? 0;
    // A long file over a bad line takes many tries: each that gets further is worth another.
    if (length > job.furthest) job.tries = 0;
    job.furthest = Math.max(job.furthest, length);
    const next = retry.after(job, failure, { withTicket: used !== null, isSilent });
    if (next === "stop") stopped ??= failure;
    else if (next === "give-up") giveUp(job);
    else {
      if (next === "new-ticket" && used !== null) await renew(used);
      delayed.push(job);
    }
  };

  const save = async (job: Job, partial: PartialFile) => {
    const length = partial.length();
    saving += 1;
    unsaved += length;
    // The next request goes out first: the line is what everything waits for.
    await nextTurn();
    const finished = await partial.finish();
    unsaved -= length;
    if (finished.ok) await onSaved(job.file, finished.value);
    else {
      count(job, 0, 0);
      await failedTry(job, finished.failure, null, false);
    }
    saving -= 1;
    ring();
  };

  const run = async (job: Job) => {
    running += 1;
    if (isLarge(job)) runningLarge += 1;
    const used = ticket;
    const heard = retry.heard();
    const got = await downloadFile(job, {
      machine,
      request: { ...request, ticket: used, headers: options.headers() },
      onLength(length, received) {
        if (received > 0) retry.hit();
        count(job, length, received);
      },
    });
    if (got.ok) {
      retry.hit();
      save(job, got.value).catch(crash);
    } else await failedTry(job, got.failure, used, retry.heard() === heard);
    running -= 1;
    if (isLarge(job)) runningLarge -= 1;
    ring();
  };

  const next = (): Job | undefined => {
    const now = machine.now();
    const ready = delayed.findIndex(
      (job) => job.notBefore <= now && (!isLarge(job) || runningLarge < MAX_LARGE_DOWNLOADS),
    );
    if (ready >= 0) return delayed.splice(ready, 1)[0];
    return small.pop() ?? (runningLarge < MAX_LARGE_DOWNLOADS ? large.pop() : undefined);
  };

  const begin = () => {
    if (stopped || draining || renewing || retry.pausedUntil() > machine.now()) return;
    while (running < retry.most(parallel) && unsaved <= MAX_UNSAVED_BYTES) {
      const job = next();
      if (!job) return;
      run(job).catch(crash);
    }
  };

  /** Until something happens, or the time of the next try has come. */
  const pause = async (): Promise<void> => {
    const over = new AbortController();
    const rung = new Promise<void>((resolve) => {
      ring = resolve;
    });
    const now = machine.now();
    const until =
      retry.pausedUntil() > now
        ? retry.pausedUntil()
        : Math.min(...delayed.map(({ notBefore }) => notBefore).filter((time) => time > now));
    const timed = Number.isFinite(until) && !stopped && !draining;
    const idle = timed && running === 0;
    if (idle && retry.isStuck()) onWaiting(true);
    if (timed) {
      const signal = AbortSignal.any([over.signal, request.signal]);
      await Promise.race([rung, sleep(until - now, signal)]);
      over.abort();
    } else await rung;
    if (idle) onWaiting(false);
  };

  /** A bug ends the whole, and is not swallowed. */
  const crash = (error: unknown) => {
    bugs.push(error);
    ring();
  };

  const rest = () => delayed.length + small.length + large.length;

  const isOver = () =>
    running === 0 && saving === 0 && (stopped !== null || draining || rest() === 0);

  return {
    async run(): Promise<Downloaded> {
      const wake = (online: boolean) => {
        if (!online) return;
        retry.wake();
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

    /** Begins no further file; those under way come to their end. */
    drain() {
      draining = true;
      ring();
    },
  };
};

export type Download = ReturnType<typeof createDownload>;
