import type { StorageRoom } from "../ports.ts";

/** The browser's room for this site. */
export const webRoom: StorageRoom = {
  async free() {
    try {
      const { quota, usage } = await navigator.storage.estimate();
      return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
    } catch {
      return null;
    }
  },
  async persist() {
    try {
      await navigator.storage.persist();
    } catch {
      // Without it the browser may evict what is kept when the disk is full.
    }
  },
};
