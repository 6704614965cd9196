/**
 * What is worked out away from the page's thread. Each task is a name with what it takes and gives; both are
 * copied between threads, so they are plain data. The code of a task comes when it is first asked for.
 */

import type { DraftAnswer, DraftContext, DraftRequest } from "./draft.ts";
import type { LessonDraftAnswer, LessonDraftRequest } from "./lesson-draft.ts";
import type { ClothOrder, ClothPlan } from "./print/cloth.ts";
import type { PrintFile, PrintFormat, PrintOrder, PrintPreview } from "./print/print-files.ts";
import type { BlockChoice, SketchAnswer } from "./sketch.ts";

interface Tasks {
  draft(request: DraftRequest): Promise<DraftAnswer>;
  /** Drafts a block or a garment for the screen. */
  sketch(request: DraftRequest): Promise<SketchAnswer>;
  blocks(none: null): readonly BlockChoice[];
  /** Lays the pieces of a pattern out, and divides them among sheets. */
  planPrint(order: PrintOrder): Promise<PrintPreview>;
  /** Lays the pieces of a pattern on cloth. */
  planCloth(order: ClothOrder & { readonly draft: DraftRequest }): Promise<readonly ClothPlan[]>;
  /** Writes a file in real size. */
  printFile(order: PrintOrder & { readonly format: PrintFormat }): Promise<PrintFile>;
  printSvgPages(order: PrintOrder): Promise<readonly string[]>;
  /** Works out the numbers of a lesson, and draws its figures. */
  lesson(request: LessonDraftRequest): LessonDraftAnswer;
  /** Says what a draft uses. */
  draftContext(request: DraftRequest): Promise<DraftContext>;
}

export type TaskName = keyof Tasks;
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

type TaskLoaders = {
  readonly [Name in TaskName]: () => Promise<
    (input: TaskInput<Name>) => TaskOutput<Name> | Promise<TaskOutput<Name>>
  >;
};

const sketching = () => import(/* webpackChunkName: "drafting" */ "./sketch.ts");
const printing = () => import(/* webpackChunkName: "print" */ "./print/print-files.ts");

const LOADERS: TaskLoaders = {
  draft: async () => (await import(/* webpackChunkName: "drafting" */ "./draft.ts")).draftAny,
  sketch: async () => (await sketching()).sketchDraft,
  blocks: async () => (await sketching()).listBlocks,
  planPrint: async () => (await printing()).previewPrint,
  planCloth: async () => (await printing()).planDraftCloth,
  printFile: async () => (await printing()).printFile,
  printSvgPages: async () => (await printing()).printPages,
  lesson: async () =>
    (await import(/* webpackChunkName: "drafting" */ "./lesson-draft.ts")).lessonDraft,
  draftContext: async () =>
    (await import(/* webpackChunkName: "drafting" */ "./draft.ts")).draftContext,
};

/** The code of a task could not be fetched. */
export class TaskLoadError extends Error {}

/** Runs a task on this thread. Rejects with a `TaskLoadError`, or with what a bug has thrown. */
export const runTask = async <Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
): Promise<TaskOutput<Name>> => {
  const task = await LOADERS[name]().catch((reason) => {
    throw new TaskLoadError(String(reason));
  });
  return task(input);
};
