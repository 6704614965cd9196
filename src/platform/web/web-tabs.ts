import type { Tabs } from "../ports.ts";

/** The tabs of this browser: what they keep in its storage, and its locks. */
export const webTabs: Tabs = {
  keys() {
    try {
      return Object.keys(localStorage);
    } catch {
      return [];
    }
  },
  async alone(name, work, onBusy) {
    const { locks } = navigator;
    const wasFree = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await work();
      return lock !== null;
    });
    if (wasFree) return;
    onBusy();
    await locks.request(name, work);
  },
};
