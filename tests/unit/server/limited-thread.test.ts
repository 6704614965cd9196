import { expect, test } from "vitest";
import { createLimitedThread } from "../../../src/server/limited-thread.ts";

/** Repeats a word, never ends, takes all memory, or ends. */
const PROGRAM = `
import { parentPort } from "node:worker_threads";
const all = [];
parentPort.on("message", (word) => {
  while (word === "loop");
  while (word === "grow") all.push(new Array(10_000).fill(all.length));
  while (word === "buffers") all.push(Buffer.alloc(1_000_000, 1));
  if (word === "exit") process.exit();
  if (word === "throw") throw new Error("thrown");
  parentPort.postMessage(word);
});`;

const open = () =>
  createLimitedThread(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`));

test.each([
  ["loop", { kind: "too-slow" }, 0.3],
  ["grow", { kind: "too-large" }, 60],
  ["buffers", { kind: "too-large" }, 60],
  ["exit", { message: "The thread has ended" }, 60],
  ["throw", { message: "thrown" }, 60],
])("a thread that does %s is ended, and the next one answers", async (word, failure, seconds) => {
  const thread = open();
  await expect(thread.ask(word, { megabytes: 64, seconds })).rejects.toMatchObject(failure);
  const limits = { megabytes: 64, seconds: 60 };
  expect(await thread.ask("one", limits)).toBe("one");
  expect(await thread.ask("two", limits)).toBe("two");
  await thread.end();
});
