import type { WantedFile } from "../../domain/file-tree.ts";
import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine, FolderFailure } from "../../platform/ports.ts";
import { CHUNK_BYTES, readPieces } from "../hash-of-file.ts";
import { FILES } from "../local-content.ts";
import { createHash, type Hash } from "../piecewise-hash.ts";

export const partialPath = (checksum: string): string => `${FILES}/${checksum}${PARTIAL_SUFFIX}`;

/** Bytes of a large file that are written at once: each write costs a way there and back. */
const WRITE_BYTES = 512 * 1024;

/** A file whose size nobody knows ends here at the latest. */
const MAX_BYTES = 4 * 1024 ** 3;

export type PartialFileFailure =
  | FolderFailure
  /** These are not the bytes of the tree's checksum; they have been thrown away. */
  | { readonly kind: "wrong" };

type Machine = Pick<DesktopMachine, "folder" | "sha256OfBytes">;

/**
 * The bytes of a file as they come in. Small files are written in one go; larger ones lie piece by
 * piece under a name that their checksum gives, so that a later try, or a later start, goes on.
 */
export const createPartialFile = ({ folder, sha256OfBytes }: Machine, file: WantedFile) => {
  const path = partialPath(file.checksum);
  const isSmall = file.size !== null && file.size <= CHUNK_BYTES;
  const most = file.size ?? MAX_BYTES;
  let buffer: Uint8Array<ArrayBuffer> | null = null;
  /** The buffer before, which is free again once it has been written. */
  let spare: Uint8Array<ArrayBuffer> | null = null;
  let buffered = 0;
  let onDisk = 0;
  let hash: Hash | null = null;
  /** The write under way: one after another, and never more than one of them waits. */
  let writing: Promise<Result<null, FolderFailure>> = Promise.resolve(Result.ok(null));

  const reset = () => {
    buffer = null;
    buffered = 0;
    onDisk = 0;
    hash = isSmall ? null : createHash();
  };

  const flush = async (): Promise<Result<null, FolderFailure>> => {
    const before = await writing;
    if (!before.ok || !buffer || buffered === 0) return before;
    const bytes = buffer.subarray(0, buffered);
    writing = onDisk === 0 ? folder.write(path, bytes) : folder.append(path, bytes, onDisk);
    onDisk += buffered;
    [buffer, spare] = [spare, buffer];
    buffered = 0;
    return Result.ok(null);
  };

  const drop = async (): Promise<void> => {
    await writing;
    writing = Promise.resolve(Result.ok(null));
    if (onDisk > 0) await folder.remove(path);
    reset();
  };

  const wrong = async (): Promise<Result<never, PartialFileFailure>> => {
    await drop();
    return Result.fail({ kind: "wrong" });
  };

  reset();
  return {
    /** Bytes that are there. */
    length: () => onDisk + buffered,

    /** Takes up what an earlier try has left on the disk. */
    async takeUp(): Promise<void> {
      if (isSmall) return;
      const size = await folder.size(path);
      if (size === null || size === 0) return;
      reset();
      onDisk = size;
      if (size > most || !(await readPieces(folder, path, size, (bytes) => hash?.add(bytes)))) {
        await drop();
      }
    },

    /** Adds bytes at the end: more than the file may have are refused, and all is thrown away. */
    async take(chunk: Uint8Array<ArrayBuffer>): Promise<Result<null, PartialFileFailure>> {
      if (onDisk + buffered + chunk.length > most) return wrong();
      hash?.add(chunk);
      if (isSmall && chunk.length === most) {
        // All of it: nothing more is asked for, so that its memory stays as it is.
        buffer = chunk;
        buffered = most;
        return Result.ok(null);
      }
      for (let from = 0; from < chunk.length; ) {
        buffer ??= new Uint8Array(isSmall ? most : WRITE_BYTES);
        const piece = chunk.subarray(from, from + buffer.length - buffered);
        buffer.set(piece, buffered);
        buffered += piece.length;
        from += piece.length;
        if (buffered === buffer.length && !isSmall) {
          const flushed = await flush();
          if (!flushed.ok) return flushed;
        }
      }
      return Result.ok(null);
    },

    /** The download has broken off: keeps on the disk what a later try can go on from. */
    async keep(): Promise<Result<null, FolderFailure>> {
      if (isSmall) {
        reset();
        return Result.ok(null);
      }
      const flushed = await flush();
      return flushed.ok ? writing : flushed;
    },

    /** Starts over. */
    drop,

    /**
     * All bytes are there: checks them and gives the file its name.
     * @returns its size
     */
    async finish(): Promise<Result<number, PartialFileFailure>> {
      const size = onDisk + buffered;
      if (size === 0 || (file.size !== null && size !== file.size)) return wrong();
      if (isSmall && buffer) {
        if ((await sha256OfBytes(buffer)) !== file.checksum) return wrong();
        const written = await folder.write(path, buffer);
        buffer = null;
        if (!written.ok) {
          // What there was room for is of no use.
          await folder.remove(path);
          return written;
        }
      } else {
        const flushed = await flush();
        const written = flushed.ok ? await writing : flushed;
        if (!written.ok) return written;
        if (hash?.end() !== file.checksum) return wrong();
        // A full disk can say that it has taken everything.
        if ((await folder.size(path)) !== size) return wrong();
      }
      const moved = await folder.move(path, `${FILES}/${file.filename}`);
      return moved.ok ? Result.ok(size) : moved;
    },
  };
};

export type PartialFile = ReturnType<typeof createPartialFile>;
