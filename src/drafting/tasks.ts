/**
 * What is worked out away from the page's thread. Each task is a name with what it takes and gives; both are
 * copied between threads, so they are plain data. The code of a task comes when it is first asked for.
 */

const sketching = () => import(/* webpackChunkName: "drafting" */ "./sketch.ts");
const printing = () => import(/* webpackChunkName: "print" */ "./print/print-files.ts");

const LOADERS = {
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

export type TaskName = keyof typeof LOADERS;
type Task<Name extends TaskName> = Awaited<ReturnType<(typeof LOADERS)[Name]>>;
export type TaskInput<Name extends TaskName> = Parameters<Task<Name>>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<Task<Name>>>;

/** The code of a task could not be fetched. */
export class TaskLoadError extends Error {}

/** Runs a task on this thread. Rejects with a `TaskLoadError`, or with what a bug has thrown. */
export const runTask = async <Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
): Promise<TaskOutput<Name>> => {
  const load = LOADERS[name] as () => Promise<(input: TaskInput<Name>) => TaskOutput<Name>>;
  const task = await load().catch((reason) => {
    throw new TaskLoadError(String(reason));
  });
  return task(input);
};
