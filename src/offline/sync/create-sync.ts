import { waitBeforeRetry } from "../../domain/queue.ts";
import { Result } from "../../lib/result.ts";
import { sleepFor } from "../../lib/sleep-for.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import type { Send } from "../../transport/transport.ts";
import type { Account } from "../accounts.ts";
import { createCourseWishes } from "./course-wishes.ts";
import type { NewsTaker } from "./fetch-content.ts";
import { createLocalTree } from "./local-tree.ts";
import { createSyncMemory } from "./sync-memory.ts";
import { createRun, type FetchOwn, type RunWishes } from "./sync-run.ts";
import { createProgress } from "./sync-state.ts";

export interface SyncOptions {
  machine: DesktopMachine;
  send: Send;
  /** Base address of the file server, without a slash at its end. */
  base: string;
  token: () => string | null;
  /** The activation id, where the app has one. */
  license: () => string | null;
  /** Languages whose files are wanted on this machine. */
  languages: () => readonly string[];
  /** Whose sync it is. */
  account: Pick<Account, "name" | "index" | "neededElsewhere">;
  /** What has to come to an end before the account's folder is read; absent: nothing. */
  ready?: Promise<void>;
  /** Absent: nothing is needed besides content. */
  fetchOwn?: FetchOwn;
  /** New texts and a new tree are in place. */
  onContent: () => void;
  /** More files are in place, or fewer. */
  onFiles?: () => void;
  parallel?: number;
  fetch?: typeof fetch;
  /** Told of new versions of the app. */
  news?: NewsTaker;
  /** Whether every byte costs the person something. */
  metered?: () => boolean;
  /** Waits so many milliseconds; less when the signal says so. Never rejects. */
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Keeps the content of one account on this machine the same as the server's. Failures are not
 * thrown: the state tells of them.
 */
export const createSync = (options: SyncOptions) => {
  const { machine, account, token, license } = options;
  const { index } = account;
  const { onFiles = () => undefined, sleep = sleepFor, metered = () => false } = options;
  const { ready = Promise.resolve() } = options;
  const progress = createProgress(machine.now);
  const { state } = progress;
  const memory = createSyncMemory(machine.storage, machine.randomHex, account.name);
  const tree = createLocalTree({ ...account, machine });
  const courses = createCourseWishes({ ...account, tree, memory });

  const licenceHeader = (): Record<string, string> => {
    const id = license();
    return id && !token() ? { "x-license": id } : {};
  };
  const run = createRun({
    machine,
    send: options.send,
    base: options.base,
    headers: () => {
      const bearer = token();
      const calls = licenceHeader();
      return { calls, files: { ...calls, ...(bearer && { authorization: `Bearer ${bearer}` }) } };
    },
    languages: options.languages,
    parallel: options.parallel ?? 20,
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    sleep,
    metered,
    index,
    tree,
    memory,
    progress,
    leftOut: courses.leftOut,
    fetchOwn: options.fetchOwn ?? (async () => Result.ok(null)),
    onContent: options.onContent,
    news: options.news,
  });

  let booting: Promise<void> | null = null;
  let running: Promise<void> | null = null;
  /** What a run that is stopped leaves behind. */
  let atRest: "paused" | "idle" = "paused";
  /** Somebody has asked for replaced files while a sync was under way that looks for none. */
  let again = false;
  let control = new AbortController();
  /** Ends a wait before its time. */
  let wakeUp: () => void = () => undefined;
  /** What has the tree for itself. */
  let occupied: Promise<unknown> = Promise.resolve();
  let mayRemove = false;
  let afresh = false;

  const load = async (): Promise<void> => {
    await ready;
    const { lastSync } = memory.read();
    state.lastSync = lastSync;
    state.askFirst = memory.asksFirst();
    afresh = !(await tree.load()) || !(await index.has("content.json"));
    onFiles();
    state.status.initialized = true;
    machine.connectivity.subscribe((online) => {
      if (!online) return;
      wakeUp();
      // What could not be had may have been the network's fault.
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
    await sleep(waitBeforeRetry(tries, random, retryAfter), either);
    wakeUp = () => undefined;
  };

  const go = async (signal: AbortSignal, wishes: Omit<RunWishes, "mayRemove">): Promise<void> => {
    const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
    await Promise.race([occupied, aborted]);
    await boot();
    state.failure = null;
    if (!wishes.goesOn) progress.begin(0, 0, false);
    for (let tries = 1; !signal.aborted; tries += 1) {
      const end = await run.run(signal, { ...wishes, mayRemove }, afresh);
      await tree.write();
      onFiles();
      if (signal.aborted || end.kind === "cancelled") break;
      if (end.kind === "waiting") {
        await wait(tries, end.retryAfter, signal);
        continue;
      }
      if (end.kind === "done") {
        mayRemove = false;
        afresh = state.removal !== null && afresh;
      }
      if (end.kind === "failed") state.failure = end.failure;
      return progress.phase(end.kind);
    }
    progress.phase(atRest);
  };

  /**
   * Begins, or goes on. Ends when all is here, or something is to be done by a person; it waits for
   * a network as long as there is none. A second call while one is under way is the same one.
   * @param agreed to go on though the line is metered
   * @param thorough to look for replaced files though the lessons are the same; at a start this is
   *   done by itself, but not more than once an hour
   */
  const start = ({ agreed = false, thorough = false } = {}): Promise<void> => {
    if (running) {
      // What is under way looks for less than is asked for now.
      again ||= thorough;
      wakeUp();
      run.lookAgain();
      return running;
    }
    const goesOn = state.phase === "paused";
    control = new AbortController();
    running = go(control.signal, { agreed, thorough, goesOn })
      .finally(() => {
        running = null;
      })
      .then(() => {
        if (!again) return;
        again = false;
        return start({ agreed: true, thorough: true });
      });
    return running;
  };

  const halt = async (phase: "paused" | "idle"): Promise<void> => {
    if (!running) return;
    again = false;
    atRest = phase;
    control.abort();
    await running;
  };

  /** Nothing else touches the tree meanwhile; what was under way goes on after it. */
  const alone = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const mine = occupied.then(async () => {
      await boot();
      const wasRunning = running !== null;
      const before = state.phase;
      await halt("paused");
      const value = await work();
      await tree.write();
      onFiles();
      progress.phase(wasRunning ? "paused" : before);
      if (wasRunning) void start({ agreed: true });
      return value;
    });
    occupied = mine.catch(() => undefined);
    return mine;
  };

  return {
    state,

    /** Looks at what lies here: asks nobody, fetches nothing. */
    boot,
    start,
    /** Stops where it is; nothing that has come is lost. */
    pause: () => halt("paused"),
    resume: () => start({ agreed: true }),
    /** The session has ended. */
    stop: () => halt("idle"),

    /** Deletes what the server names no more, as `state.removal` tells. */
    async agree(): Promise<void> {
      mayRemove = true;
      await halt("paused");
      await start({ agreed: true });
    },

    /**
     * Hashes every file that lies here; what is wrong is fetched again.
     * @returns how many were wrong
     */
    async verify(): Promise<number> {
      const wrong = await alone(async () => {
        control = new AbortController();
        const { files, bytes } = courses.files();
        progress.begin(files, bytes, false);
        progress.phase("verifying");
        const onFile = (size: number) => {
          progress.fileDone();
          progress.bytes(size, 0);
        };
        const found = await tree.verify(onFile, control.signal);
        afresh ||= !(await courses.areIndexFilesWhole());
        return found;
      });
      void start({ agreed: true });
      return wrong;
    },

    /** Does what changes the files on this machine while the sync rests; it goes on after it. */
    whileResting: alone,

    /** The tree with what lies here now, before it is written. */
    tree: tree.current,

    /** What each course needs on this machine; a file that several need counts for each. */
    usage: courses.usage,

    /** Deletes what only this course needs, and fetches it no more. */
    removeCourse: (productKey: string, courseKey: string) =>
      alone(() => courses.leaveOut(productKey, courseKey)),

    /** Wants a course again, and begins to fetch it. */
    async keepCourse(productKey: string, courseKey: string): Promise<void> {
      await alone(async () => courses.keep(productKey, courseKey));
      void start({ agreed: true });
    },

    /** Whether to ask before anything is fetched over a metered line. */
    setAskFirst(asks: boolean) {
      state.askFirst = asks;
      memory.askFirst(asks);
    },
  };
};

export type Sync = ReturnType<typeof createSync>;
