import type { WantedFile } from "../domain/file-tree.ts";
import { Result } from "../lib/result.ts";
import { yieldToMain } from "../lib/yield-to-main.ts";
import type { DesktopMachine } from "../platform/ports.ts";
import { type FileFailure, type FileRequest, openDownload } from "../transport/file-download.ts";
import {
  contentFile,
  createPartialFile,
  type PartialFile,
  type PartialFileFailure,
} from "./partial-file.ts";

/** A wanted file and the state of its download. */
export interface DownloadJob {
  readonly file: WantedFile;
  /** Null until the first try. */
  partial: PartialFile | null;
  /** Failed tries since the last progress. */
  tries: number;
  /** Failed tries during which no download received anything. */
  misses: number;
  /** Times that the complete file did not match its checksum. */
  wrongs: number;
  /** Earliest time of the next try, in milliseconds since 1970. */
  notBefore: number;
  /** The largest number of bytes that was on the disk so far. */
  furthest: number;
  /** Bytes of this file that are included in the total progress. */
  counted: number;
}

/** Creates the download of a file, not yet started. */
export const createDownloadJob = (file: WantedFile): DownloadJob => ({
  file,
  partial: null,
  tries: 0,
  misses: 0,
  wrongs: 0,
  notBefore: 0,
  furthest: 0,
  counted: 0,
});

export type DownloadFailure = FileFailure | PartialFileFailure;

interface DownloadContext {
  machine: Pick<DesktopMachine, "folder" | "sha256OfBytes">;
  request: Omit<FileRequest, "name" | "language" | "checksum" | "size" | "from">;
  /** Called with the bytes of the file so far, and the bytes just received. */
  onLength(length: number, received: number): void;
}

const takeAll = async (
  partial: PartialFile,
  { file }: DownloadJob,
  { request, onLength }: DownloadContext,
): Promise<Result<null, DownloadFailure>> => {
  const opened = await openDownload({ ...request, ...file, from: partial.length() });
  if (!opened.ok) return opened;
  const arriving = opened.value;
  if (arriving.from !== partial.length()) await partial.discard();
  for (;;) {
    const next = await arriving.next();
    if (!next.ok) return next;
    if (next.value === null) break;
    const taken = await partial.append(next.value);
    onLength(partial.length(), next.value.length);
    if (!taken.ok) {
      arriving.cancel();
      return taken;
    }
    if (partial.length() === file.size) {
      arriving.finish();
      break;
    }
    // On a fast connection the next chunk is there already, and would be hashed without a pause.
    await yieldToMain();
  }
  // If the server closes early the file is truncated, whatever the server states.
  return file.size !== null && partial.length() < file.size
    ? Result.fail({ kind: "unreachable", begun: true })
    : Result.ok(null);
};

/**
 * Tries once to download a file, from where the last try stopped. `finish` of the partial file then
 * verifies and renames it, which needs no network.
 */
export const downloadFile = async (
  job: DownloadJob,
  context: DownloadContext,
): Promise<Result<PartialFile, DownloadFailure>> => {
  const { file } = job;
  if (!job.partial) {
    const partial = createPartialFile(context.machine, contentFile(file));
    await partial.resume();
    context.onLength(partial.length(), 0);
    job.partial = partial;
  }
  const { partial } = job;
  if (file.size !== null && partial.length() === file.size) return Result.ok(partial);
  const taken = await takeAll(partial, job, context);
  if (taken.ok) return Result.ok(partial);
  const kept = await partial.persist();
  context.onLength(partial.length(), 0);
  return kept.ok ? taken : kept;
};
