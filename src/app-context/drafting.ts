import {
  runTask,
  type TaskInput,
  TaskLoadError,
  type TaskName,
  type TaskOutput,
} from "../drafting/tasks.ts";
import type { App } from "./app.ts";
import { serviceOf } from "./service.ts";
import { useApp } from "./use-app.ts";

/** What the page sends to the worker. */
export interface TaskMessage {
  readonly id: number;
  readonly name: TaskName;
  readonly input: TaskInput<TaskName>;
}

/** What the worker sends back. */
export type TaskAnswer =
  | { readonly id: number; readonly output: TaskOutput<TaskName> }
  | { readonly id: number; readonly error: string; readonly isLoad: boolean };

/** What is used of a `Worker`. */
export interface DraftThread {
  onmessage: ((event: MessageEvent<TaskAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: TaskMessage): void;
  terminate(): void;
}

interface Waiting extends TaskMessage {
  readonly resolve: (output: TaskOutput<TaskName>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs the tasks of drafting in a worker, which starts with the first of them. Where a worker cannot be had, or
 * its script cannot be fetched, tasks run on the page's own thread: a draft takes a few milliseconds.
 * @param createThread throws where the page may have no worker
 */
export const createDrafting = (createThread: () => DraftThread) => {
  const waiting = new Map<number, Waiting>();
  let thread: DraftThread | null = null;
  let works = true;
  let latest = 0;

  const runHere = ({ name, input, resolve, reject }: Waiting) =>
    void runTask(name, input).then(resolve, reject);

  const leaveThread = () => {
    works = false;
    thread?.terminate();
    thread = null;
    const left = [...waiting.values()];
    waiting.clear();
    for (const task of left) runHere(task);
  };

  const start = (): DraftThread | null => {
    if (thread || !works) return thread;
    try {
      thread = createThread();
    } catch {
      works = false;
      return null;
    }
    thread.onmessage = ({ data }) => {
      const task = waiting.get(data.id);
      waiting.delete(data.id);
      if ("output" in data) task?.resolve(data.output);
      else task?.reject(new (data.isLoad ? TaskLoadError : Error)(data.error));
    };
    thread.onerror = leaveThread;
    return thread;
  };

  return {
    /** Runs a task, as `runTask` does. */
    run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskOutput<Name>> {
      return new Promise<TaskOutput<TaskName>>((resolve, reject) => {
        latest += 1;
        const task = { id: latest, name, input, resolve, reject };
        const there = start();
        if (!there) return runHere(task);
        waiting.set(task.id, task);
        there.postMessage({ id: task.id, name, input });
      }) as Promise<TaskOutput<Name>>;
    },

    /** Ends the worker. */
    stop() {
      thread?.terminate();
      thread = null;
      waiting.clear();
    },
  };
};

export type Drafting = ReturnType<typeof createDrafting>;

const create = (app: App): Drafting => {
  const drafting = createDrafting(
    () =>
      new Worker(
        /* webpackChunkName: "draft-worker" */ new URL("./draft-worker.ts", import.meta.url),
      ),
  );
  const stop = app.onSessionEnd(() => {
    drafting.stop();
    stop();
  });
  return drafting;
};

/** The drafting of the signed-in person's pages. Several features share its worker. */
export const draftingOf = (app: App): Drafting => serviceOf(app, create);

export const useDrafting = (): Drafting => draftingOf(useApp());
