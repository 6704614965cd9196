import type { WantedFile } from "../../domain/file-tree.ts";
import { nextTurn } from "../../lib/yield-to-main.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import type { FileRequest } from "../../transport/file-download.ts";
import { type DownloadFailure, type DownloadJob, downloadFile } from "../download-file.ts";
import { contentFile, createPartialFile, type PartialFile } from "../partial-file.ts";
import { type BundleSupport, createDownloadQueue } from "./download-queue.ts";
import { createRetryPolicy } from "./retry-policy.ts";

/**
 * A ticket for files that is renewed once, however many downloads find it refused at the same time.
 * @param request asks for a new one; null if the server gives none
 */
const createRenewableTicket = (first: string | null, request: () => Promise<string | null>) => {
  let ticket = first;
  let renewing: Promise<void> | null = null;
  return {
    /** Null: the headers are used. */
    current: () => ticket,
    isRenewing: () => renewing !== null,
    /** Replaces a ticket that was refused, unless that has been done. */
    renew(refused: string): Promise<void> {
      if (refused !== ticket) return Promise.resolve();
      renewing ??= request().then((renewed) => {
        // With the same ticket, or none, the headers are used.
        ticket = renewed === refused ? null : renewed;
        renewing = null;
      });
      return renewing;
    },
  };
};

/** Received bytes that are not saved yet. Above this limit no new download starts. */
const MAX_UNSAVED_BYTES = 8 * 1024 * 1024;
/** Files of bundles that are saved at once. Further ones wait in the connection. */
const MAX_SAVING = 20;

type Finished = Awaited<ReturnType<PartialFile["finish"]>>;

interface FileSavesOptions {
  /** Called when a save has ended. */
  onEnded(): void;
  /** Called with an error that nobody has expected. */
  onError(error: unknown): void;
}

/** The files that are being verified and saved. */
const createFileSaves = ({ onEnded, onError }: FileSavesOptions) => {
  const running = new Set<Promise<void>>();
  let unsaved = 0;

  const save = async (partial: PartialFile): Promise<Finished> => {
    const length = partial.length();
    unsaved += length;
    // The next request is sent first, since the connection is the bottleneck.
    await nextTurn();
    const finished = await partial.finish();
    unsaved -= length;
    return finished;
  };

  return {
    count: () => running.size,

    /** Whether too much waits for the disk. */
    isFull: () => unsaved > MAX_UNSAVED_BYTES,

    /** Starts to save a file. The save has ended when `then` has. */
    start(partial: PartialFile, then: (finished: Finished) => Promise<void>): void {
      const saved = save(partial)
        .then(then)
        .catch(onError)
        .finally(() => {
          running.delete(saved);
          onEnded();
        });
      running.add(saved);
    },

    /** Waits until there is room for a file of a bundle. */
    async room(): Promise<void> {
      while (running.size >= MAX_SAVING || unsaved > MAX_UNSAVED_BYTES) await Promise.race(running);
    },
  };
};

export interface DownloadOptions {
  machine: Pick<DesktopMachine, "folder" | "sha256OfBytes" | "now" | "randomHex" | "connectivity">;
  files: readonly WantedFile[];
  parallel: number;
  /** What is known of the school's bundles. */
  bundleSupport: BundleSupport;
  request: Pick<FileRequest, "base" | "signal" | "fetch" | "form">;
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

interface DownloadResult {
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
  const queue = createDownloadQueue({ ...options, now: machine.now });
  const ticket = createRenewableTicket(options.ticket, options.renewTicket);
  const failed: WantedFile[] = [];
  let stopped: DownloadFailure | null = null;
  let draining = false;
  let running = 0;
  const bugs: unknown[] = [];
  /** Call it when something has happened: `run` looks what to do next. */
  let ring: () => void = () => undefined;

  /** Records an unexpected error, which ends the download and is thrown by `run`. */
  const crash = (error: unknown) => {
    bugs.push(error);
    ring();
  };

  const saves = createFileSaves({ onEnded: () => ring(), onError: crash });

  const count = (job: DownloadJob, length: number, received: number) => {
    onBytes(length - job.counted, received);
    job.counted = length;
  };

  const giveUp = (job: DownloadJob) => {
    count(job, 0, 0);
    failed.push(job.file);
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
      if (next === "new-ticket" && used !== null) await ticket.renew(used);
      queue.delay(job);
    }
  };

  const save = (job: DownloadJob, partial: PartialFile) =>
    saves.start(partial, async (finished) => {
      if (finished.ok) return onSaved(job.file, finished.value);
      count(job, 0, 0);
      await failedTry(job, finished.failure, null, false);
    });

  const runBundle = async (bundle: readonly DownloadJob[]) => {
    running += 1;
    const receivedBefore = retryPolicy.receivedCount();
    const bundleRequest = { ...request, ticket: ticket.current(), headers: options.headers() };
    const end = await queue.fetchBundle(bundle, bundleRequest, async (job, bytes) => {
      const partial = createPartialFile(machine, contentFile(job.file));
      await partial.append(bytes);
      job.partial = partial;
      retryPolicy.onReceived();
      count(job, bytes.length, bytes.length);
      save(job, partial);
      await saves.room();
      return !stopped && !draining;
    });
    queue.addAlone(end.alone);
    if (end.failed) {
      const isSilent = retryPolicy.receivedCount() === receivedBefore;
      await failedTry(end.failed.job, end.failed.failure, null, isSilent);
    }
    running -= 1;
    ring();
  };

  const run = async (job: DownloadJob) => {
    running += 1;
    const used = ticket.current();
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
      save(job, got.value);
    } else await failedTry(job, got.failure, used, retryPolicy.receivedCount() === receivedBefore);
    running -= 1;
    queue.ended(job);
    ring();
  };

  const begin = () => {
    const mustWait = ticket.isRenewing() || retryPolicy.pausedUntil() > machine.now();
    if (stopped || draining || mustWait) return;
    while (running < retryPolicy.maxParallel(parallel) && !saves.isFull()) {
      const taken = queue.take(ticket.current());
      if (!taken) return;
      ("file" in taken ? run(taken) : runBundle(taken)).catch(crash);
    }
  };

  /** Waits until something happens, or until it is time for the next try. */
  const pause = async (): Promise<void> => {
    const over = new AbortController();
    const rung = new Promise<void>((resolve) => {
      ring = resolve;
    });
    const now = machine.now();
    const pausedUntil = retryPolicy.pausedUntil();
    const until = pausedUntil > now ? pausedUntil : queue.nextTry();
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

  const isOver = () =>
    running === 0 && saves.count() === 0 && (stopped !== null || draining || queue.size() === 0);

  return {
    async run(): Promise<DownloadResult> {
      const wake = (online: boolean) => {
        if (!online) return;
        retryPolicy.wake();
        queue.wake();
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
      return { failed, stopped, drained: queue.size() > 0 };
    },

    /** Starts no further file. Resolves `run` when the present ones are done. */
    drain() {
      draining = true;
      ring();
    },
  };
};

export type Download = ReturnType<typeof createDownload>;
