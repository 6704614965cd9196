import * as v from "valibot";
import type { IndexFile } from "../../contract/local-content.ts";
import {
  EMPTY_CHECKSUM,
  entriesOf,
  type Manifest,
  manifestOf,
  mergeTree,
  needsConfirmation,
  presentFiles,
  type Removal,
  removalOf,
  removeEntries,
  type WantedFile,
  wantedFiles,
} from "../../domain/file-tree.ts";

import { Result } from "../../lib/result.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";
import type { DesktopMachine, FolderFailure } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { IndexFiles } from "../index-files.ts";
import { createDownload, type Download } from "./download-files.ts";
import { createBundleSupport } from "./download-queue.ts";
import { fetchCaptions, localCaptions } from "./fetch-captions.ts";
import {
  type Content,
  fetchChecksum,
  fetchContent,
  fetchTreeLists,
  type NewsListener,
  type RequestContext,
  type TreeLists,
} from "./fetch-content.ts";
import type { LocalTree } from "./local-tree.ts";
import type { SyncFailure, SyncProgress } from "./sync-state.ts";
import { cacheFileName, type SyncStorage } from "./sync-storage.ts";

/** How a run has ended. */
type RunOutcome =
  | { readonly kind: "done" | "asking" | "cancelled" }
  /** No network, or a busy server. Is tried again. */
  | { readonly kind: "waiting"; readonly retryAfter: number | null }
  | { readonly kind: "failed"; readonly failure: SyncFailure };

const toRunOutcome = (failure: CallFailure): RunOutcome => {
  if (failure.kind === "cancelled") return { kind: "cancelled" };
  if (failure.kind === "undecodable" && failure.json) return { kind: "failed", failure };
  if (failure.kind === "refused" && failure.status < 500 && failure.status !== 429) {
    return { kind: "failed", failure: { kind: "refused" } };
  }
  const retryAfter = failure.kind === "refused" ? failure.retryAfter : null;
  return { kind: "waiting", retryAfter };
};

interface InstallOptions {
  index: IndexFiles;
  tree: LocalTree;
  storage: SyncStorage;
}

interface Installation {
  /** Whether any index file has changed. */
  readonly isNew: boolean;
  /** Files that are only deleted if the person agrees; null if there are none. */
  readonly removal: Removal | null;
}

/** Installs content of the server into the index files: everything, or nothing. */
const createContentInstaller = ({ index, tree, storage }: InstallOptions) => {
  /** Leaves out index files that have not changed. */
  const onlyNew = async (data: Partial<Record<IndexFile, unknown>>) => {
    const changed: Partial<Record<IndexFile, unknown>> = {};
    for (const [name, value] of Object.entries(data)) {
      const file = name as IndexFile;
      // Lessons are only fetched if they have changed.
      const old = file === "content.json" ? null : await index.read(file, v.unknown());
      await yieldToMain();
      const isSame = old?.ok && JSON.stringify(old.value) === JSON.stringify(value);
      if (!isSame) changed[file] = value;
    }
    return changed;
  };

  /** @param mayRemove to delete all files that the server no longer has, whatever their size */
  return async (
    content: Content,
    manifest: Manifest,
    mayRemove: boolean,
  ): Promise<Result<Installation, FolderFailure>> => {
    const names = storage.names();
    const merged = mergeTree(tree.current(), manifest, (checksum) =>
      cacheFileName(names, checksum),
    );
    await yieldToMain();
    const removal = removalOf(merged.tree, merged.gone);
    await yieldToMain();
    const asks = !mayRemove && needsConfirmation(merged.tree, removal);
    if (!asks) removeEntries(merged.tree, merged.gone);
    const data = await onlyNew({ ...content, "filetree.json": merged.tree });
    const isNew = Object.keys(data).length > 0;
    const written = isNew ? await index.replace(data) : Result.ok(null);
    if (!written.ok) return written;
    tree.replace(merged.tree);
    return Result.ok({ isNew, removal: asks ? removal : null });
  };
};

/**
 * Fetches the personal data that screens need besides content.
 * @param since milliseconds since 1970: answers cached later are not fetched again
 * @param withFiles whether to fetch large files too
 */
export type FetchPersonalData = (
  signal: AbortSignal,
  since: number,
  withFiles: boolean,
) => Promise<Result<null, CallFailure>>;

export interface RunOptions {
  machine: DesktopMachine;
  send: RequestContext["send"];
  /** Base address of the file server, without a slash at its end. */
  base: string;
  /** Identify the sender if neither a ticket nor the transport does. */
  headers: () => { calls: Record<string, string>; files: Record<string, string> };
  /** Languages whose files are wanted on this machine. */
  languages: () => readonly string[];
  parallel: number;
  fetch: typeof fetch;
  /** Waits that many milliseconds, or until the signal aborts. Never rejects. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  metered: () => boolean;
  index: IndexFiles;
  tree: LocalTree;
  storage: SyncStorage;
  progress: SyncProgress;
  /** @returns a test for names that are not wanted on this machine */
  loadExclusions: () => Promise<(name: string) => boolean>;
  /** Fetches personal data that was last fetched before `since`. */
  fetchPersonalData: FetchPersonalData;
  /** Called when new texts and a new tree are in place. */
  onContent: () => void;
  /** Told about new versions of the app. */
  news?: NewsListener | undefined;
}

export interface RunRequest {
  /** The person agreed to use a metered connection. */
  readonly agreed: boolean;
  /** Deletes all files that the server no longer has, whatever their size. */
  readonly mayRemove: boolean;
  /** Checks the trees even if the lessons have not changed and the last check was recent. */
  readonly thorough: boolean;
  /** Continues the progress of a paused run. */
  readonly goesOn: boolean;
}

type Own = Result<null, CallFailure>;

/** If the tree keeps changing during the download, the rest is left to the next start. */
const MAX_ROUNDS = 3;
/**
 * The checksum only covers lessons. Replaced pictures and other answers are only found by checking all
 * of them, which happens this often at a start, and when the person asks for it.
 */
const LOOK_EVERY_MS = 60 * 60_000;
/** Answers that screens have requested this recently are not fetched again. */
const JUST_NOW_MS = 60_000;
/** Space to keep free for index files: new ones are written before the old ones are deleted. */
const SPARE_BYTES = 1024 * 1024;

/** Names what could not be fetched, for those who help. `neutralino/README.md` says where it is. */
const FAILED_LOG = "failed-downloads.log";

/** Creates the steps of one sync, from the comparison with the server to the last file. */
export const createSyncRun = (options: RunOptions) => {
  const { machine, index, tree, storage, progress } = options;
  const { state } = progress;
  const install = createContentInstaller(options);
  const bundleSupport = createBundleSupport();
  let download: Download | null = null;
  /** The languages whose trees the present run fetches. */
  let languages: readonly string[] = [];
  const hasAll = () => options.languages().every((language) => languages.includes(language));

  const isLacking = (isExcluded: (name: string) => boolean) => {
    for (const [entry, { name, language }] of entriesOf(tree.current())) {
      if (entry.present && entry.synced) continue;
      if (!languages.includes(language) || entry.checksum === EMPTY_CHECKSUM) continue;
      if (entry.present || !isExcluded(name)) return true;
    }
    return false;
  };

  const fetchFiles = async (
    files: readonly WantedFile[],
    ticket: string | null,
    context: RequestContext,
  ): Promise<RunOutcome | { failed: readonly WantedFile[]; drained: boolean }> => {
    const room = await machine.folder.room();
    const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
    if (room !== null && size - (await tree.partialBytes(files)) + SPARE_BYTES > room) {
      return { kind: "failed", failure: { kind: "no-room" } };
    }
    const language = files[0]?.language ?? "en";
    download = createDownload({
      machine,
      files,
      parallel: options.parallel,
      bundleSupport,
      request: {
        ...{ base: options.base, signal: context.signal, fetch: options.fetch },
        form: storage.wantsWholeFilms() ? "whole" : undefined,
      },
      ticket,
      async renewTicket() {
        const lists = await fetchTreeLists(context, [language]);
        return lists.ok ? lists.value.ticket : null;
      },
      headers: () => options.headers().files,
      sleep: options.sleep,
      onSaved(file, size) {
        // First the tree, from which the files of each course are counted.
        const recorded = tree.recordSaved(file, size);
        progress.fileDone();
        return recorded;
      },
      onBytes: progress.bytes,
      onWaiting: (waiting) => progress.phase(waiting ? "waiting" : "files"),
    });
    const { failed, stopped, drained } = await download.run();
    download = null;
    progress.show();
    if (!stopped) return { failed, drained };
    switch (stopped.kind) {
      case "no-room":
      case "forbidden":
        return { kind: "failed", failure: stopped };
      case "cancelled":
        return { kind: "cancelled" };
      default:
        return { kind: "failed", failure: { kind: "refused" } };
    }
  };

  const isEmptied = (content: Content): boolean => {
    const { products } = content["content.json"] as { products: object };
    return Object.keys(products).length === 0 && presentFiles(tree.current()).size > 0;
  };

  /** Replaces the log by the failures of this run. Without room for it the count has to do. */
  const logFailed = async (failed: readonly WantedFile[]) => {
    if (failed.length === 0) return machine.folder.remove(FAILED_LOG);
    const time = new Date(machine.now()).toISOString();
    const lines = failed.flatMap(({ places, filename }) =>
      places.map(
        ({ name, language }) => `${time} not downloaded: ${name} (${language}), ${filename}\n`,
      ),
    );
    await machine.folder.write(FAILED_LOG, new TextEncoder().encode(lines.join("")));
  };

  /** @param own result of fetching the personal data */
  const finish = async (failed: readonly WantedFile[], own: Own): Promise<RunOutcome> => {
    const written = await tree.write();
    if (!written.ok) return { kind: "failed", failure: written.failure };
    await tree.removeUnused(failed);
    await logFailed(failed);
    state.failed = failed.length;
    if (!own.ok) return toRunOutcome(own.failure);
    if (failed.length === 0) {
      state.lastSync = machine.now();
      storage.update({ lastSync: state.lastSync });
    }
    return { kind: "done" };
  };

  /** @param refetchAll whether to fetch the texts even if their checksum has not changed */
  const run = async (
    signal: AbortSignal,
    request: RunRequest,
    refetchAll: boolean,
  ): Promise<RunOutcome> => {
    const context: RequestContext = {
      send: options.send,
      headers: () => options.headers().calls,
      signal,
    };
    progress.phase("checking");
    const last = storage.read();
    const checksum = await fetchChecksum(context, last.checksum, options.news);
    state.status.serverContacted = checksum.ok;
    if (!checksum.ok) return toRunOutcome(checksum.failure);
    const isNew = refetchAll || checksum.value !== last.checksum;
    const isExcluded = await options.loadExclusions();
    languages = options.languages();
    const isWhole = languages.every((language) => last.languages.includes(language));
    const mustFetch = isNew || !isWhole || isLacking(isExcluded);
    const sinceLook = machine.now() - (last.lastLook ?? 0);
    const isDue = request.thorough || sinceLook < 0 || sinceLook >= LOOK_EVERY_MS;
    // Personal data is small and the most missed without a network, so it is fetched first on any line.
    const since = request.thorough ? machine.now() : machine.now() - JUST_NOW_MS;
    const asksFirst = () => state.askFirst && options.metered() && !request.agreed;
    const personal = await options.fetchPersonalData(
      signal,
      mustFetch || isDue ? since : 0,
      !asksFirst(),
    );
    if (signal.aborted) return { kind: "cancelled" };
    if (!mustFetch && !isDue) return finish([], personal);
    if (mustFetch && asksFirst()) return { kind: "asking" };

    let content: Content = {};
    if (isNew || isDue) {
      progress.phase("content");
      const fetched = await fetchContent(context, isNew);
      if (!fetched.ok) return toRunOutcome(fetched.failure);
      content = fetched.value;
      const captions = await fetchCaptions(context, await localCaptions(index, content, languages));
      if (!captions.ok) return toRunOutcome(captions.failure);
      if (captions.value) content["captions.json"] = captions.value;
      if (isNew && isEmptied(content) && !request.mayRemove) {
        state.removal = tree.totals();
        return finish([], personal);
      }
    }

    let failed: readonly WantedFile[] = [];
    for (let round = 1; ; round += 1) {
      languages = options.languages();
      const fetched = await fetchTreeLists(context, languages);
      if (!fetched.ok) return toRunOutcome(fetched.failure);
      const lists: TreeLists = fetched.value;
      // Each step takes a while for thousands of files.
      await yieldToMain();
      const { manifest, refused } = manifestOf(lists.lists, storage.wantsWholeFilms());
      state.refusedNames = refused.length;
      await yieldToMain();
      const taken = await install(content, manifest, request.mayRemove);
      if (!taken.ok) return { kind: "failed", failure: taken.failure };
      state.removal = taken.value.removal;
      state.status.saved = true;
      if (taken.value.isNew) options.onContent();
      storage.update({
        checksum: checksum.value,
        languages: [...languages],
        ...((isNew || isDue) && { lastLook: machine.now() }),
      });
      content = {};

      const names = storage.names();
      const nameOf = (hash: string) => cacheFileName(names, hash);
      const unavailable = new Set(failed.map((file) => file.checksum));
      const isOutNow = await options.loadExclusions();
      await yieldToMain();
      const wanted = wantedFiles(tree.current(), manifest, nameOf, isOutNow);
      const files = await tree.adopt(wanted.filter((file) => !unavailable.has(file.checksum)));
      failed = wanted.filter((file) => unavailable.has(file.checksum));
      if (files.length > 0) {
        if (asksFirst()) return { kind: "asking" };
        const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
        progress.begin(files.length, size, request.goesOn || round > 1);
        progress.phase("files");
        const outcome = await fetchFiles(files, lists.ticket, context);
        if ("kind" in outcome) return outcome;
        failed = [...failed, ...outcome.failed];
        if (outcome.drained) continue;
      }
      // A failed file may just have been replaced on the server: its new tree tells.
      const isSettled = failed.length === unavailable.size || round >= MAX_ROUNDS;
      if (isSettled && hasAll()) break;
    }
    return finish(failed, personal);
  };

  return {
    run,
    /** Fetches the tree of a language that was added during the run. */
    recheckLanguages() {
      if (!hasAll()) download?.drain();
    },
  };
};
