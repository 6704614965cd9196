import type { CourseFiles } from "../../domain/course-files.ts";
import { retryDelay } from "../../domain/queue.ts";
import { Result } from "../../lib/result.ts";
import { sleepFor } from "../../lib/sleep-for.ts";
import type { Account } from "../accounts.ts";
import { createCourseSelection } from "./course-selection.ts";
import { createLocalTree } from "./local-tree.ts";
import {
  createSyncRun,
  type FetchPersonalData,
  type RunOptions,
  type RunRequest,
} from "./sync-run.ts";
import { createSyncProgress } from "./sync-state.ts";
import { createSyncStorage } from "./sync-storage.ts";

export interface SyncOptions
  extends Pick<RunOptions, "machine" | "send" | "base" | "languages" | "onContent" | "news">,
    Partial<Pick<RunOptions, keyof typeof DEFAULTS>> {
  token: () => string | null;
  /** The activation id; null if there is none. */
  license: () => string | null;
  account: Pick<Account, "name" | "index" | "neededElsewhere">;
  /** Must resolve before the account's folder is read. */
  ready?: Promise<void>;
  /** Called when files were added or deleted. */
  onFiles?: () => void;
}

const DEFAULTS = {
  parallel: 20,
  fetch: ((...request) => fetch(...request)) as typeof fetch,
  sleep: sleepFor,
  metered: () => false,
  fetchPersonalData: (async () => Result.ok(null)) as FetchPersonalData,
};

/**
 * Keeps the content of one account on this machine up to date with the server. Failures are reported
 * in the state; nothing is thrown.
 */
export const createSync = (options: SyncOptions) => {
  const { machine, account, token, license, onFiles = () => undefined } = options;
  const { index } = account;
  /** The courses, with the names of their files; null while nobody wants to see them. */
  let shownCourses: readonly CourseFiles[] | null = null;
  const progress = createSyncProgress(
    machine.now,
    () => shownCourses && courses.usage(shownCourses),
  );
  const { state } = progress;
  const storage = createSyncStorage(machine.storage, machine.randomHex, account.name);
  const tree = createLocalTree({ ...account, machine });
  const courses = createCourseSelection({ ...account, tree, storage });

  const run = createSyncRun({
    ...DEFAULTS,
    ...options,
    ...{ index, tree, storage, progress, loadExclusions: courses.loadExclusions },
    headers() {
      const bearer = token();
      const id = license();
      const calls: Record<string, string> = id && !bearer ? { "x-license": id } : {};
      return { calls, files: { ...calls, ...(bearer && { authorization: `Bearer ${bearer}` }) } };
    },
  });
  const { sleep = DEFAULTS.sleep } = options;

  let booting: Promise<void> | null = null;
  let running: Promise<void> | null = null;
  /** The phase after a run was stopped. */
  let atRest: "paused" | "idle" = "paused";
  /** Whether to check for replaced files after the present run, which does not. */
  let restartThorough = false;
  let control = new AbortController();
  /** Ends a wait early. */
  let wakeUp: () => void = () => undefined;
  /** Resolves when the tree is no longer locked by `runExclusively`. */
  let occupied: Promise<unknown> = Promise.resolve();
  let mayRemove = false;
  let refetchAll = false;

  const load = async (): Promise<void> => {
    await options.ready;
    const { lastSync } = storage.read();
    state.lastSync = lastSync;
    state.askFirst = storage.asksFirst();
    state.wholeFilms = storage.wantsWholeFilms();
    refetchAll = !(await tree.load()) || !(await index.has("content.json"));
    onFiles();
    progress.show();
    state.status.initialized = true;
    machine.connectivity.subscribe((online) => {
      if (!online) return;
      wakeUp();
      // The downloads may have failed because of the network.
      if (state.phase === "done" && state.failed > 0) void start();
    });
  };

  const boot = (): Promise<void> => {
    booting ??= load();
    return booting;
  };

  const wait = async (tries: number, retryAfter: number | null, signal: AbortSignal) => {
    progress.phase("waiting");
    const random = Number.parseInt(machine.randomHex(2), 16) / 0xffff;
    const over = new AbortController();
    wakeUp = () => over.abort();
    const either = AbortSignal.any([over.signal, signal]);
    await sleep(retryDelay(tries, random, retryAfter), either);
    wakeUp = () => undefined;
  };

  const go = async (signal: AbortSignal, request: Omit<RunRequest, "mayRemove">): Promise<void> => {
    const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
    await Promise.race([occupied, aborted]);
    await boot();
    state.failure = null;
    if (!request.goesOn) progress.begin(0, 0, false);
    for (let tries = 1; !signal.aborted; tries += 1) {
      const end = await run.run(signal, { ...request, mayRemove }, refetchAll);
      await tree.write();
      onFiles();
      if (signal.aborted || end.kind === "cancelled") break;
      if (end.kind === "waiting") {
        await wait(tries, end.retryAfter, signal);
        continue;
      }
      if (end.kind === "done") {
        mayRemove = false;
        refetchAll = state.removal !== null && refetchAll;
      }
      if (end.kind === "failed") state.failure = end.failure;
      return progress.phase(end.kind);
    }
    progress.phase(atRest);
  };

  /**
   * Starts or resumes the sync. Resolves when everything is here or the person has to do something;
   * without a network it keeps waiting. A call while the sync runs returns the same promise.
   * @param agreed the person agreed to use a metered connection
   * @param thorough checks for replaced files even if the lessons have not changed. A start does this
   *   by itself at most once an hour
   */
  const start = ({ agreed = false, thorough = false } = {}): Promise<void> => {
    if (running) {
      // The present run checks for less than what is asked for now.
      restartThorough ||= thorough;
      wakeUp();
      run.recheckLanguages();
      return running;
    }
    const goesOn = state.phase === "paused";
    control = new AbortController();
    running = go(control.signal, { agreed, thorough, goesOn })
      .finally(() => {
        running = null;
      })
      .then(() => {
        if (!restartThorough) return;
        restartThorough = false;
        return start({ agreed: true, thorough: true });
      });
    return running;
  };

  const halt = async (phase: "paused" | "idle"): Promise<void> => {
    if (!running) return;
    restartThorough = false;
    atRest = phase;
    control.abort();
    await running;
  };

  /** Stops the sync while work changes the tree, then continues it. */
  const runExclusively = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const mine = occupied.then(async () => {
      await boot();
      const wasRunning = running !== null;
      const before = state.phase;
      await halt("paused");
      const value = await work();
      await tree.write();
      onFiles();
      progress.show();
      progress.phase(wasRunning ? "paused" : before);
      if (wasRunning) void start({ agreed: true });
      return value;
    });
    occupied = mine.catch(() => undefined);
    return mine;
  };

  return {
    state,

    /** Loads the state of the disk. Sends no request. */
    boot,
    start,
    /** Stops the sync. Everything that was downloaded is kept. */
    pause: () => halt("paused"),
    resume: () => start({ agreed: true }),
    /**
     * Stops the sync because the session has ended. The content stays, but what it is compared by does not: whoever
     * signs in next has it from the school.
     */
    async stop(): Promise<void> {
      await halt("idle");
      storage.update({ checksum: null });
    },

    /** Deletes the files in `state.removal`, which the server no longer has. */
    async confirmRemoval(): Promise<void> {
      mayRemove = true;
      await halt("paused");
      await start({ agreed: true });
    },

    /**
     * Hashes every file on the disk, then downloads the damaged ones again.
     * @returns the number of damaged files
     */
    async verify(): Promise<number> {
      const wrong = await runExclusively(async () => {
        control = new AbortController();
        const { files, bytes } = tree.totals();
        progress.begin(files, bytes, false);
        progress.phase("verifying");
        const onFile = (size: number) => {
          progress.fileDone();
          progress.bytes(size, 0);
        };
        const damaged = await tree.verify(onFile, control.signal);
        refetchAll ||= !(await courses.areIndexFilesWhole());
        return damaged;
      });
      void start({ agreed: true });
      return wrong;
    },

    /** Does work that changes files while the sync is stopped, then continues the sync. */
    runExclusively,

    /** The present tree, which may not be written yet. */
    tree: tree.current,

    /**
     * Reads the courses of the content on this machine. From then on `state.courses` has what is here of
     * each of them; a file of several courses counts for each.
     */
    async readCourses(): Promise<void> {
      shownCourses = await courses.list();
      progress.show();
    },

    /** Bytes that deleting a course would free. */
    freedBy: courses.freedBy,

    /** Deletes the files that only this course needs, and excludes it from the sync. */
    async removeCourse(productKey: string, courseKey: string): Promise<void> {
      await runExclusively(() => courses.exclude(productKey, courseKey));
      // The counts of the last run have the files that are gone.
      if (!running) progress.begin(0, 0, false);
    },

    /** Includes a course again, and starts to download it. */
    async keepCourse(productKey: string, courseKey: string): Promise<void> {
      await runExclusively(async () => courses.include(productKey, courseKey));
      void start({ agreed: true });
    },

    /** Sets whether to ask before downloading over a metered connection. */
    setAskFirst(asks: boolean) {
      state.askFirst = asks;
      storage.setAskFirst(asks);
    },

    /** Sets whether to keep films as large as the school has them, and fetches those that are missing then. */
    setWholeFilms(whole: boolean): Promise<void> {
      state.wholeFilms = whole;
      storage.setWholeFilms(whole);
      return start({ thorough: true });
    },
  };
};

export type Sync = ReturnType<typeof createSync>;
