import { type InstalledProgram, obsoleteVersions } from "../../domain/version.ts";
import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import {
  readStoredVersions,
  VERSIONS,
  versionFolder,
  versionManifest,
  versionStarts,
} from "./stored-versions.ts";

export interface PruneVersionsOptions {
  folder: DesktopMachine["folder"];
  /** The version that is running. */
  running: string;
  installed: InstalledProgram;
  /** The file that is being downloaded or will be; null if there is none. */
  wanted: string | null;
  /** Whether the person may still install a downloaded package. */
  keepsPackages: boolean;
}

/** Deletes versions that are no longer needed, and downloads of versions that were replaced. */
export const pruneVersions = async (options: PruneVersionsOptions): Promise<void> => {
  const { folder, running, installed, wanted, keepsPackages } = options;
  for (const version of obsoleteVersions(await readStoredVersions(folder), running, installed)) {
    await folder.remove(versionManifest(version));
    await folder.remove(versionStarts(version));
    await folder.remove(versionFolder(version));
  }
  for (const name of await folder.list(VERSIONS)) {
    const path = `${VERSIONS}/${name}`;
    const isFetched = name.endsWith(".package") || name.endsWith(`.package${PARTIAL_SUFFIX}`);
    if (isFetched && path !== wanted && path !== `${wanted}${PARTIAL_SUFFIX}`)
      await folder.remove(path);
  }
  if (!keepsPackages) await folder.remove(`${VERSIONS}/packages`);
};
