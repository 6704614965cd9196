import { waitBeforeRetry } from "../../domain/queue.ts";
import type { Clock, RandomHex } from "../../platform/ports.ts";
import type { DownloadFailure, Job } from "./download-file.ts";

/** A file is given up after so many failed tries. */
const MAX_TRIES = 6;
/** And after so many while nothing got through at all, which is hours later. */
const MAX_MISSES = 40;
/** And after so many times that the server gave other bytes than its tree promises. */
const MAX_WRONGS = 3;
/** So many failures in a row, of whichever files, are the network's or the server's. */
const MISSES = 3;
/** A server that asks for more is not believed. */
const MAX_PAUSE_MS = 60 * 60_000;

/** What follows from a failure. */
export type Next = "again" | "give-up" | "stop" | "new-ticket";

const isBusy = (status: number): boolean => status >= 500 || [408, 425, 429].includes(status);

/** Decides what becomes of failed tries, and when the next one may come. */
export const createRetry = ({ now, randomHex }: { now: Clock; randomHex: RandomHex }) => {
  let misses = 0;
  /** Pauses since anything came: what fails together is one of them. */
  let pauses = 0;
  let pausedUntil = 0;
  let heard = 0;

  const wait = (tries: number) =>
    waitBeforeRetry(tries, Number.parseInt(randomHex(2), 16) / 0xffff, null);

  /** Nothing gets through: then it is no file's fault. */
  const miss = (job: Job, retryAfter: number | null): Next => {
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

  const countFailure = (job: Job): Next => {
    job.tries += 1;
    job.notBefore = now() + wait(job.tries);
    return job.tries < MAX_TRIES ? "again" : "give-up";
  };

  return {
    /** Something has come. */
    hit() {
      misses = 0;
      pauses = 0;
      heard += 1;
    },

    /** Counts how often anything came. */
    heard: (): number => heard,

    /**
     * @param withTicket whether a ticket stood for the headers
     * @param isSilent whether nothing at all came while this was tried, of whichever file
     */
    after(
      job: Job,
      failure: DownloadFailure,
      { withTicket, isSilent }: { withTicket: boolean; isSilent: boolean },
    ): Next {
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
          return isSilent ? miss(job, null) : countFailure(job);
        case "unreachable":
          return failure.begun ? countFailure(job) : miss(job, null);
        case "refused":
          if (isBusy(failure.status)) return miss(job, failure.retryAfter);
          if ([401, 403].includes(failure.status)) {
            if (withTicket) return "new-ticket";
            return failure.status === 401 ? "stop" : "give-up";
          }
          return "give-up";
      }
    },

    /** While nothing gets through, one file at a time is enough to find out. */
    most: (parallel: number): number => (misses >= MISSES ? 1 : parallel),

    /** Whether the network or the server is what everything waits for. */
    isStuck: (): boolean => misses > 0,

    pausedUntil: (): number => pausedUntil,

    /** The network is back: what waited for it need not. */
    wake() {
      if (misses < MISSES) return;
      misses = 0;
      pauses = 0;
      pausedUntil = 0;
    },
  };
};

export type Retry = ReturnType<typeof createRetry>;
