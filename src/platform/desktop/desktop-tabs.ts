import { createMutex } from "../../lib/mutex.ts";
import type { Tabs } from "../ports.ts";
import type { FileStorage } from "./file-storage.ts";

/** The app's one window: no other changes what is kept, and no other does its work. */
export const createDesktopTabs = ({ keys }: Pick<FileStorage, "keys">): Tabs => ({
  keys,
  subscribe: () => () => undefined,
  withLock: createMutex(),
});
