import { proxy, ref } from "valtio/vanilla";
import { type MadeLesson, postLessonFiles } from "../../../contract/staff-lesson-files.ts";
import { type ContentTree, getTree } from "../../../contract/staff-tree.ts";
import type { Failure, FailureTable } from "../../../core/match-failure.ts";
import { createRequestKeys } from "../../../core/request-keys.ts";
import type { RandomHex } from "../../../platform/ports.ts";
import { type CallFailure, codeOf } from "../../../transport/call-failure.ts";
import type { Send } from "../../../transport/transport.ts";
import { escapeWords } from "../editor/inserts/written-markdown.ts";
import { type HashedFile, hashBlob, sendMissing } from "../send-file.ts";
import {
  type FoundLesson,
  type LessonPicture,
  readLessonFiles,
  type Unread,
} from "./read-files.ts";

export const makeFailures = {
  unreadable: "staff-lesson-files.unreadable",
  "content/conflict": "staff-lesson-files.conflict",
  "content/no_source": "staff-editor.no-source",
  "content/entry_not_editable": "staff-lesson-files.not-editable",
  "server/storage_full": "staff-lesson-files.no-room",
  refused: "staff-lesson-files.refused",
  else: "staff-lesson-files.not-made",
} as const satisfies FailureTable<"unreadable">;

/** A section of a chapter; null: the lessons are in no chapter yet. */
interface LessonPlace {
  readonly product: string;
  readonly section: { readonly chapter: string; readonly section: number } | null;
}

interface Wanted {
  readonly lesson: FoundLesson;
  isWanted: boolean;
  title: string;
}

/** The text under its new title, which is that of its first page, too, if it was so. */
const renamed = ({ text, title: before }: FoundLesson, title: string): string => {
  const heading = `# ${escapeWords(before)}\n`;
  return text.startsWith(heading) ? `# ${escapeWords(title)}\n${text.slice(heading.length)}` : text;
};

const isFile = (picture: LessonPicture): picture is File => picture instanceof File;

/** Makes lessons of files: reads them, shows what was found, and sends what is wanted. */
export const createLessonFiles = (send: Send, randomHex: RandomHex) => {
  const keys = createRequestKeys(randomHex);
  const state = proxy({
    phase: "idle" as "idle" | "reading" | "found" | "sending" | "made",
    /** Files that were read, or bytes that were sent. */
    done: 0,
    total: 0,
    tree: null as ContentTree | null,
    treeFailure: null as CallFailure | null,
    found: [] as Wanted[],
    unread: [] as readonly { readonly file: string; readonly why: Unread }[],
    failure: null as Failure<"unreadable"> | null,
    made: [] as readonly { readonly path: string; readonly title: string }[],
  });

  const load = async (): Promise<void> => {
    const answer = await send(getTree);
    state.treeFailure = answer.ok ? null : answer.failure;
    if (answer.ok) state.tree = ref(answer.value) as ContentTree;
  };

  const language = (): string => state.tree?.languages[0] ?? "en";

  const hashAll = async (files: readonly File[]): Promise<Map<File, HashedFile>> => {
    const hashed = new Map<File, HashedFile>();
    for (const file of files) hashed.set(file, { file, checksum: await hashBlob(file) });
    return hashed;
  };

  const madeOf = (
    { lesson, title }: Wanted,
    hashed: ReadonlyMap<File, HashedFile>,
  ): MadeLesson => ({
    title: title.trim() || lesson.title,
    type: lesson.type,
    text: renamed(lesson, title.trim() || lesson.title),
    pictures: lesson.pictures.flatMap((picture) => {
      if (!isFile(picture)) return [picture];
      const sent = hashed.get(picture);
      return sent ? [{ name: picture.name, checksum: sent.checksum, size: picture.size }] : [];
    }),
  });

  const make = async ({ product, section }: LessonPlace): Promise<void> => {
    const wanted = state.found.filter(({ isWanted }) => isWanted);
    if (state.phase !== "found" || wanted.length === 0) return;
    Object.assign(state, { phase: "sending", done: 0, total: 0, failure: null });
    const fail = (failure: Failure<"unreadable">): void => {
      Object.assign(state, { phase: "found", failure });
    };
    const files = wanted.flatMap(({ lesson }) => lesson.pictures.filter(isFile));
    const hashed = await hashAll(files).catch(() => null);
    if (!hashed) return fail({ kind: "unreadable" });
    const sent = await sendMissing(send, [...hashed.values()], {
      onStart: (done, total) => Object.assign(state, { done, total }),
      onSent: (more) => {
        state.done += more;
      },
    });
    if (!sent.ok) return fail(sent.failure);
    const of = state.tree?.products.find(({ key }) => key === product);
    const lessons = wanted.map((each) => madeOf(each, hashed));
    const made = { product, place: section, lessons };
    const body = { ...made, replaces: of?.checksum ?? null };
    // After a lost answer they are there, and their place has changed.
    const headers = keys.headersFor(made);
    const answer = await send(postLessonFiles, { body, headers });
    if (answer.ok) {
      keys.forget();
      const named = answer.value.paths.map((path, at) => ({
        path,
        title: lessons[at]?.title ?? path,
      }));
      Object.assign(state, { phase: "made", made: named, found: [] });
      return;
    }
    // Whoever was faster has changed the places.
    if (codeOf(answer.failure) === "content/conflict") await load();
    fail(answer.failure);
  };

  return {
    state,
    load,
    make,

    /** Looks at files, in place of those before. */
    async read(files: readonly File[]): Promise<void> {
      Object.assign(state, { phase: "reading", done: 0, total: files.length, failure: null });
      const { lessons, unread } = await readLessonFiles(send, files, language(), (read) => {
        state.done = read;
      });
      state.found = lessons.map((lesson) => ({
        ...{ lesson: ref(lesson) as FoundLesson, isWanted: true, title: lesson.title },
      }));
      Object.assign(state, { unread: ref([...unread]), phase: "found" });
    },

    want(at: number, isWanted: boolean): void {
      const found = state.found[at];
      if (found) found.isWanted = isWanted;
    },

    name(at: number, title: string): void {
      const found = state.found[at];
      if (found) found.title = title;
    },

    again(): void {
      Object.assign(state, { phase: "idle", found: [], unread: [], failure: null, made: [] });
    },
  };
};
