import { createMutex } from "../../lib/mutex.ts";
import type { Tabs } from "../ports.ts";
import type { FileStorage } from "./file-storage.ts";

/** The app has one window, so there are no other tabs. */
export const createDesktopTabs = ({ keys }: Pick<FileStorage, "keys">): Tabs => ({
  keys,
  subscribe: () => () => undefined,
  withLock: createMutex(),
});
