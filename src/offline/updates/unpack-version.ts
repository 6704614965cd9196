import type { Release } from "../../contract/releases.ts";
import { readArchive } from "../../lib/asar.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { replaceText } from "../replace-file.ts";
import { readRelease, releasePath } from "./fetch-release.ts";
import { manifestText, versionFolder, versionManifest, versionStarts } from "./stored-versions.ts";
import type { UpdateFailure } from "./update-state.ts";

/** The folder of the page in the archive. */
const PAGE = "web/";

type Machine = Pick<DesktopMachine, "folder" | "sha256" | "sha256OfBytes" | "randomHex">;

/**
 * Unpacks a downloaded version into the data folder, so that the next start uses it. The manifest is
 * written last: after a crash the folder has no manifest and is ignored.
 * @param onFile called with the share of the files that is written, from 0 to 1
 * @returns `damaged` if the archive has no page, or the failure of the folder
 */
export const unpackVersion = async (
  machine: Machine,
  release: Release,
  onFile: (share: number) => void,
): Promise<Result<null, UpdateFailure>> => {
  const { folder } = machine;
  const { version, shell } = release;
  const target = versionFolder(version);
  const give = async (failure: UpdateFailure): Promise<Result<null, UpdateFailure>> => {
    await folder.remove(target);
    return Result.fail(failure);
  };

  const bytes = await readRelease(machine, release);
  const files = bytes && readArchive(bytes);
  const page = files?.filter(({ name }) => name.startsWith(PAGE));
  if (!page?.some(({ name }) => name === `${PAGE}index.html`)) {
    await folder.remove(releasePath(release));
    return give({ kind: "damaged" });
  }
  await folder.remove(versionManifest(version));
  await folder.remove(target);
  for (const [place, { name, bytes: content }] of page.entries()) {
    // Copies the bytes: a view would send the whole archive to the runtime.
    const written = await folder.write(`${target}/${name.slice(PAGE.length)}`, content.slice());
    if (!written.ok) return give(written.failure);
    onFile((place + 1) / page.length);
  }
  await folder.remove(versionStarts(version));
  const text = manifestText(version, shell ?? "");
  const written = await replaceText(machine, versionManifest(version), text);
  if (!written.ok) return give(written.failure);
  await folder.remove(releasePath(release));
  return Result.ok(null);
};
