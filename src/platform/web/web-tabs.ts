import type { Tabs } from "../ports.ts";
import { storageArea } from "./web-machine.ts";

/** The time until a change of another tab is visible in this one. */
const MOMENT_MS = 200;

/** The tabs of this browser, with their shared storage and locks. */
export const webTabs: Tabs = {
  keys() {
    try {
      return Object.keys(storageArea());
    } catch {
      return [];
    }
  },
  subscribe(listener) {
    addEventListener("storage", listener);
    return () => removeEventListener("storage", listener);
  },
  async withLock(name, work, onBusy) {
    let isBegun = false;
    const begin = () => {
      isBegun = true;
      return work();
    };
    try {
      const { locks } = navigator;
      const wasFree = await locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock) await begin();
        return lock !== null;
      });
      if (wasFree) return;
      onBusy();
      await locks.request(name, async () => {
        await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
        await begin();
      });
    } catch (error) {
      if (isBegun) throw error;
      // A browser that refuses a page its storage refuses it locks too. Tabs share nothing there.
      await work();
    }
  },
};
