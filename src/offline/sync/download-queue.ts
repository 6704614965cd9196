import { MAX_BUNDLE_BYTES, MAX_BUNDLE_NAMES } from "../../contract/file-bundle.ts";
import type { WantedFile } from "../../domain/file-tree.ts";
import type { Clock } from "../../platform/ports.ts";
import {
  type BundleFailure,
  type BundleRequest,
  openBundle,
} from "../../transport/bundle-download.ts";
import { createDownloadJob, type DownloadJob } from "../download-file.ts";

/** Larger files are fetched one by one: for them the line decides, not the number of requests. */
const MAX_BUNDLED_BYTES = 32 * 1024;
/**
 * Bytes of the names in a request. So many leave with the first packets of a new connection; with
 * more, a distant school would get the request a round trip later.
 */
const MAX_NAMES_BYTES = 12_000;
/** The next bundle is on its way while one arrives. */
const MAX_BUNDLES = 3;
/** After this many faults in a row without a file, no further bundle is asked for in this sync. */
const MAX_FAULTS = 3;

/** What is known of the school's bundles, for as long as the person is signed in. */
export interface BundleSupport {
  /** The school does not know the call. */
  isMissing: boolean;
  /** A ticket that was refused. An older school answers so to a call that it does not know. */
  refusedTicket: string | null;
}

export const createBundleSupport = (): BundleSupport => ({ isMissing: false, refusedTicket: null });

interface BundleQueueOptions {
  support: BundleSupport;
  /** In reverse order. Those that are no use in a bundle stay with the caller. */
  jobs: DownloadJob[];
  /** So few files need no bundle: they are all requested at once. */
  parallel: number;
}

/** A failure of the network or the server. */
type BusyFailure = Extract<BundleFailure, { kind: "unreachable" | "timeout" | "refused" }>;

interface BundleEnd {
  /** Files that did not come, to be fetched one by one. */
  readonly alone: readonly DownloadJob[];
  /** The network or the server failed before the first file came: one of the files, and why. */
  readonly failed: { readonly job: DownloadJob; readonly failure: BusyFailure } | null;
}

const isBundled = ({ file }: DownloadJob): boolean =>
  file.size !== null && file.size > 0 && file.size <= MAX_BUNDLED_BYTES;

const NOTHING_LEFT: BundleEnd = { alone: [], failed: null };

/** Small files that wait, and the bundles in which they are fetched if there are many of them. */
const createBundleQueue = ({ support, jobs, parallel }: BundleQueueOptions) => {
  let running = 0;
  let faults = 0;

  const isUsable = (ticket: string | null) =>
    !support.isMissing &&
    faults < MAX_FAULTS &&
    (ticket === null || ticket !== support.refusedTicket);

  /** Takes the files of one request: of one language, and not too many. */
  const cut = (): DownloadJob[] => {
    const taken: DownloadJob[] = [];
    const language = jobs.at(-1)?.file.language;
    let bytes = 0;
    let names = 0;
    while (taken.length < MAX_BUNDLE_NAMES) {
      const job = jobs.at(-1);
      if (!job || job.file.language !== language) break;
      bytes += job.file.size ?? 0;
      names += JSON.stringify(job.file.name).length + 1;
      if (taken.length > 0 && (bytes > MAX_BUNDLE_BYTES || names > MAX_NAMES_BYTES)) break;
      taken.push(job);
      jobs.pop();
    }
    return taken;
  };

  /** Counts a failure. A school that cannot be reached says nothing about its bundles. */
  const count = (failure: BusyFailure, came: number, ticket: string | null) => {
    if (came > 0) faults = 0;
    else if (failure.kind !== "refused")
      faults += failure.kind === "timeout" || failure.begun ? 1 : 0;
    else if (failure.status >= 429) faults += 1;
    else {
      // The single files find out whether this is about the person, the ticket or the call.
      if (failure.status === 401) support.refusedTicket = ticket;
      faults = failure.status === 401 && ticket !== null ? faults : MAX_FAULTS;
    }
  };

  /** Decides about the files that have not come. */
  const end = (
    rest: readonly DownloadJob[],
    failure: BundleFailure | null,
    came: number,
    ticket: string | null,
  ): BundleEnd => {
    if (failure === null || failure.kind === "malformed") {
      faults = failure ? faults + 1 : 0;
      return { alone: rest, failed: null };
    }
    jobs.push(...rest.toReversed());
    if (failure.kind === "unknown") support.isMissing = true;
    if (failure.kind === "unknown" || failure.kind === "cancelled") return NOTHING_LEFT;
    count(failure, came, ticket);
    const isRefused = failure.kind === "refused" && failure.status < 429;
    const job = came > 0 || isRefused ? undefined : jobs.pop();
    return job ? { alone: [], failed: { job, failure } } : NOTHING_LEFT;
  };

  return {
    size: () => jobs.length,

    /** The network is back: earlier faults do not count any more. */
    forgive() {
      faults = 0;
    },

    /** Takes the files of the next bundle; null if there is none to ask for now. */
    takeBundle(ticket: string | null): DownloadJob[] | null {
      const few = jobs.length <= parallel;
      return few || running >= MAX_BUNDLES || !isUsable(ticket) ? null : cut();
    },

    /** Takes a file that is not to be bundled; undefined if the rest is. */
    takeOne(ticket: string | null): DownloadJob | undefined {
      return jobs.length <= parallel || !isUsable(ticket) ? jobs.pop() : undefined;
    },

    /**
     * Fetches a bundle. Files that were on their way when the line was cut wait for the next bundle.
     * @param onFile called with each file, not yet verified; returns whether to go on
     */
    async fetch(
      bundle: readonly DownloadJob[],
      request: Omit<BundleRequest, "language" | "files">,
      onFile: (job: DownloadJob, bytes: Uint8Array<ArrayBuffer>) => Promise<boolean>,
    ): Promise<BundleEnd> {
      running += 1;
      const missing = new Map(bundle.map((job) => [job.file.name, job]));
      const files = new Map(
        bundle.map(({ file }) => [file.name, { checksum: file.checksum, size: file.size ?? 0 }]),
      );
      const language = bundle[0]?.file.language ?? "";
      const opened = await openBundle({ ...request, language, files });
      let failure = opened.ok ? null : opened.failure;
      while (opened.ok) {
        const next = await opened.value.next();
        if (!next.ok) failure = next.failure;
        if (!next.ok || next.value === null) break;
        const job = missing.get(next.value.name) as DownloadJob;
        missing.delete(next.value.name);
        if (await onFile(job, next.value.bytes)) continue;
        opened.value.cancel();
        failure = { kind: "cancelled" };
        break;
      }
      running -= 1;
      return end([...missing.values()], failure, bundle.length - missing.size, request.ticket);
    },
  };
};

/** Fewer files above this size in parallel: browsers have hung with twenty on one connection. */
const LARGE_BYTES = 1024 * 1024;
const MAX_LARGE_DOWNLOADS = 6;

const isLarge = ({ file }: DownloadJob): boolean => (file.size ?? 0) >= LARGE_BYTES;

interface DownloadQueueOptions {
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

  const isWithinLimit = (job: DownloadJob) => !isLarge(job) || runningLarge < MAX_LARGE_DOWNLOADS;

  const takeOne = (ticket: string | null): DownloadJob | undefined => {
    const one = bundles.takeOne(ticket) ?? small.pop();
    return one ?? (runningLarge < MAX_LARGE_DOWNLOADS ? large.pop() : undefined);
  };

  return {
    size: () => delayed.length + bundles.size() + small.length + large.length,

    /** Takes a file, or the files of a bundle; undefined if none may start now. Tell when a file has `ended`. */
    take(ticket: string | null): DownloadJob | readonly DownloadJob[] | undefined {
      const due = delayed.findIndex((job) => job.notBefore <= now() && isWithinLimit(job));
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
