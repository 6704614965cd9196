import { hex } from "../../lib/hex.ts";
import { createMutex } from "../../lib/mutex.ts";
import type { Machine, Tabs } from "../ports.ts";

export interface MemoryMachine extends Machine {
  /** All apps that are opened on this machine share these tabs. */
  tabs: Tabs;
  advance(milliseconds: number): void;
  setOnline(online: boolean): void;
  /** Takes the machine to another time zone. */
  travel(zone: string): void;
}

/** Creates a machine in memory. Its clock, its zone and its network are controlled by the test. */
export const createMemoryMachine = (start = Date.parse("2026-03-02T09:00:00Z")): MemoryMachine => {
  const values = new Map<string, string>();
  const listeners = new Set<(online: boolean) => void>();
  const watchers = new Set<() => void>();
  const tellTabs = () => {
    for (const watcher of watchers) queueMicrotask(watcher);
  };
  let time = start;
  let online = true;
  let zone = "UTC";
  return {
    storage: {
      get: (key) => values.get(key) ?? null,
      set(key, value) {
        values.set(key, value);
        tellTabs();
        return true;
      },
      remove(key) {
        values.delete(key);
        tellTabs();
      },
    },
    tabs: {
      keys: () => [...values.keys()],
      subscribe(listener) {
        watchers.add(listener);
        return () => void watchers.delete(listener);
      },
      withLock: createMutex(),
    },
    connectivity: {
      isOnline: () => online,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    now: () => time,
    zone: () => zone,
    randomHex: (bytes) => hex(crypto.getRandomValues(new Uint8Array(bytes))),
    sha256: async (text) =>
      hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))),
    advance(milliseconds) {
      time += milliseconds;
    },
    travel(name) {
      zone = name;
    },
    setOnline(value) {
      online = value;
      for (const listener of listeners) listener(value);
    },
  };
};
