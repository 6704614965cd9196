import path from "node:path";
import { DiskStore } from "../../../src/server/store/disk-store.ts";

/** The path of a content file of a school that keeps its files on this machine's disk. */
export const storedPath = (dataDir: string, checksum: string): string =>
  path.join(dataDir, "files", checksum);

/** The store of a school that keeps its files on this machine's disk. */
export const diskStore = (dataDir: string): DiskStore => new DiskStore({ dataDir });
