import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  answerCalls,
  callInstance,
  type InstanceCall,
} from "../../src/platform/desktop/instance.ts";
import { findZipArgument } from "../../src/platform/desktop/opened-file.ts";
import { createMemoryFolder } from "../../src/platform/memory/memory-desktop.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LOCK = "state/instance.lock";
const CALL = "state/instance.call";
const never = new Promise<boolean>(() => undefined);

/** A folder with the lock of a window, open or closed. */
const opened = async () => {
  const folder = createMemoryFolder();
  await folder.write(LOCK, new TextEncoder().encode("{}"));
  return folder;
};

describe("a second start", () => {
  test("is answered by the open window, which carries out the request once", async () => {
    const folder = await opened();
    const wanted: InstanceCall[] = [];
    const stop = answerCalls(folder, (call) => wanted.push(call));
    const called = callInstance(folder, "b", { open: "/stick/school.zip" }, never);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await called).toBe(true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(wanted).toEqual([{ open: "/stick/school.zip" }]);
    expect(await folder.list("state")).toEqual(["instance.lock"]);
    stop();
  });

  test.each<[string, Promise<boolean>, number]>([
    ["does not answer", Promise.resolve(false), 5000],
    // The clock does not move here: the call must end by itself.
    ["no longer holds the lock", Promise.resolve(true), 0],
  ])("gives up on a window that %s", async (_, isOurs, milliseconds) => {
    const folder = await opened();
    const called = callInstance(folder, "b", { open: null }, isOurs);
    if (milliseconds > 0) await vi.advanceTimersByTimeAsync(milliseconds);
    expect(await called).toBe(false);
    expect(await folder.read(CALL)).toBeNull();
    // Where no window was ever open no request is sent.
    expect(await callInstance(createMemoryFolder(), "b", { open: null }, never)).toBe(false);
  });

  test("ignores a malformed request", async () => {
    const folder = await opened();
    const stop = answerCalls(folder, () => expect.unreachable());
    for (const text of ["", "{", '{"version":1,"id":7,"open":null}']) {
      await folder.write(CALL, new TextEncoder().encode(text));
      await vi.advanceTimersByTimeAsync(1500);
      expect(await folder.read(CALL)).toBeNull();
    }
    stop();
  });
});

test.each([
  [["/usr/lib/app", "/stick/שרה's school.ZIP"], "/stick/שרה's school.ZIP"],
  [["app", "--path=/app.zip", "stick/school.zip"], "/home/dana/stick/school.zip"],
  [["app.exe", "C:\\stick\\school.zip"], "C:\\stick\\school.zip"],
  [["/stick/app.zip"], null],
  [["app", "--load-dir-res", "/stick/letter.pdf"], null],
])("the app opens the file that it was started with: %j", (words, expected) => {
  expect(findZipArgument(words, "/home/dana")).toBe(expected);
});
