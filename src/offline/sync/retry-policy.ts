import { retryDelay } from "../../domain/queue.ts";
import type { Clock, RandomHex } from "../../platform/ports.ts";
import type { DownloadFailure, DownloadJob } from "../download-file.ts";

/** A file is given up after this many failed tries without progress. */
const MAX_TRIES = 6;
/** And after this many tries during which nothing was received, which is hours later. */
const MAX_MISSES = 40;
/** And after this many downloads that do not match the tree's checksum. */
const MAX_WRONGS = 3;
/** After this many failures in a row the network or the server is considered down. */
const MISSES = 3;
/** The longest `Retry-After` of a server that is respected. */
const MAX_PAUSE_MS = 60 * 60_000;

/** What to do after a failure. */
type RetryDecision = "again" | "give-up" | "stop" | "new-ticket";

const isBusy = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

/** Decides what to do after a failed try, and when the next one may start. */
export const createRetryPolicy = ({ now, randomHex }: { now: Clock; randomHex: RandomHex }) => {
  let misses = 0;
  /** Pauses since bytes were last received. Simultaneous failures count as one pause. */
  let pauses = 0;
  let pausedUntil = 0;
  let received = 0;

  const wait = (tries: number) =>
    retryDelay(tries, Number.parseInt(randomHex(2), 16) / 0xffff, null);

  /** Handles a failure of the network or server, not of this file. */
  const recordMiss = (job: DownloadJob, retryAfter: number | null): RetryDecision => {
    misses += 1;
    const isNetwork = misses >= MISSES;
    if (isNetwork) job.misses += 1;
    else job.tries += 1;
    if (retryAfter !== null) {
      const pause = Math.min(retryAfter * 1000, MAX_PAUSE_MS);
      pausedUntil = Math.max(pausedUntil, now() + pause);
    } else if (isNetwork && now() >= pausedUntil) {
      pauses += 1;
      pausedUntil = now() + wait(pauses);
    }
    job.notBefore = now() + wait(job.tries || 1);
    return job.tries < MAX_TRIES && job.misses < MAX_MISSES ? "again" : "give-up";
  };

  const countFailure = (job: DownloadJob): RetryDecision => {
    job.tries += 1;
    job.notBefore = now() + wait(job.tries);
    return job.tries < MAX_TRIES ? "again" : "give-up";
  };

  return {
    /** Records that bytes were received. */
    onReceived() {
      misses = 0;
      pauses = 0;
      received += 1;
    },

    /** Number of times that bytes were received. */
    receivedCount: (): number => received,

    /**
     * Decides what to do after a failure.
     * @param withTicket whether a ticket was used in place of the headers
     * @param isSilent whether no download received anything during this try
     */
    after(
      job: DownloadJob,
      failure: DownloadFailure,
      { withTicket, isSilent }: { withTicket: boolean; isSilent: boolean },
    ): RetryDecision {
      switch (failure.kind) {
        case "no-room":
        case "forbidden":
        case "cancelled":
          return "stop";
        case "changed":
          return "give-up";
        case "wrong":
          job.wrongs += 1;
          if (job.wrongs >= MAX_WRONGS) return "give-up";
          return countFailure(job);
        case "timeout":
          return isSilent ? recordMiss(job, null) : countFailure(job);
        case "unreachable":
          return failure.begun ? countFailure(job) : recordMiss(job, null);
        case "refused":
          if (isBusy(failure.status)) return recordMiss(job, failure.retryAfter);
          if ([401, 403].includes(failure.status)) {
            if (withTicket) return "new-ticket";
            return failure.status === 401 ? "stop" : "give-up";
          }
          return "give-up";
      }
    },

    /** The number of parallel downloads: one while nothing is received, to probe the connection. */
    maxParallel: (parallel: number): number => (misses >= MISSES ? 1 : parallel),

    /** Whether all downloads wait for the network or the server. */
    isStuck: (): boolean => misses > 0,

    pausedUntil: (): number => pausedUntil,

    /** The network is back: ends the pause. */
    wake() {
      if (misses < MISSES) return;
      misses = 0;
      pauses = 0;
      pausedUntil = 0;
    },
  };
};
