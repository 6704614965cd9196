import type { WantedFile } from "../../domain/file-tree.ts";
import { breathe } from "../../lib/breathe.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { type FileFailure, type FileRequest, openFile } from "../../transport/file-download.ts";
import { createPart, type Part, type PartFailure } from "./part-file.ts";

/** A wanted file with what has become of it so far. */
export interface Job {
  readonly file: WantedFile;
  /** Null until the first try. */
  part: Part | null;
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
  part: null,
  tries: 0,
  misses: 0,
  wrongs: 0,
  notBefore: 0,
  furthest: 0,
  counted: 0,
});

export type DownloadFailure = FileFailure | PartFailure;

export interface Fetching {
  machine: Pick<DesktopMachine, "folder" | "sha256OfBytes">;
  request: Pick<FileRequest, "base" | "ticket" | "headers" | "signal" | "fetch">;
  /** Told how many bytes of the file are there now. */
  onLength(length: number, received: number): void;
}

const takeAll = async (
  part: Part,
  { file }: Job,
  { request, onLength }: Fetching,
): Promise<Result<null, DownloadFailure>> => {
  const opened = await openFile({ ...request, ...file, from: part.length() });
  if (!opened.ok) return opened;
  const arriving = opened.value;
  if (arriving.from !== part.length()) await part.drop();
  for (;;) {
    const next = await arriving.next();
    if (!next.ok) return next;
    if (next.value === null) break;
    const taken = await part.take(next.value);
    onLength(part.length(), next.value.length);
    if (!taken.ok) {
      arriving.end();
      return taken;
    }
    if (part.length() === file.size) {
      arriving.leave();
      break;
    }
    // On a fast line the next piece is there already, and would be hashed at once.
    await breathe();
  }
  // A server that closes early has cut the file off, whatever it says.
  return file.size !== null && part.length() < file.size
    ? Result.fail({ kind: "unreachable", begun: true })
    : Result.ok(null);
};

/**
 * One try to get a file's bytes, from where the last one broke off. They are checked and given their
 * name by the part's `finish`, which needs no network.
 */
export const downloadFile = async (
  job: Job,
  fetching: Fetching,
): Promise<Result<Part, DownloadFailure>> => {
  const { file } = job;
  if (!job.part) {
    const part = createPart(fetching.machine, file);
    await part.takeUp();
    fetching.onLength(part.length(), 0);
    job.part = part;
  }
  const { part } = job;
  if (file.size !== null && part.length() === file.size) return Result.ok(part);
  const taken = await takeAll(part, job, fetching);
  if (taken.ok) return Result.ok(part);
  const kept = await part.keep();
  fetching.onLength(part.length(), 0);
  return kept.ok ? taken : kept;
};
