import type { WantedFile } from "../../domain/file-tree.ts";
import { Result } from "../../lib/result.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { type FileFailure, type FileRequest, openFile } from "../../transport/file-download.ts";
import { createPartialFile, type PartialFile, type PartialFileFailure } from "./partial-file.ts";

/** A wanted file with what has become of it so far. */
export interface Job {
  readonly file: WantedFile;
  /** Null until the first try. */
  partial: PartialFile | null;
  /** Tries that have failed without getting any further. */
  tries: number;
  /** Tries while nothing got through at all. */
  misses: number;
  /** Times that all of it came and was not what it should be. */
  wrongs: number;
  /** The next try comes no sooner, milliseconds since 1970. */
  notBefore: number;
  /** So many bytes have been there already. */
  furthest: number;
  /** Bytes that the count of the whole download has of it. */
  counted: number;
}

export const createJob = (file: WantedFile): Job => ({
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

export interface Fetching {
  machine: Pick<DesktopMachine, "folder" | "sha256OfBytes">;
  request: Pick<FileRequest, "base" | "ticket" | "headers" | "signal" | "fetch">;
  /** Told how many bytes of the file are there now. */
  onLength(length: number, received: number): void;
}

const takeAll = async (
  partial: PartialFile,
  { file }: Job,
  { request, onLength }: Fetching,
): Promise<Result<null, DownloadFailure>> => {
  const opened = await openFile({ ...request, ...file, from: partial.length() });
  if (!opened.ok) return opened;
  const arriving = opened.value;
  if (arriving.from !== partial.length()) await partial.drop();
  for (;;) {
    const next = await arriving.next();
    if (!next.ok) return next;
    if (next.value === null) break;
    const taken = await partial.take(next.value);
    onLength(partial.length(), next.value.length);
    if (!taken.ok) {
      arriving.end();
      return taken;
    }
    if (partial.length() === file.size) {
      arriving.leave();
      break;
    }
    // On a fast line the next piece is there already, and would be hashed at once.
    await yieldToMain();
  }
  // A server that closes early has cut the file off, whatever it says.
  return file.size !== null && partial.length() < file.size
    ? Result.fail({ kind: "unreachable", begun: true })
    : Result.ok(null);
};

/**
 * One try to get a file's bytes, from where the last one broke off. They are checked and given their
 * name by the partial's `finish`, which needs no network.
 */
export const downloadFile = async (
  job: Job,
  fetching: Fetching,
): Promise<Result<PartialFile, DownloadFailure>> => {
  const { file } = job;
  if (!job.partial) {
    const partial = createPartialFile(fetching.machine, file);
    await partial.takeUp();
    fetching.onLength(partial.length(), 0);
    job.partial = partial;
  }
  const { partial } = job;
  if (file.size !== null && partial.length() === file.size) return Result.ok(partial);
  const taken = await takeAll(partial, job, fetching);
  if (taken.ok) return Result.ok(partial);
  const kept = await partial.keep();
  fetching.onLength(partial.length(), 0);
  return kept.ok ? taken : kept;
};
