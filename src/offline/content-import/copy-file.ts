import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine } from "../../platform/ports.ts";
import { hashFile } from "../hash-file.ts";
import { createHash } from "../incremental-hash.ts";
import type { ImportResult, ImportSource } from "./import-source.ts";

/** Bytes per write: the runtime's best size. */
const PIECE = 1024 * 1024;

/**
 * Up to this size a file is buffered as a whole, as native hashing is many times faster but cannot
 * hash in chunks.
 */
const WHOLE_BYTES = 4 * 1024 * 1024;

/** The memory in bytes that copying a file takes: its size, or two chunks of a large file. */
export const bufferBytes = (size: number): number => (size <= WHOLE_BYTES ? size : 2 * PIECE);

/** The expected checksum and size of a file. */
export interface ExpectedFile {
  readonly checksum: string;
  readonly size: number;
}

export type CopyOutcome =
  /** The copy is complete and verified. */
  | "right"
  /** The source file is missing or does not match. Nothing is left of the copy. */
  | "wrong";

type FileMachine = Pick<DesktopMachine, "folder" | "sha256OfBytes">;

/** Writes the bytes of a file as they arrive. */
interface FileWriter {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<ImportResult<null>>;
  /** Called after the last byte. Verifies the checksum; the file still has its partial name then. */
  end(): Promise<ImportResult<CopyOutcome>>;
}

/** Writes a file that fits into memory. */
const bufferedWriter = (
  { folder, sha256OfBytes }: FileMachine,
  partial: string,
  wanted: ExpectedFile,
): FileWriter => {
  const bytes = new Uint8Array(wanted.size);
  let length = 0;
  return {
    async write(piece) {
      bytes.set(piece, length);
      length += piece.length;
      return Result.ok(null);
    },
    async end() {
      if ((await sha256OfBytes(bytes)) !== wanted.checksum) return Result.ok("wrong");
      const written = await folder.write(partial, bytes);
      return written.ok ? Result.ok("right") : written;
    },
  };
};

/** Writes a file of any size: one chunk is written while the next one is filled. */
const chunkedWriter = (
  { folder }: FileMachine,
  partial: string,
  wanted: ExpectedFile,
): FileWriter => {
  const hash = createHash();
  let piece = new Uint8Array(PIECE);
  let spare = new Uint8Array(PIECE);
  let held = 0;
  let written = 0;
  let writing: Promise<ImportResult<null>> = Promise.resolve(Result.ok(null));

  const save = async (): Promise<ImportResult<null>> => {
    const before = await writing;
    if (!before.ok || held === 0) return before;
    const bytes = piece.subarray(0, held);
    writing = written === 0 ? folder.write(partial, bytes) : folder.append(partial, bytes, written);
    [piece, spare] = [spare, piece];
    written += held;
    held = 0;
    return Result.ok(null);
  };

  return {
    async write(bytes) {
      hash.add(bytes);
      for (let done = 0; done < bytes.length; ) {
        const next = bytes.subarray(done, done + piece.length - held);
        piece.set(next, held);
        held += next.length;
        done += next.length;
        const saved = held === piece.length ? await save() : Result.ok(null);
        if (!saved.ok) return saved;
      }
      return Result.ok(null);
    },
    async end() {
      const saved = await save();
      const last = saved.ok ? await writing : saved;
      if (!last.ok) return last;
      if (hash.end() !== wanted.checksum) return Result.ok("wrong");
      // A full disk may report success, and the size was not checked after each chunk.
      if ((await folder.size(partial)) !== wanted.size) return Result.fail({ kind: "no-room" });
      return Result.ok("right");
    },
  };
};

/**
 * Copies a file from a source. It is written under a partial name, verified by size and SHA-256, and
 * then renamed.
 * @param onBytes called with the number of bytes written; a failure cancels the copy
 */
export const copyFile = async (
  machine: FileMachine,
  source: ImportSource,
  { from, to, wanted }: { from: string; to: string; wanted: ExpectedFile },
  onBytes: (bytes: number) => ImportResult<null>,
): Promise<ImportResult<CopyOutcome>> => {
  const { folder } = machine;
  const partial = to + PARTIAL_SUFFIX;
  const create = wanted.size <= WHOLE_BYTES ? bufferedWriter : chunkedWriter;
  const writer = create(machine, partial, wanted);
  let length = 0;

  const take = async (bytes: Uint8Array<ArrayBuffer>): Promise<ImportResult<null>> => {
    // A file that is longer than stated may be endless.
    if (length + bytes.length > wanted.size) return Result.fail({ kind: "too-big" });
    length += bytes.length;
    const taken = await writer.write(bytes);
    return taken.ok ? onBytes(bytes.length) : taken;
  };

  const run = async (): Promise<ImportResult<CopyOutcome>> => {
    const streamed = await source.stream(from, take);
    if (!streamed.ok) return streamed;
    if (length !== wanted.size) return Result.ok("wrong");
    const ended = await writer.end();
    if (!ended.ok || ended.value === "wrong") return ended;
    const moved = await folder.move(partial, to);
    return moved.ok ? Result.ok("right") : moved;
  };

  const taken = await run();
  if (!taken.ok || taken.value !== "right") await folder.remove(partial);
  return taken;
};

/** Whether a file exists with the expected size and checksum. */
export const isIntact = async (
  machine: FileMachine,
  path: string,
  { size, checksum }: ExpectedFile,
): Promise<boolean> =>
  (await machine.folder.size(path)) === size && (await hashFile(machine, path, size)) === checksum;
