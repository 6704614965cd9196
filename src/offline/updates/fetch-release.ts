import type { Release } from "../../contract/releases.ts";
import { readArchive } from "../../lib/asar.ts";
import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { createDownloadJob, type DownloadFailure, downloadFile } from "../download-file.ts";
import { replaceText } from "../index-files.ts";
import { createPartialFile } from "../partial-file.ts";
import {
  manifestText,
  VERSIONS,
  versionFolder,
  versionManifest,
  versionStarts,
} from "./stored-versions.ts";
import type { UpdateFailure } from "./update-state.ts";

export interface FetchReleaseOptions {
  machine: Pick<DesktopMachine, "folder" | "sha256OfBytes">;
  release: Release;
  /** Absolute address of the file. */
  address: string;
  /** Identify the sender. */
  headers: Record<string, string>;
  signal: AbortSignal;
  fetch: typeof fetch;
  /** Called with the number of bytes on the disk. */
  onBytes: (bytes: number) => void;
}

type Fetched = Result<null, UpdateFailure | { readonly kind: "cancelled" }>;

/** The path of a downloaded file. It contains the checksum, so files cannot be confused. */
export const releasePath = ({ checksum }: Pick<Release, "checksum">): string =>
  `${VERSIONS}/${checksum}.package`;

/** The path of a package that the person opens. It keeps its name for the system. */
export const packagePath = ({ checksum, name }: Release): string =>
  `${VERSIONS}/packages/${checksum.slice(0, 16)}/${name}`;

const failureOf = (failure: DownloadFailure): Fetched => {
  switch (failure.kind) {
    case "cancelled":
    case "no-room":
    case "forbidden":
      return Result.fail(failure);
    case "changed":
    case "wrong":
      return Result.fail({ kind: "damaged" });
    case "refused":
      // A server that is overloaded or shutting down is asked again later.
      return failure.status === 429 || failure.status >= 500
        ? Result.fail({ kind: "unreachable" })
        : Result.fail({ kind: "refused" });
    default:
      return Result.fail({ kind: "unreachable" });
  }
};

/**
 * Reads and verifies a downloaded file.
 * @returns null if it is missing, or does not match the signed checksum
 */
export const readRelease = async (
  { folder, sha256OfBytes }: FetchReleaseOptions["machine"],
  release: Release,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const path = releasePath(release);
  if ((await folder.size(path)) !== release.size) return null;
  const bytes = await folder.read(path);
  if (bytes?.length !== release.size) return null;
  return (await sha256OfBytes(bytes)) === release.checksum ? bytes : null;
};

/** Downloads a file of a release, resumes an interrupted download, and verifies the file. */
export const fetchRelease = async (options: FetchReleaseOptions): Promise<Fetched> => {
  const { machine, release, address, headers, signal, fetch, onBytes } = options;
  const { name, checksum, size } = release;
  const path = releasePath(release);
  const partial = createPartialFile(machine, {
    ...{ checksum, size, path },
    partial: path + PARTIAL_SUFFIX,
  });
  await partial.resume();
  onBytes(partial.length());
  const job = createDownloadJob({ name, language: "", checksum, size, filename: "", places: [] });
  job.partial = partial;
  const fetched = await downloadFile(job, {
    machine,
    request: { base: "", address, ticket: null, headers, signal, fetch },
    onLength: onBytes,
  });
  const finished = fetched.ok ? await partial.finish() : fetched;
  if (finished.ok) return Result.ok(null);
  // The school has replaced the file, so the received bytes are useless.
  if (finished.failure.kind === "changed") await partial.discard();
  return failureOf(finished.failure);
};

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
