// @vitest-environment happy-dom
import { locks } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
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
  const first = webTabs.withLock(
    "send",
    () => released.promise,
    () => undefined,
  );
  let worked = false;
  const work = async () => {
    worked = true;
  };
  const second = webTabs.withLock("send", work, busy.resolve);
  await busy.promise;
  released.resolve();
  while (vi.getTimerCount() === 0 && !worked) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(199);
  expect(worked).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all([first, second]);
  expect(worked).toBe(true);
});

/** Storage that the browser's settings forbid: accessing it throws. */
const forbid = () =>
  vi.stubGlobal("localStorage", {
    get getItem() {
      throw new DOMException("denied", "SecurityError");
    },
    get setItem() {
      throw new DOMException("denied", "SecurityError");
    },
    get removeItem() {
      throw new DOMException("denied", "SecurityError");
    },
  });

/** Storage that is full. */
const fill = () => {
  const { getItem, removeItem } = localStorage;
  vi.stubGlobal("localStorage", {
    getItem: getItem.bind(localStorage),
    removeItem: removeItem.bind(localStorage),
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
};

describe("the web machine", () => {
  test("finds at the next visit what was stored at the last", () => {
    createWebMachine().storage.set("a.v1", "1");
    expect(createWebMachine().storage.get("a.v1")).toBe("1");
    createWebMachine().storage.remove("a.v1");
    expect(createWebMachine().storage.get("a.v1")).toBeNull();
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
    expect(storage.set("a.v1", "1")).toBe(false);
    expect(storage.get("a.v1")).toBe("1");
    expect(storage.set("a.v1", "2")).toBe(false);
    expect(storage.get("a.v1")).toBe("2");
    storage.remove("a.v1");
    expect(storage.get("a.v1")).toBeNull();
    expect(createWebMachine().storage.get("a.v1")).toBeNull();
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

  test("stores values again once writing is allowed again", () => {
    forbid();
    const { storage } = createWebMachine();
    storage.set("a.v1", "1");
    vi.unstubAllGlobals();
    expect(storage.set("a.v1", "2")).toBe(true);
    expect(storage.get("a.v1")).toBe("2");
    expect(localStorage.getItem("a.v1")).toBe("2");
  });
});

test("tabs do their work without a lock where the browser refuses locks with its storage", async () => {
  const request = () => Promise.reject(new DOMException("Not allowed.", "SecurityError"));
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
  let done = 0;
  const work = async () => {
    done += 1;
  };
  await webTabs.withLock("send", work, () => expect.unreachable());
  expect(done).toBe(1);
});
