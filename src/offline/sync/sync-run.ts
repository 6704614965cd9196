import {
  entriesOf,
  manifestOf,
  presentFiles,
  type WantedFile,
  wantedFiles,
} from "../../domain/file-tree.ts";
import type { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { IndexFiles } from "../index-files.ts";
import { createDownload, type Download } from "./download-files.ts";
import { fetchCaptions } from "./fetch-captions.ts";
import {
  type Asking,
  type Content,
  fetchChecksum,
  fetchContent,
  fetchLists,
  type Lists,
  type NewsTaker,
} from "./fetch-content.ts";
import { createInstall } from "./install-content.ts";
import { knownCaptions } from "./known-captions.ts";
import type { LocalTree } from "./local-tree.ts";
import { endOf, type RunEnd } from "./run-end.ts";
import { cacheName, type SyncMemory } from "./sync-memory.ts";
import type { Progress } from "./sync-state.ts";

/**
 * Fetches what screens need of the person besides content.
 * @param since milliseconds since 1970: what was given later is good enough
 * @param withFiles whether large files may come too
 */
export type FetchOwn = (
  signal: AbortSignal,
  since: number,
  withFiles: boolean,
) => Promise<Result<null, CallFailure>>;

export interface RunOptions {
  machine: DesktopMachine;
  send: Asking["send"];
  base: string;
  /** Who asks, where a ticket or the transport does not say it. */
  headers: () => { calls: Record<string, string>; files: Record<string, string> };
  languages: () => readonly string[];
  parallel: number;
  fetch: typeof fetch;
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  metered: () => boolean;
  index: IndexFiles;
  tree: LocalTree;
  memory: SyncMemory;
  progress: Progress;
  /** Names that are not wanted on this machine. */
  leftOut: () => Promise<(name: string) => boolean>;
  /** Fetches what screens need of the person besides content, where it was not given since then. */
  fetchOwn: FetchOwn;
  onContent: () => void;
  news?: NewsTaker | undefined;
}

export interface RunWishes {
  /** To go on though the line is metered. */
  readonly agreed: boolean;
  /** To delete what the server names no more, however much that is. */
  readonly mayRemove: boolean;
  /** To look at the trees though the lessons are the same and the last look was just now. */
  readonly thorough: boolean;
  /** To count on from where the one before was paused. */
  readonly goesOn: boolean;
}

type Own = Result<null, CallFailure>;

/** A tree that changes again and again while it is fetched is left as it is until the next start. */
const MAX_ROUNDS = 3;
/**
 * The checksum speaks of the lessons alone. A picture or an answer that was replaced shows only when
 * one looks at all of them: this often at a start, and whenever a person asks for it.
 */
const LOOK_EVERY_MS = 60 * 60_000;
/** What screens have asked for at the start just now need not be asked for again. */
const JUST_NOW_MS = 60_000;
/** SHA-256 of nothing: an empty file counts as none, and is not fetched. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/** Beside the files themselves: index files are written anew before the old ones go. */
const SPARE_BYTES = 1024 * 1024;

/** One go from the comparison with the server to the last file. */
export const createRun = (options: RunOptions) => {
  const { machine, index, tree, memory, progress } = options;
  const { state } = progress;
  const install = createInstall(options);
  let download: Download | null = null;
  /** Whose trees the run under way asks for. */
  let languages: readonly string[] = [];
  const hasAll = () => options.languages().every((language) => languages.includes(language));

  const isLacking = (isLeftOut: (name: string) => boolean) => {
    for (const [entry, { name, language }] of entriesOf(tree.current())) {
      if (entry.present && entry.synced) continue;
      if (!languages.includes(language) || entry.checksum === EMPTY) continue;
      if (entry.present || !isLeftOut(name)) return true;
    }
    return false;
  };

  const fetchFiles = async (
    files: readonly WantedFile[],
    ticket: string | null,
    asking: Asking,
  ): Promise<RunEnd | { failed: readonly WantedFile[]; drained: boolean }> => {
    const room = await machine.folder.room();
    const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
    if (room !== null && size - (await tree.begun(files)) + SPARE_BYTES > room) {
      return { kind: "failed", failure: { kind: "no-room" } };
    }
    const language = files[0]?.language ?? "en";
    download = createDownload({
      machine,
      files,
      parallel: options.parallel,
      request: { base: options.base, signal: asking.signal, fetch: options.fetch },
      ticket,
      async renewTicket() {
        const lists = await fetchLists(asking, [language]);
        return lists.ok ? lists.value.ticket : null;
      },
      headers: () => options.headers().files,
      sleep: options.sleep,
      onSaved(file, size) {
        progress.fileDone();
        return tree.saved(file, size);
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

  const courseless = () => {
    const sizes = [...presentFiles(tree.current()).values()];
    return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  };

  /** @param own whether all is there that screens need besides content */
  const finish = async (failed: readonly WantedFile[], own: Own): Promise<RunEnd> => {
    const written = await tree.write();
    if (!written.ok) return { kind: "failed", failure: written.failure };
    await tree.clean(failed);
    state.failed = failed.length;
    if (!own.ok) return endOf(own.failure);
    if (failed.length === 0) {
      state.lastSync = machine.now();
      memory.change({ lastSync: state.lastSync });
    }
    return { kind: "done" };
  };

  /** @param afresh whether the texts are to be fetched whatever their checksum */
  const run = async (signal: AbortSignal, wishes: RunWishes, afresh: boolean): Promise<RunEnd> => {
    const asking: Asking = { send: options.send, headers: () => options.headers().calls, signal };
    progress.phase("checking");
    const known = memory.read();
    const checksum = await fetchChecksum(asking, known.checksum, options.news);
    state.status.serverContacted = checksum.ok;
    if (!checksum.ok) return endOf(checksum.failure);
    const isNew = afresh || checksum.value !== known.checksum;
    const isLeftOut = await options.leftOut();
    languages = options.languages();
    const isWhole = languages.every((language) => known.languages.includes(language));
    const mustFetch = isNew || !isWhole || isLacking(isLeftOut);
    const sinceLook = machine.now() - (known.lastLook ?? 0);
    const isDue = wishes.thorough || sinceLook < 0 || sinceLook >= LOOK_EVERY_MS;
    // Few and small answers, and what one misses most: they come before the lessons, on any line.
    const since = wishes.thorough ? machine.now() : machine.now() - JUST_NOW_MS;
    const asksFirst = () => state.askFirst && options.metered() && !wishes.agreed;
    const own = await options.fetchOwn(signal, mustFetch || isDue ? since : 0, !asksFirst());
    if (signal.aborted) return { kind: "cancelled" };
    if (!mustFetch && !isDue) return finish([], own);
    if (mustFetch && asksFirst()) return { kind: "asking" };

    let content: Content = {};
    if (isNew || isDue) {
      progress.phase("content");
      const fetched = await fetchContent(asking, isNew);
      if (!fetched.ok) return endOf(fetched.failure);
      content = fetched.value;
      const captions = await fetchCaptions(asking, await knownCaptions(index, content, languages));
      if (!captions.ok) return endOf(captions.failure);
      if (captions.value) content["captions.json"] = captions.value;
      if (isNew && isEmptied(content) && !wishes.mayRemove) {
        state.removal = courseless();
        return finish([], own);
      }
    }

    let failed: readonly WantedFile[] = [];
    for (let round = 1; ; round += 1) {
      languages = options.languages();
      const fetched = await fetchLists(asking, languages);
      if (!fetched.ok) return endOf(fetched.failure);
      const lists: Lists = fetched.value;
      const { manifest, refused } = manifestOf(lists.lists);
      state.refusedNames = refused.length;
      const taken = await install(content, manifest, wishes.mayRemove);
      if (!taken.ok) return { kind: "failed", failure: taken.failure };
      state.removal = taken.value.removal;
      state.status.saved = true;
      if (taken.value.isNew) options.onContent();
      memory.change({
        checksum: checksum.value,
        languages: [...languages],
        ...((isNew || isDue) && { lastLook: machine.now() }),
      });
      content = {};

      const names = memory.names();
      const nameOf = (hash: string) => cacheName(names, hash);
      const hopeless = new Set(failed.map((file) => file.checksum));
      const isOut = await options.leftOut();
      const wanted = wantedFiles(tree.current(), manifest, nameOf, isOut);
      const files = await tree.adopt(wanted.filter((file) => !hopeless.has(file.checksum)));
      failed = wanted.filter((file) => hopeless.has(file.checksum));
      if (files.length > 0) {
        if (asksFirst()) return { kind: "asking" };
        const size = files.reduce((sum, file) => sum + (file.size ?? 0), 0);
        progress.begin(files.length, size, wishes.goesOn || round > 1);
        progress.phase("files");
        const outcome = await fetchFiles(files, lists.ticket, asking);
        if ("kind" in outcome) return outcome;
        failed = [...failed, ...outcome.failed];
        if (outcome.drained) continue;
      }
      // A file that cannot be had may be one that the server has just replaced: its tree tells.
      const isSettled = failed.length === hopeless.size || round >= MAX_ROUNDS;
      if (isSettled && hasAll()) break;
    }
    return finish(failed, own);
  };

  return {
    run,
    /** Fetches the tree of a language that has come to be wanted. */
    lookAgain() {
      if (!hasAll()) download?.drain();
    },
  };
};
