// @vitest-environment happy-dom
import { locks } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createDesktopTabs, openFileStorage } from "../../src/platform/desktop/file-storage.ts";
import { createMemoryFolder } from "../../src/platform/memory/memory-desktop.ts";
import {
  createMemoryMachine,
  type MemoryMachine,
} from "../../src/platform/memory/memory-machine.ts";
import type { KeyValue, Machine, Tabs } from "../../src/platform/ports.ts";
import { createAppWorker } from "../../src/platform/web/web-app.ts";
import { createWebMachine } from "../../src/platform/web/web-machine.ts";
import { webTabs } from "../../src/platform/web/web-tabs.ts";

interface MachineUnderTest {
  create: () => Machine;
  /** Switches the machine's network on or off, as pulling a cable does. */
  setOnline: (machine: Machine, online: boolean) => void;
}

const machineSuite = (name: string, { create, setOnline }: MachineUnderTest): void => {
  describe(`storage of ${name}`, () => {
    test.each([
      ["an empty text", ""],
      ["JSON", '{"token":"t","user":{"firstName":"דנה"}}'],
      ["characters outside the basic plane", "\u0000\u001f\ud83e\uddf5 שלום"],
      ["a text of a million characters", "x".repeat(1_000_000)],
    ])("returns %s unchanged", (_, value) => {
      const { storage } = create();
      expect(storage.set("kept.v1", value)).toBe(true);
      expect(storage.get("kept.v1")).toBe(value);
    });

    test.each(["length", "getItem", "key with spaces", "ключ"])("accepts any key: %s", (key) => {
      const { storage } = create();
      expect(storage.get(key)).toBe(null);
      expect(storage.set(key, "value")).toBe(true);
      expect(storage.get(key)).toBe("value");
      storage.remove(key);
      expect(storage.get(key)).toBe(null);
    });

    test("keeps the last value of each key, until that one is removed", () => {
      const { storage } = create();
      const both = () => [storage.get("a.v1"), storage.get("b.v1")];
      for (const [key, value] of ["a1", "b2", "a3"]) storage.set(`${key}.v1`, `${value}`);
      expect(both()).toEqual(["3", "2"]);
      storage.remove("a.v1");
      storage.remove("never.v1");
      expect(both()).toEqual([null, "2"]);
    });
  });

  test(`the network of ${name} notifies every listener of every change until it stops listening`, () => {
    const machine = create();
    const events: string[] = [];
    const stops = ["a", "b"].map((who) =>
      machine.connectivity.subscribe((online) => events.push(`${who} ${online}`)),
    );
    for (const online of [false, true]) {
      setOnline(machine, online);
      expect(machine.connectivity.isOnline()).toBe(online);
    }
    expect(events).toEqual(["a false", "b false", "a true", "b true"]);
    for (const stop of [...stops, ...stops]) stop();
    for (const online of [false, true]) setOnline(machine, online);
    expect(events.length).toBe(4);
  });

  describe(`clock, chance and hash of ${name}`, () => {
    test("the time is in whole milliseconds and does not run backwards", () => {
      const { now } = create();
      const first = now();
      expect(Number.isInteger(first) && first > Date.parse("2020-01-01")).toBe(true);
      expect(now() >= first).toBe(true);
    });

    test("random bytes are two lower-case digits each, and differ at each call", () => {
      const { randomHex } = create();
      const drawn = Array.from({ length: 200 }, () => randomHex(16));
      for (const each of drawn) expect(each).toMatch(/^[\da-f]{32}$/);
      expect(new Set(drawn).size).toBe(drawn.length);
      expect(randomHex(0)).toBe("");
    });

    // FIPS 180-2, appendix B, and the same of other letters by sha256sum.
    test.each([
      ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
      ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
      ["שלום", "b7ac0398ef74193ab738b21df0912329303df10d868c2bac37a84a59d12c0e2f"],
    ])("the hash of '%s' is that of its UTF-8 bytes", async (text, expected) => {
      expect(await create().sha256(text)).toBe(expected);
    });
  });
};

interface TabsUnderTest {
  /** Tabs of one browser, and the storage that they share. */
  create: () => { tabs: [Tabs, Tabs]; storage: KeyValue };
  /** Changes a stored value as another tab does; null if there is never another tab. */
  change: ((storage: KeyValue) => void) | null;
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

const tabsSuite = (name: string, { create, change }: TabsUnderTest): void => {
  describe(`tabs of ${name}`, () => {
    test("see the keys in storage, also those that another tab has set", () => {
      const { tabs, storage } = create();
      expect(tabs[0].keys()).toEqual([]);
      for (const key of ["a.v1/1", "key with spaces", "b.v1"]) storage.set(key, "1");
      storage.remove("b.v1");
      for (const tab of tabs) expect(tab.keys().toSorted()).toEqual(["a.v1/1", "key with spaces"]);
    });

    test.skipIf(!change)("hear of another tab's changes until they stop listening", async () => {
      const { tabs, storage } = create();
      const events: string[] = [];
      const stop = tabs[0].subscribe(() => events.push("changed"));
      for (let round = 0; round < 2; round += 1) {
        change?.(storage);
        await nextTurn();
        expect(events).toEqual(["changed"]);
        stop();
      }
    });

    test("run work of one name one after the other, and learn that another tab is busy", async () => {
      const [first, second] = create().tabs;
      const events: string[] = [];
      const released = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const busy = Promise.withResolvers<void>();
      const long = async () => {
        events.push("first begins");
        begun.resolve();
        await released.promise;
        events.push("first ends");
      };
      const work = first.withLock("send", long, () => events.push("first hears"));
      await begun.promise;
      const short = async () => void events.push("second works");
      const later = second.withLock("send", short, () => {
        events.push("second hears");
        busy.resolve();
      });
      await busy.promise;
      released.resolve();
      await Promise.all([work, later]);
      expect(events).toEqual(["first begins", "second hears", "first ends", "second works"]);
    });

    test("run work of different names at the same time", async () => {
      const [first, second] = create().tabs;
      const met = Promise.withResolvers<void>();
      const fail = () => expect.unreachable();
      await Promise.all([
        first.withLock("a", () => met.promise, fail),
        second.withLock("b", async () => met.resolve(), fail),
      ]);
    });

    test("release the lock when the work fails, and pass on the error", async () => {
      const [first, second] = create().tabs;
      const fail = () => expect.unreachable();
      const events: string[] = [];
      const broken = async () => {
        events.push("tried");
        throw new Error("broken");
      };
      await first.withLock("send", broken, fail).catch((error) => events.push(error.message));
      await second.withLock("send", async () => void events.push("done"), fail);
      expect(events).toEqual(["tried", "broken", "done"]);
    });
  });
};

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

const refuseLocks = () => {
  const request = () => Promise.reject(new DOMException("Not allowed.", "SecurityError"));
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
};

test("tabs do their work without a lock where the browser refuses locks with its storage", async () => {
  refuseLocks();
  const work = vi.fn(async () => undefined);
  await webTabs.withLock("send", work, expect.unreachable);
  expect(work).toHaveBeenCalledOnce();
});

/** A worker that is installed, and then has another state. */
const becomes = (state: string) => {
  const installing = Object.assign(new EventTarget(), { state: "installing" });
  setTimeout(() => {
    installing.state = state;
    installing.dispatchEvent(new Event("statechange"));
  });
  return installing;
};

const FULL = "cannot be installed, as where storage is full";

test.each([
  ["is active", async () => ({ installing: null, active: {} }), true],
  ["is installed", async () => ({ installing: becomes("activated"), active: null }), true],
  [FULL, async () => ({ installing: becomes("redundant"), active: null }), false],
  ["is forbidden", () => Promise.reject(new DOMException("Insecure.", "SecurityError")), false],
  ["is blocked", async () => undefined, false],
])("a web app's worker that %s: whether it has started (%#)", async (_, register, expected) => {
  refuseLocks();
  const container = Object.assign(new EventTarget(), { controller: null, register });
  expect(await createAppWorker(container as never).start()).toBe(expected);
});
