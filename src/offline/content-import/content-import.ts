import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import type { Course } from "../../contract/content.ts";
import { createStored } from "../../core/stored.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine, FileBytes } from "../../platform/ports.ts";
import type { IndexFiles } from "../index-files.ts";
import type { LocalContent } from "../local-content.ts";
import { folderSource } from "./folder-source.ts";
import type { Imported, ImportFailure, ImportSource } from "./import-source.ts";
import { treeBytes } from "./read-indexes.ts";
import { removeUnused, takeOver } from "./take-over.ts";

/** What lies on this machine. */
export interface ContentSummary {
  readonly courses: readonly Pick<Course, "title" | "translations">[];
  readonly lessons: number;
  readonly bytes: number;
  /** When it was imported, in milliseconds since 1970; null where that is not known. */
  readonly imported: number | null;
}

export type ImportPhase =
  | "idle"
  /** The index files are being read. */
  | "checking"
  /** The files are being taken over. */
  | "copying"
  /** All is there, and takes the place of what was before. */
  | "replacing";

export interface ContentImportOptions {
  machine: DesktopMachine;
  index: IndexFiles;
  content: LocalContent;
  /** What makes of a zip a source; loaded when the first one is chosen. */
  openZip?: (zip: FileBytes) => Promise<Imported<ImportSource>>;
}

const KEY = "content-import.v1";
const LOCK = "content-import";
const kept = v.object({ imported: v.number() });

const openZip = async (zip: FileBytes): Promise<Imported<ImportSource>> => {
  const module = await import(/* webpackChunkName: "zip" */ "./zip-source.ts");
  return module.openZip(zip);
};

/** Content that comes on a stick in place of the network: a folder, or a zip of it. */
export const createContentImport = (options: ContentImportOptions) => {
  const { machine, index, content } = options;
  const stored = createStored(machine.storage, KEY, kept);
  const state = proxy({
    phase: "idle" as ImportPhase,
    /** Bytes taken over so far, of all. */
    done: 0,
    total: 0,
    /** How the last import ended. */
    outcome: null as "imported" | ImportFailure | null,
    /** Null while there is none. */
    present: null as ContentSummary | null,
  });
  let cancelled = false;
  /** Index files could not be put in place, and may yet be. */
  let unfinished = false;

  /** Where the tree itself cannot be read, nothing says what is in use. */
  const tidy = async (): Promise<void> => {
    if (content.state.damaged.includes("filetree.json")) return;
    await removeUnused(machine, content.tree());
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

  const replace = async (source: ImportSource): Promise<Imported<null>> => {
    if (unfinished) {
      await index.recover();
      await content.load();
    }
    await tidy();
    const taken = await takeOver({
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

  /** One at a time: a second one that is begun meanwhile is none. */
  const run = async (open: () => Promise<Imported<ImportSource>>): Promise<void> => {
    if (state.phase !== "idle") return;
    cancelled = false;
    Object.assign(state, { phase: "checking", done: 0, total: 0, outcome: null });
    try {
      await machine.tabs.withLock(
        LOCK,
        async () => {
          const source = await open();
          const taken: Imported<null> = source.ok ? await replace(source.value) : source;
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

    /** Looks at what is there; to be called when the content has been taken up. */
    look: summarise,

    /** Takes away what an import left that was cut off with the process. */
    cleanUp: (): Promise<void> => machine.tabs.withLock(LOCK, tidy, () => undefined),

    /** Asks for a folder, and imports it. @param title says what for */
    async importFolder(title: string): Promise<void> {
      const folder = await machine.dialogs.chooseFolder(title);
      if (folder) await run(async () => Result.ok(folderSource(folder)));
    },

    importZip: (zip: FileBytes): Promise<void> => run(() => (options.openZip ?? openZip)(zip)),

    /** Gives it up, for as long as the content is the one before. */
    cancel(): void {
      cancelled = true;
    },
  };
};

export type ContentImport = ReturnType<typeof createContentImport>;
