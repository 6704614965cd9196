import type { App } from "../../app-context/app.ts";
import { useApp } from "../../app-context/use-app.ts";

const KEY = "announcements-height.v1";

type Machine = Pick<App, "machine">;

/** The height of the announcements at the last visit, in CSS pixels; 0 if there were none. */
export const lastHeight = ({ machine }: Machine): number => Number(machine.storage.get(KEY)) || 0;

/** Notes the height for the next visit. */
export const rememberHeight = ({ machine }: Machine, height: number): void => {
  if (height > 0) machine.storage.set(KEY, String(height));
  else machine.storage.remove(KEY);
};

/**
 * Keeps the place of the announcements above the screen while they are being fetched, so that the screen
 * does not move when they come.
 */
export const Placeholder = () => <div style={{ minBlockSize: lastHeight(useApp()) }} />;
