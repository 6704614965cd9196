import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import type { Course } from "../../contract/content.ts";
import { createStored } from "../../core/stored.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine, FileBytes } from "../../platform/ports.ts";
import type { IndexFiles } from "../index-files.ts";
import type { LocalContent } from "../local-content.ts";
import { importContent, removeUnusedFiles } from "./import-content.ts";
import {
  folderSource,
  type ImportFailure,
  type ImportResult,
  type ImportSource,
} from "./import-source.ts";
import { treeBytes } from "./read-indexes.ts";

export interface ContentSummary {
  readonly courses: readonly Pick<Course, "title" | "translations">[];
  readonly lessons: number;
  readonly bytes: number;
  /** When it was imported, in milliseconds since 1970; null if unknown. */
  readonly imported: number | null;
}

type ImportPhase =
  | "idle"
  /** The index files are being read. */
  | "checking"
  /** The files are being copied. */
  | "copying"
  /** All files are copied; the index files are being replaced. */
  | "replacing";

interface ContentImportOptions {
  machine: DesktopMachine;
  index: IndexFiles;
  content: LocalContent;
  /** Opens a zip. By default its code is loaded when the first zip is chosen. */
  openZip?: (zip: FileBytes) => Promise<ImportResult<ImportSource>>;
}

const KEY = "content-import.v1";
const LOCK = "content-import";
const kept = v.object({ imported: v.number() });

const openZip = async (zip: FileBytes): Promise<ImportResult<ImportSource>> => {
  const module = await import(/* webpackChunkName: "zip" */ "./zip-source.ts");
  return module.openZip(zip);
};

/** Imports content from a folder, or from a zip of one, without a network. */
export const createContentImport = (options: ContentImportOptions) => {
  const { machine, index, content } = options;
  const stored = createStored(machine.storage, KEY, kept);
  const state = proxy({
    phase: "idle" as ImportPhase,
    /** Bytes copied so far. */
    done: 0,
    total: 0,
    /** How the last import ended. */
    outcome: null as "imported" | ImportFailure | null,
    /** Null while there is no content. */
    present: null as ContentSummary | null,
  });
  let cancelled = false;
  /** Whether index files of a failed import may still be put in place by `recover`. */
  let unfinished = false;

  /** Deletes unused files. Without a readable tree it is unknown which files are in use. */
  const tidy = async (): Promise<void> => {
    if (content.state.damaged.includes("filetree.json")) return;
    await removeUnusedFiles(machine, content.tree());
  };

  const summarise = () => {
    const products = content.products();
    state.present =
      products.length === 0
        ? null
        : ref({
            courses: products.flatMap(({ courses, courseOrder }) =>
              courseOrder.flatMap((key) => courses[key] ?? []),
            ),
            lessons: products.reduce((sum, each) => sum + Object.keys(each.lessons).length, 0),
            bytes: treeBytes(content.tree()),
            imported: stored.read()?.imported ?? null,
          });
  };

  const replace = async (source: ImportSource): Promise<ImportResult<null>> => {
    if (unfinished) {
      await index.recover();
      await content.load();
    }
    await tidy();
    const taken = await importContent({
      machine,
      index,
      source,
      before: content.tree(),
      onProgress(done, total) {
        Object.assign(state, { phase: "copying", done, total });
      },
      onFiles() {
        state.phase = "replacing";
      },
      isCancelled: () => cancelled,
    });
    unfinished = !taken.ok && state.phase === "replacing";
    if (!taken.ok) return taken;
    stored.write({ imported: machine.now() });
    await content.load();
    await tidy();
    return taken;
  };

  /** Runs one import at a time. A call during another import does nothing. */
  const run = async (open: () => Promise<ImportResult<ImportSource>>): Promise<void> => {
    if (state.phase !== "idle") return;
    cancelled = false;
    Object.assign(state, { phase: "checking", done: 0, total: 0, outcome: null });
    try {
      await machine.tabs.withLock(
        LOCK,
        async () => {
          const source = await open();
          const taken: ImportResult<null> = source.ok ? await replace(source.value) : source;
          state.outcome = taken.ok ? "imported" : taken.failure;
        },
        () => undefined,
      );
    } finally {
      state.phase = "idle";
      summarise();
    }
  };

  return {
    state,

    /** Updates `state.present`. Call it when the content has been loaded. */
    look: summarise,

    /** Deletes the files of an import that was interrupted by a crash. */
    cleanUp: (): Promise<void> => machine.tabs.withLock(LOCK, tidy, () => undefined),

    /** Asks for a folder and imports it. @param title of the dialog */
    async importFolder(title: string): Promise<void> {
      const folder = await machine.dialogs.chooseFolder(title);
      if (folder) await run(async () => Result.ok(folderSource(folder)));
    },

    importZip: (zip: FileBytes): Promise<void> => run(() => (options.openZip ?? openZip)(zip)),

    /** Cancels the import while the previous content is still in place. */
    cancel(): void {
      cancelled = true;
    },
  };
};

export type ContentImport = ReturnType<typeof createContentImport>;
