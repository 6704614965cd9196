import { MessageChannel } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { MAX_SOURCE_TEXT_BYTES } from "../../../contract/staff-editor.ts";
import type { SourceTextPlace } from "../../../domain/source-text.ts";
import { createMutex } from "../../../lib/mutex.ts";
import { createLimitedThread, ThreadLimitError } from "../../limited-thread.ts";
import { OverloadedError } from "../../overloaded-error.ts";
import { contentFile, type Store } from "../../store/store.ts";
import type { ContentProblem } from "../school.ts";
import type { SourceFile } from "../source/source-rows.ts";
import type { PreviewProblem, TextPreview } from "./preview-text.ts";
import type { FolderToRead, ReadingQuestion, ReadingWork } from "./reading-worker.ts";
import { type StoredFile, TOO_HEAVY } from "./stored-folder.ts";

/*
 * What a text of the author's folder costs to read depends on who has written it, so it is read in a thread
 * with limits, and students do not wait for it.
 */

const LIMITS = { megabytes: 256, seconds: 10 } as const;
/** The most questions before one's own. */
const MOST_BEFORE = 20;
/** Pictures are files that are read, too. */
const MAX_FILE_BYTES = 16 * MAX_SOURCE_TEXT_BYTES;

const thread = createLimitedThread(new URL("./reading-worker.ts", import.meta.url));
const runAlone = createMutex();
let waiting = 0;

const ask = async (question: ReadingQuestion, port?: FolderToRead["port"]): Promise<unknown> => {
  if (waiting >= MOST_BEFORE) throw new OverloadedError("Too many texts wait to be read");
  waiting += 1;
  try {
    return await runAlone("read", () => thread.ask(question, LIMITS, port ? [port] : []));
  } finally {
    waiting -= 1;
  }
};

type TextWork = Omit<ReadingWork, "preview" | "schoolErrors">;

/** Reads or edits one text; null also for a text that needs too much memory or time. */
export const readInThread = async <Name extends keyof TextWork>(
  name: Name,
  ...given: Parameters<TextWork[Name]>
): Promise<ReturnType<TextWork[Name]> | null> => {
  try {
    return (await ask({ name, given })) as ReturnType<TextWork[Name]>;
  } catch (reason) {
    if (reason instanceof ThreadLimitError) return null;
    throw reason;
  }
};

/** An author's folder in the store, with one text as it is being edited. */
export interface EditedFolder {
  readonly store: Store;
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly edited: { readonly path: string; readonly text: string };
}

/** Checksums of files that could not be read within the limits: nobody waits for them again. */
const heavy = new LRUCache<string, true>({ max: 100 });

const readFile = async (
  { store, files, edited }: EditedFolder,
  path: string,
): Promise<StoredFile> => {
  if (path === edited.path) return { bytes: Buffer.from(edited.text) };
  const file = files.get(path);
  if (!file) return { problem: "unreadable" };
  if (heavy.has(file.checksum) || file.size > MAX_FILE_BYTES) return { problem: "too-heavy" };
  const bytes = await store.read(contentFile(file.checksum)).catch(() => null);
  return bytes ? { bytes } : { problem: "unreadable" };
};

/**
 * Reads a folder's texts. A saved file that is too heavy is left out from then on.
 * @returns null if the edited text is too heavy
 */
const readFolder = async (
  name: "preview" | "schoolErrors",
  folder: EditedFolder,
  ...given: readonly unknown[]
): Promise<unknown> => {
  const { files, edited } = folder;
  const paths = [...new Set([...files.keys(), edited.path])].sort();
  const { port1, port2 } = new MessageChannel();
  let present = edited.path;
  port1.on("message", async (path: string) => {
    present = path;
    port1.postMessage(await readFile(folder, path));
  });
  try {
    return await ask({ name, given: [{ paths, port: port2 }, ...given] }, port2);
  } catch (reason) {
    const file = present === edited.path ? undefined : files.get(present);
    if (!(reason instanceof ThreadLimitError)) throw reason;
    if (!file || heavy.has(file.checksum)) return null;
    heavy.set(file.checksum, true);
  } finally {
    port1.close();
  }
  return readFolder(name, folder, ...given);
};

/** Shows the edited text as students would see it. */
export const previewInThread = async (
  folder: EditedFolder,
  place: SourceTextPlace,
  entry?: number,
): Promise<TextPreview> => {
  const found = await readFolder("preview", folder, place, folder.edited.path, entry);
  const problem: PreviewProblem = {
    ...{ line: 1, message: TOO_HEAVY, code: "text/too-much", values: [], severity: "error" },
  };
  return (found as TextPreview | null) ?? { pages: [], problems: [problem] };
};

/** What the check of the folder would say about a text in place of `school.yaml`. */
export const schoolErrors = async (
  store: Store,
  files: EditedFolder["files"],
  text: string,
): Promise<ContentProblem[]> => {
  const path = "school.yaml";
  const found = await readFolder("schoolErrors", { store, files, edited: { path, text } });
  const about = { code: "text/too-much", place: {} } as const;
  const problem = { file: path, line: 1, message: TOO_HEAVY, about };
  return (found as ContentProblem[] | null) ?? [problem];
};
