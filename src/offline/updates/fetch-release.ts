import type { Release } from "../../contract/releases.ts";
import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { type FileFailure, openDownload } from "../../transport/file-download.ts";
import { VERSIONS } from "./stored-versions.ts";
import type { UpdateFailure } from "./update-state.ts";

/** Bytes per write. */
const CHUNK_BYTES = 256 * 1024;

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

const partialPath = (release: Release): string => releasePath(release) + PARTIAL_SUFFIX;

const failureOf = (failure: FileFailure): Fetched => {
  switch (failure.kind) {
    case "cancelled":
      return Result.fail({ kind: "cancelled" });
    case "changed":
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
  path = releasePath(release),
): Promise<Uint8Array<ArrayBuffer> | null> => {
  if ((await folder.size(path)) !== release.size) return null;
  const bytes = await folder.read(path);
  if (bytes?.length !== release.size) return null;
  return (await sha256OfBytes(bytes)) === release.checksum ? bytes : null;
};

/**
 * Downloads a file of a release, and resumes an interrupted download. Size and checksum are verified
 * on the disk.
 */
export const fetchRelease = async (options: FetchReleaseOptions): Promise<Fetched> => {
  const { machine, release, onBytes } = options;
  const { folder } = machine;
  const partial = partialPath(release);
  let there = (await folder.size(partial)) ?? 0;
  if (there > release.size) {
    await folder.remove(partial);
    there = 0;
  }
  onBytes(there);

  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  const flush = async (): Promise<Fetched> => {
    const bytes = new Uint8Array(held);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    pieces = [];
    held = 0;
    if (bytes.length === 0) return Result.ok(null);
    const written =
      there === 0 ? await folder.write(partial, bytes) : await folder.append(partial, bytes);
    if (written.ok) there += bytes.length;
    return written;
  };

  if (there < release.size) {
    const opened = await openDownload({
      ...options,
      base: "",
      name: release.name,
      language: "",
      checksum: release.checksum,
      size: release.size,
      ticket: null,
      from: there,
    });
    if (!opened.ok) {
      // The school has replaced the file, so the received bytes are useless.
      if (opened.failure.kind === "changed") await folder.remove(partial);
      return failureOf(opened.failure);
    }
    const arriving = opened.value;
    if (arriving.from === 0) there = 0;
    for (;;) {
      const next = await arriving.next();
      if (!next.ok || next.value === null) {
        const flushed = await flush();
        if (!flushed.ok) return flushed;
        if (!next.ok) return failureOf(next.failure);
        break;
      }
      // Copied, as the reader reuses its memory.
      pieces.push(next.value.slice());
      held += next.value.length;
      if (there + held > release.size) break;
      if (held < CHUNK_BYTES) continue;
      const flushed = await flush();
      if (!flushed.ok) {
        arriving.cancel();
        return flushed;
      }
      onBytes(there);
    }
    arriving.cancel();
    if (there < release.size && held === 0) return Result.fail({ kind: "unreachable" });
  }
  if (!(await readRelease(machine, release, partial))) {
    await folder.remove(partial);
    return Result.fail({ kind: "damaged" });
  }
  onBytes(release.size);
  return folder.move(partial, releasePath(release));
};
