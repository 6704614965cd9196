import type { App } from "./app.ts";
import { useApp } from "./use-app.ts";

type Machine = Pick<App, "machine">;

/**
 * The height of something above the screen that comes late, from one visit to the next: its space is reserved until it
 * is there, so that the screen does not move under a finger.
 * @param key of the machine's storage
 */
export const createReservedSpace = (key: string) => {
  /** The height at the last visit, in CSS pixels; 0 if nothing was there. */
  const lastHeight = ({ machine }: Machine): number => Number(machine.storage.get(key)) || 0;
  return {
    lastHeight,

    /** Notes the height for the next visit. */
    remember({ machine }: Machine, height: number): void {
      if (height > 0) machine.storage.set(key, String(height));
      else machine.storage.remove(key);
    },
  };
};

/** The space while it waits for what belongs there. */
export const ReservedSpace = ({ of: space }: { of: ReturnType<typeof createReservedSpace> }) => (
  <div style={{ minBlockSize: space.lastHeight(useApp()) }} />
);
