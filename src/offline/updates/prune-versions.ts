import { type Installed, superfluous } from "../../domain/kept-version.ts";
import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { folderOf, manifestOf, readKeptVersions, startsOf, VERSIONS } from "./kept-versions.ts";

export interface PruneVersions {
  folder: DesktopMachine["folder"];
  /** The version that is running. */
  running: string;
  installed: Installed;
  /** The file that is being fetched, or is to be; null where nothing is. */
  wanted: string | null;
  /** Whether a whole package may still be installed by the person. */
  keepsPackages: boolean;
}

/** Deletes versions that are of no more use, and what was fetched of those that were replaced. */
export const pruneVersions = async (options: PruneVersions): Promise<void> => {
  const { folder, running, installed, wanted, keepsPackages } = options;
  for (const version of superfluous(await readKeptVersions(folder), running, installed)) {
    await folder.remove(manifestOf(version));
    await folder.remove(startsOf(version));
    await folder.remove(folderOf(version));
  }
  for (const name of await folder.list(VERSIONS)) {
    const path = `${VERSIONS}/${name}`;
    const isFetched = name.endsWith(".package") || name.endsWith(`.package${PARTIAL_SUFFIX}`);
    if (isFetched && path !== wanted && path !== `${wanted}${PARTIAL_SUFFIX}`)
      await folder.remove(path);
  }
  if (!keepsPackages) await folder.remove(`${VERSIONS}/packages`);
};
