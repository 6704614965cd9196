/** The thread that drafts patterns, so that the page stays quick. The build compiles it on its own. */

import { runTask, TaskLoadError } from "../drafting/tasks.ts";
import type { TaskAnswer, TaskMessage } from "./drafting.ts";

// The types of the page are not those of a worker.
const thread = self as unknown as {
  onmessage: ((event: MessageEvent<TaskMessage>) => void) | null;
  postMessage(answer: TaskAnswer): void;
};

thread.onmessage = async ({ data: { id, name, input } }) => {
  try {
    thread.postMessage({ id, output: await runTask(name, input) });
  } catch (error) {
    thread.postMessage({ id, error: String(error), isLoad: error instanceof TaskLoadError });
  }
};
