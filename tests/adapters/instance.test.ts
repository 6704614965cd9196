import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  answerCalls,
  callInstance,
  createGuardedFolder,
  type InstanceCall,
  type PageStorage,
  takeInstance,
} from "../../src/platform/desktop/instance.ts";
import { findZipArgument } from "../../src/platform/desktop/opened-file.ts";
import { createMemoryFolder, type MemoryFolder } from "../../src/platform/memory/memory-desktop.ts";
import { createMemoryMachine } from "../../src/platform/memory/memory-machine.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { randomHex } = createMemoryMachine();
const LOCK = "state/instance.lock";

const newWindow = (): PageStorage => {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
  };
};

/** A window that opens; it learns within seconds whether it holds the lock. */
const openWindow = async (folder: MemoryFolder, now = Date.now) => {
  const claiming = takeInstance(folder, now, randomHex, newWindow());
  await vi.advanceTimersByTimeAsync(3000);
  const instance = await claiming;
  const onLost = vi.fn();
  instance.onLost(onLost);
  return { instance, onLost };
};

/** The process of a window has ended: its timers stop, its last lock file stays. */
const killWindows = () => void vi.clearAllTimers();

const write = (folder: MemoryFolder, { isMine }: { isMine: () => Promise<boolean> }) =>
  createGuardedFolder(folder, isMine).write("a.json", new Uint8Array(1));

test("the lock of the data folder is refused to a second window, which writes nothing, while the first is open", async () => {
  const folder = createMemoryFolder();
  const first = await openWindow(folder);
  const second = await openWindow(folder);
  expect(second.instance.status).toBe("taken");
  expect(await write(folder, second.instance)).toMatchObject({ failure: { kind: "forbidden" } });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(first.onLost).not.toHaveBeenCalled();
  expect((await write(folder, first.instance)).ok).toBe(true);
});

test("the lock of the data folder is given to a window at once where there is none, or the previous one has released it", async () => {
  const folder = createMemoryFolder();
  const instance = await takeInstance(folder, Date.now, randomHex, newWindow());
  expect((await write(folder, instance)).ok).toBe(true);
  await instance.release();
  expect(folder.files.has(LOCK)).toBe(false);
  // It can be read on a disk that cannot be written, too.
  folder.setWritable(false);
  expect((await takeInstance(folder, Date.now, randomHex, newWindow())).status).toBe("mine");
});

test("the lock of the data folder stays with the window when its page is reloaded", async () => {
  const folder = createMemoryFolder();
  const memory = newWindow();
  await takeInstance(folder, Date.now, randomHex, memory);
  const before = folder.files.get(LOCK) as Uint8Array<ArrayBuffer>;
  killWindows();
  // The clock does not move: the timers are never advanced.
  const again = await takeInstance(folder, Date.now, randomHex, memory);
  expect(again.status).toBe("mine");
  // A lock file that the previous page had started to write arrives late.
  folder.files.set(LOCK, before);
  await vi.advanceTimersByTimeAsync(2000);
  expect((await write(folder, again)).ok).toBe(true);
  expect((await openWindow(folder)).instance.status).toBe("taken");
});

test.each([
  ["a moment ago, after a look at it", 0],
  ["long ago", 10_000],
  ["after its clock was set back", -3_600_000],
])("the lock of the data folder is taken over from a window killed %s", async (_, shift) => {
  const folder = createMemoryFolder();
  await openWindow(folder);
  killWindows();
  const now = () => Date.now() + shift;
  const claiming = takeInstance(folder, now, randomHex, newWindow());
  // Without a look the clock does not move here.
  if (shift === 0) await vi.advanceTimersByTimeAsync(3000);
  expect((await claiming).status).toBe("mine");
});

test("the lock of the data folder stays with a window whose clock is set back", async () => {
  const folder = createMemoryFolder();
  let shift = 0;
  const now = () => Date.now() + shift;
  await openWindow(folder, now);
  shift = -3_600_000;
  await vi.advanceTimersByTimeAsync(1000);
  expect((await openWindow(folder, now)).instance.status).toBe("taken");
});

test.each(["", "{", '{"version":2}'])(
  "the lock of the data folder is taken over when the lock file is damaged: %j",
  async (text) => {
    const folder = createMemoryFolder();
    folder.files.set(LOCK, new TextEncoder().encode(text));
    expect((await openWindow(folder)).instance.status).toBe("mine");
  },
);

test("the lock of the data folder is held by one window when two open at the same moment", async () => {
  const folder = createMemoryFolder();
  const windows = await Promise.all([openWindow(folder), openWindow(folder)]);
  await vi.advanceTimersByTimeAsync(5000);
  const mine = await Promise.all(windows.map(({ instance }) => instance.isMine()));
  expect(mine.toSorted()).toEqual([false, true]);
  expect(windows.map(({ onLost }) => onLost.mock.calls.length).toSorted()).toEqual([0, 1]);
});

test("the lock of the data folder is lost to a newer window by a suspended one, which notices before it writes", async () => {
  const folder = createMemoryFolder();
  const slept = await openWindow(folder);
  killWindows();
  vi.setSystemTime(Date.now() + 60_000);
  expect((await openWindow(folder)).instance.status).toBe("mine");
  expect((await write(folder, slept.instance)).ok).toBe(false);
  expect(slept.onLost).toHaveBeenCalledOnce();
  const late = vi.fn();
  slept.instance.onLost(late);
  expect(late).toHaveBeenCalledOnce();
});

const CALL = "state/instance.call";
const never = new Promise<boolean>(() => undefined);

/** A folder with the lock of a window, open or closed. */
const opened = async () => {
  const folder = createMemoryFolder();
  await folder.write(LOCK, new TextEncoder().encode("{}"));
  return folder;
};

test("a second start is answered by the open window, which carries out the request once", async () => {
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
])("a second start gives up on a window that %s", async (_, isOurs, milliseconds) => {
  const folder = await opened();
  const called = callInstance(folder, "b", { open: null }, isOurs);
  if (milliseconds > 0) await vi.advanceTimersByTimeAsync(milliseconds);
  expect(await called).toBe(false);
  expect(await folder.read(CALL)).toBeNull();
  // Where no window was ever open no request is sent.
  expect(await callInstance(createMemoryFolder(), "b", { open: null }, never)).toBe(false);
});

test("a second start ignores a malformed request", async () => {
  const folder = await opened();
  const stop = answerCalls(folder, () => expect.unreachable());
  for (const text of ["", "{", '{"version":1,"id":7,"open":null}']) {
    await folder.write(CALL, new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(1500);
    expect(await folder.read(CALL)).toBeNull();
  }
  stop();
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
