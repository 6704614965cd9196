// @vitest-environment happy-dom
import { locks } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createDesktopTabs, openFileStorage } from "../../src/platform/desktop/file-storage.ts";
import { createMemoryFolder } from "../../src/platform/memory/memory-desktop.ts";
import {
  createMemoryMachine,
  type MemoryMachine,
} from "../../src/platform/memory/memory-machine.ts";
import { createWebMachine } from "../../src/platform/web/web-machine.ts";
import { webTabs } from "../../src/platform/web/web-tabs.ts";
import { machineSuite } from "./machine-suite.ts";
import { tabsSuite } from "./tabs-suite.ts";

const setBrowserOnline = (online: boolean) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
  dispatchEvent(new Event(online ? "online" : "offline"));
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

machineSuite("memory", {
  create: createMemoryMachine,
  setOnline: (machine, online) => (machine as MemoryMachine).setOnline(online),
});

machineSuite("the web", {
  create: createWebMachine,
  setOnline: (_, online) => setBrowserOnline(online),
});

/** Values in the desktop's files, in a browser's page. */
let files: Awaited<ReturnType<typeof openFileStorage>>;
beforeEach(async () => {
  files = await openFileStorage(createMemoryFolder(), createMemoryMachine());
});

machineSuite("the desktop", {
  create: () => ({ ...createWebMachine(), storage: files.storage }),
  setOnline: (_, online) => setBrowserOnline(online),
});

tabsSuite("the desktop", {
  create() {
    const tabs = createDesktopTabs(files);
    return { tabs: [tabs, tabs], storage: files.storage };
  },
  change: null,
});

tabsSuite("memory", {
  create() {
    const { tabs, storage } = createMemoryMachine();
    return { tabs: [tabs, tabs], storage };
  },
  change: (storage) => void storage.set("a.v1", "1"),
});

tabsSuite("the web", {
  create() {
    // Node has the Web Locks API; the document of these tests lacks it.
    Object.defineProperty(navigator, "locks", { configurable: true, value: locks });
    return { tabs: [webTabs, webTabs], storage: createWebMachine().storage };
  },
  change: () => void dispatchEvent(new StorageEvent("storage", { key: "a.v1", newValue: "1" })),
});

test("a tab that waited for the lock starts 200 ms later, when it sees the other's values", async () => {
  Object.defineProperty(navigator, "locks", { configurable: true, value: locks });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const released = Promise.withResolvers<void>();
  const busy = Promise.withResolvers<void>();
  const work = vi.fn(async () => undefined);
  const first = webTabs.withLock("send", () => released.promise, expect.unreachable);
  const second = webTabs.withLock("send", work, busy.resolve);
  await busy.promise;
  released.resolve();
  while (vi.getTimerCount() === 0 && work.mock.calls.length === 0) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(199);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all([first, second]);
  expect(work).toHaveBeenCalled();
});

const refuseStorage = (failure: DOMException, ...uses: (keyof Storage)[]) => {
  const fail = () => {
    throw failure;
  };
  const stub = new Proxy(localStorage, {
    get: (storage, use) =>
      uses.includes(use as never) ? fail : Reflect.get(storage, use).bind(storage),
  });
  vi.stubGlobal("localStorage", stub);
};
const forbid = () =>
  refuseStorage(new DOMException("denied", "SecurityError"), "getItem", "setItem", "removeItem");
const fill = () => refuseStorage(new DOMException("full", "QuotaExceededError"), "setItem");

describe("the web machine", () => {
  test("finds at the next visit what was stored at the last", () => {
    createWebMachine().storage.set("a.v1", "1");
    expect(createWebMachine().storage.get("a.v1")).toBe("1");
  });

  test("does not access storage before it is used", () => {
    forbid();
    vi.stubGlobal("navigator", undefined);
    expect(createWebMachine).not.toThrow();
  });

  test.each([
    ["forbidden", forbid],
    ["full", fill],
  ])("reports that storage is %s, and keeps values as long as the page lives", (_, spoil) => {
    spoil();
    const { storage } = createWebMachine();
    expect(storage.get("a.v1")).toBeNull();
    for (const value of ["1", "2"]) {
      expect(storage.set("a.v1", value)).toBe(false);
      expect(storage.get("a.v1")).toBe(value);
    }
    expect(createWebMachine().storage.get("a.v1")).toBeNull();
    vi.unstubAllGlobals();
    // Writing is allowed again.
    expect(storage.set("a.v1", "3")).toBe(true);
    expect([storage.get("a.v1"), localStorage.getItem("a.v1")]).toEqual(["3", "3"]);
  });

  test("stores a value whole or not at all when storage is full, and can still remove it", () => {
    const { storage } = createWebMachine();
    storage.set("a.v1", "older");
    fill();
    expect(storage.set("a.v1", "newer")).toBe(false);
    expect(["older", "newer"]).toContain(storage.get("a.v1"));
    storage.remove("a.v1");
    expect(storage.get("a.v1")).toBeNull();
    vi.unstubAllGlobals();
    expect(localStorage.getItem("a.v1")).toBeNull();
  });
});

test("tabs do their work without a lock where the browser refuses locks with its storage", async () => {
  const request = () => Promise.reject(new DOMException("Not allowed.", "SecurityError"));
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
  const work = vi.fn(async () => undefined);
  await webTabs.withLock("send", work, expect.unreachable);
  expect(work).toHaveBeenCalledOnce();
});
