import type { Release } from "../../contract/releases.ts";
import { readArchive } from "../../lib/asar.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { replaceText } from "../replace-file.ts";
import { readRelease, releasePath } from "./fetch-release.ts";
import { folderOf, manifestOf, manifestText, startsOf } from "./kept-versions.ts";
import type { UpdateFailure } from "./update-state.ts";

/** The page with all its files lies in here. */
const PAGE = "web/";

type Machine = Pick<DesktopMachine, "folder" | "sha256" | "sha256OfBytes" | "randomHex">;

/**
 * Lays a fetched version out in the data folder, so that the next start starts it. The manifest is
 * written last: a process that ends before leaves a folder that counts as nothing.
 * @param onFile told which share of the files is there, from 0 to 1
 */
export const unpackVersion = async (
  machine: Machine,
  release: Release,
  onFile: (share: number) => void,
): Promise<Result<null, UpdateFailure>> => {
  const { folder } = machine;
  const { version, shell } = release;
  const target = folderOf(version);
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
  await folder.remove(manifestOf(version));
  await folder.remove(target);
  for (const [place, { name, bytes: content }] of page.entries()) {
    // A view of the whole archive would be sent with all of it.
    const written = await folder.write(`${target}/${name.slice(PAGE.length)}`, content.slice());
    if (!written.ok) return give(written.failure);
    onFile((place + 1) / page.length);
  }
  await folder.remove(startsOf(version));
  const text = manifestText(version, shell ?? "");
  const written = await replaceText(machine, manifestOf(version), text);
  if (!written.ok) return give(written.failure);
  await folder.remove(releasePath(release));
  return Result.ok(null);
};
