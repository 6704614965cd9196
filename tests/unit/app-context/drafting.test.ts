import { expect, test } from "vitest";
import {
  createDrafting,
  type DraftThread,
  type TaskMessage,
} from "../../../src/app-context/drafting.ts";
import { EXAMPLE_BODY } from "../../../src/drafting/example-body.ts";
import type { SketchAnswer } from "../../../src/drafting/sketch.ts";
import { TaskLoadError } from "../../../src/drafting/tasks.ts";

const request = { block: "skirt-block", values: EXAMPLE_BODY, options: {} };
const empty: SketchAnswer = { sketch: null, problems: [], options: [], edges: [] };

/** A worker that answers when the test says so. */
const openThread = () => {
  const sent: TaskMessage[] = [];
  const thread: DraftThread & { ended: boolean } = {
    onmessage: null,
    onerror: null,
    ended: false,
    postMessage: (message) => void sent.push(message),
    terminate() {
      thread.ended = true;
    },
  };
  return { sent, thread };
};

test("a draft is made in the worker, which starts with the first one", async () => {
  const { sent, thread } = openThread();
  let started = 0;
  const drafting = createDrafting(() => {
    started += 1;
    return thread;
  });
  expect(started).toBe(0);
  const [first, second] = [drafting.run("sketch", request), drafting.run("sketch", request)];
  expect(started).toBe(1);
  for (const { id } of sent.toReversed()) {
    thread.onmessage?.({ data: { id, output: empty } } as MessageEvent);
  }
  expect(await Promise.all([first, second])).toEqual([empty, empty]);
});

test("a draft is made on the page where there are no workers", async () => {
  const drafting = createDrafting(() => {
    throw new DOMException("no workers", "SecurityError");
  });
  expect((await drafting.run("sketch", request)).sketch?.pieces).toHaveLength(2);
});

test("a draft is made on the page when the script of the worker cannot be had", async () => {
  const { thread } = openThread();
  const drafting = createDrafting(() => thread);
  const answer = drafting.run("sketch", request);
  thread.onerror?.({} as ErrorEvent);
  expect((await answer).sketch?.pieces).toHaveLength(2);
  expect(thread.ended).toBe(true);
});

test.each([
  ["whose code cannot be fetched", true, TaskLoadError],
  ["that has a bug", false, Error],
])("a task %s in the worker fails likewise on the page", async (_, isLoad, kind) => {
  const { sent, thread } = openThread();
  const drafting = createDrafting(() => thread);
  const answer = drafting.run("sketch", request);
  const data = { id: sent[0]?.id ?? 0, error: "no draft", isLoad };
  thread.onmessage?.({ data } as MessageEvent);
  const reason = await answer.catch((thrown) => thrown);
  expect([reason.message, reason.constructor]).toEqual(["no draft", kind]);
});
