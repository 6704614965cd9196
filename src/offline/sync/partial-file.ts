import type { WantedFile } from "../../domain/file-tree.ts";
import { PARTIAL_SUFFIX } from "../../lib/replace-atomically.ts";
import { Result } from "../../lib/result.ts";
import type { DesktopMachine, FolderFailure } from "../../platform/ports.ts";
import { CHUNK_BYTES, readChunks } from "../hash-file.ts";
import { createHash, type IncrementalHash } from "../incremental-hash.ts";
import { FILES } from "../local-content.ts";

/** The path of an interrupted download. */
export const partialPath = (checksum: string): string => `${FILES}/${checksum}${PARTIAL_SUFFIX}`;

/** Bytes per write of a large file: each write is a message to the runtime and back. */
const WRITE_BYTES = 512 * 1024;

/** The maximum size of a file whose size the server does not state. */
const MAX_BYTES = 4 * 1024 ** 3;

export type PartialFileFailure =
  | FolderFailure
  /** The bytes do not match the checksum of the tree. They have been deleted. */
  | { readonly kind: "wrong" };

type Machine = Pick<DesktopMachine, "folder" | "sha256OfBytes">;

/**
 * Collects the bytes of a download. Small files are written at the end; larger ones are written in
 * chunks under a name derived from their checksum, so that a later try or start can resume.
 */
export const createPartialFile = ({ folder, sha256OfBytes }: Machine, file: WantedFile) => {
  const path = partialPath(file.checksum);
  const isSmall = file.size !== null && file.size <= CHUNK_BYTES;
  const most = file.size ?? MAX_BYTES;
  let buffer: Uint8Array<ArrayBuffer> | null = null;
  /** The previous buffer, which can be reused once it is written. */
  let spare: Uint8Array<ArrayBuffer> | null = null;
  let buffered = 0;
  let onDisk = 0;
  let hash: IncrementalHash | null = null;
  /** The present write. Writes run one at a time, and at most one waits. */
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

  const discard = async (): Promise<void> => {
    await writing;
    writing = Promise.resolve(Result.ok(null));
    if (onDisk > 0) await folder.remove(path);
    reset();
  };

  const wrong = async (): Promise<Result<never, PartialFileFailure>> => {
    await discard();
    return Result.fail({ kind: "wrong" });
  };

  reset();
  return {
    /** Bytes received so far. */
    length: () => onDisk + buffered,

    /** Resumes from the bytes of an earlier try. */
    async resume(): Promise<void> {
      if (isSmall) return;
      const size = await folder.size(path);
      if (size === null || size === 0) return;
      reset();
      onDisk = size;
      if (size > most || !(await readChunks(folder, path, size, (bytes) => hash?.add(bytes)))) {
        await discard();
      }
    },

    /** Appends bytes. If the file becomes too long, everything is deleted and `wrong` is returned. */
    async append(chunk: Uint8Array<ArrayBuffer>): Promise<Result<null, PartialFileFailure>> {
      if (onDisk + buffered + chunk.length > most) return wrong();
      hash?.add(chunk);
      if (isSmall && chunk.length === most) {
        // The chunk is the whole file. Nothing more will be received, so its memory is not reused.
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

    /** Writes the remaining bytes of an interrupted download, so that a later try can resume. */
    async persist(): Promise<Result<null, FolderFailure>> {
      if (isSmall) {
        reset();
        return Result.ok(null);
      }
      const flushed = await flush();
      return flushed.ok ? writing : flushed;
    },

    /** Deletes everything and starts over. */
    discard,

    /**
     * Verifies the complete file and renames it.
     * @returns its size in bytes
     */
    async finish(): Promise<Result<number, PartialFileFailure>> {
      const size = onDisk + buffered;
      if (size === 0 || (file.size !== null && size !== file.size)) return wrong();
      if (isSmall && buffer) {
        if ((await sha256OfBytes(buffer)) !== file.checksum) return wrong();
        const written = await folder.write(path, buffer);
        buffer = null;
        if (!written.ok) {
          // A part of a small file is of no use.
          await folder.remove(path);
          return written;
        }
      } else {
        const flushed = await flush();
        const written = flushed.ok ? await writing : flushed;
        if (!written.ok) return written;
        if (hash?.end() !== file.checksum) return wrong();
        // A full disk may report success.
        if ((await folder.size(path)) !== size) return wrong();
      }
      const moved = await folder.move(path, `${FILES}/${file.filename}`);
      return moved.ok ? Result.ok(size) : moved;
    },
  };
};

export type PartialFile = ReturnType<typeof createPartialFile>;
