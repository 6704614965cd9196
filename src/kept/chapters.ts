import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import { readFile } from "../contract/local-files.ts";
import { getVideoTexts } from "../contract/video.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { parseJson } from "../lib/parse-json.ts";
import type { Result } from "../lib/result.ts";
import type { Clock, StorageRoom, Tabs } from "../platform/ports.ts";
import type { Transport } from "../transport/transport.ts";
import { type AnswerStore, answerAddress, isFull } from "./answer-store.ts";
import {
  type ChapterName,
  type ChapterPlan,
  keptCaptions,
  type PlanFailure,
  type PlannedFile,
  planBytes,
  planChapter,
  type WantedChapter,
} from "./plan-chapter.ts";

/** Few enough for a slow line, on which the person may read meanwhile, and for the memory of a phone. */
const MAX_PARALLEL = 4;
/** A file that did not arrive is asked for again this often. */
const MAX_TRIES = 3;
const ADDRESS = answerAddress("chapter");

const keptChapter = v.object({
  productKey: v.string(),
  courseKey: v.string(),
  menuKey: v.string(),
  titles: v.record(v.string(), v.string()),
  lessons: v.number(),
  bytes: v.number(),
  /** Milliseconds since 1970. */
  time: v.number(),
});

/** A chapter that is on this device as a whole. */
type KeptChapter = v.InferOutput<typeof keptChapter>;

export type KeepFailure =
  | PlanFailure
  /** The browser's storage has not enough room for it. */
  | { readonly kind: "no-room" }
  /** A file did not arrive as the school has it, also not at the last try. */
  | { readonly kind: "damaged" }
  /** The browser does not let the app store anything. */
  | { readonly kind: "forbidden" };

/** Why keeping stopped before the end; thrown inside of this file only. */
class Stopped extends Error {
  readonly failure: KeepFailure | null;
  /** @param failure null: the person stopped it */
  constructor(failure: KeepFailure | null) {
    super("stopped");
    this.failure = failure;
  }
}

const idOf = ({ productKey, courseKey, menuKey }: ChapterName): string =>
  [productKey, courseKey, menuKey].map((key) => encodeURIComponent(key.toLowerCase())).join("/");

export interface ChaptersOptions {
  school: Transport;
  store: AnswerStore;
  tabs: Tabs;
  room: StorageRoom;
  now: Clock;
  /** Computes the SHA-256 of bytes, as lower-case hex. */
  sha256OfBytes: (bytes: ArrayBuffer) => Promise<string>;
  /** The largest number of files that the build downloads at the same time. */
  parallel: number;
}

/** The chapters that the person keeps on this device: each as a whole, or not at all. */
export const createChapters = (options: ChaptersOptions) => {
  const { school, store, tabs, room, now, sha256OfBytes } = options;
  const state = proxy({
    list: [] as KeptChapter[],
    /** The chapter that is being fetched. */
    running: null as (ChapterName & { bytes: number; done: number }) | null,
    /** The chapter that could not be kept, until the next attempt. */
    failed: null as (ChapterName & { failure: KeepFailure }) | null,
  });
  let abort: AbortController | null = null;

  const noteOf = async (id: string): Promise<KeptChapter | null> => {
    const note = await store.chapter(id).find(ADDRESS);
    return note && parseJson(await note.body.text(), keptChapter);
  };

  const lockOf = (id: string): string => `${store.prefix}${id}`;

  /** Deletes a chapter that was not kept to its end, unless another tab is at it. */
  const dropHalf = (id: string): Promise<void> =>
    tabs.withLock(
      lockOf(id),
      async () => {
        if (!(await noteOf(id))) await store.chapter(id).drop();
        else await reread();
      },
      () => undefined,
    );

  const reread = async (): Promise<void> => {
    const notes: KeptChapter[] = [];
    const whole: string[] = [];
    for (const id of await store.chapterIds()) {
      const note = await noteOf(id);
      if (note) {
        notes.push(note);
        whole.push(id);
      } else if (!state.running) void dropHalf(id).catch(() => undefined);
    }
    store.setChapters(whole);
    state.list = notes.toSorted((a, b) => a.time - b.time);
  };

  const fetchFile = async (
    file: PlannedFile,
    { language, ticket }: ChapterPlan,
    signal: AbortSignal,
  ): Promise<Blob> => {
    let failure: KeepFailure = { kind: "unreachable" };
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const answer = await school.sendForBytes(readFile, {
        query: {
          ...{ path: file.name, language },
          ...(ticket && { ticket }),
          ...(file.isWhole && { form: "whole" }),
        },
        signal,
      });
      if (signal.aborted) throw new Stopped(null);
      if (answer.ok) {
        if ((await sha256OfBytes(await answer.value.arrayBuffer())) === file.checksum) {
          return answer.value;
        }
        failure = { kind: "damaged" };
      } else if (answer.failure.kind === "refused" && answer.failure.status === 404) {
        throw new Stopped({ kind: "not-there" });
      }
    }
    throw new Stopped(failure);
  };

  const fetchAll = async (
    plan: ChapterPlan,
    withVideos: boolean,
    signal: AbortSignal,
  ): Promise<void> => {
    const chapter = store.chapter(idOf(plan));
    const advance = (bytes: number) => {
      if (state.running) state.running.done += bytes;
    };
    const put = async (address: string, body: Blob) => {
      if (signal.aborted) throw new Stopped(null);
      await chapter.put(address, { body, tag: null });
    };
    for (const { address, body } of plan.answers) {
      await put(address, body);
      advance(body.size);
    }
    const files = plan.files.filter(({ isVideo }) => withVideos || !isVideo);
    await inParallel(files, Math.min(options.parallel, MAX_PARALLEL), async (file) => {
      await put(file.address, await fetchFile(file, plan, signal));
      advance(file.size);
    });
    for (const request of withVideos ? plan.captions : []) {
      // A video can be watched without its captions.
      const answer = await school.send(getVideoTexts, { ...request, signal } as object);
      if (!answer.ok) continue;
      for (const { address, body } of keptCaptions(request, answer.value)) await put(address, body);
    }
    const { productKey, courseKey, menuKey, titles, lessons } = plan;
    const bytes = planBytes(plan, withVideos);
    const note = { productKey, courseKey, menuKey, titles, lessons, bytes, time: now() };
    // The note is the last one: without it the chapter does not count.
    await put(ADDRESS, new Blob([JSON.stringify(note)], { type: "application/json" }));
  };

  const failureOf = (reason: unknown): KeepFailure | null => {
    if (reason instanceof Stopped) return reason.failure;
    return { kind: isFull(reason) ? "no-room" : "forbidden" };
  };

  /** @returns why it was not kept; null if it was, or if the person stopped it */
  const keepPlanned = async (
    plan: ChapterPlan,
    withVideos: boolean,
  ): Promise<KeepFailure | null> => {
    const bytes = planBytes(plan, withVideos);
    const free = await room.free();
    if (free !== null && free < bytes) return { kind: "no-room" };
    const control = new AbortController();
    abort = control;
    const { productKey, courseKey, menuKey } = plan;
    state.running = { productKey, courseKey, menuKey, bytes, done: 0 };
    let failure: KeepFailure | null = null;
    const work = async () => {
      try {
        await fetchAll(plan, withVideos, control.signal);
      } catch (reason) {
        control.abort();
        failure = failureOf(reason);
        await store.chapter(idOf(plan)).drop();
      }
    };
    await tabs.withLock(lockOf(idOf(plan)), work, () => undefined);
    abort = null;
    state.running = null;
    // Not awaited: Firefox asks the person, who may leave the question open.
    if (!failure) void room.persist();
    return failure;
  };

  return {
    state,

    /** Reads what is kept, and deletes what was kept only in part. */
    open: reread,

    /** What belongs to a chapter, so that its size can be shown before it is fetched. */
    plan: (wanted: WantedChapter): Promise<Result<ChapterPlan, PlanFailure>> =>
      planChapter(school, wanted),

    /** Keeps a chapter: all of it, or after a failure nothing. */
    async keep(plan: ChapterPlan, withVideos: boolean): Promise<void> {
      if (state.running) return;
      state.failed = null;
      const failure = await keepPlanned(plan, withVideos);
      const { productKey, courseKey, menuKey } = plan;
      if (failure) state.failed = { productKey, courseKey, menuKey, failure };
      await reread();
    },

    /** Stops keeping, with nothing kept of the chapter. */
    stop: () => abort?.abort(),

    async remove(chapter: ChapterName): Promise<void> {
      await store.chapter(idOf(chapter)).drop();
      await reread();
    },

    /** How much room the lessons take that were read. */
    readBytes: store.readBytes,

    /** Deletes the lessons that were read, but not the kept chapters. */
    forgetRead: store.forgetRead,
  };
};

export type Chapters = ReturnType<typeof createChapters>;
