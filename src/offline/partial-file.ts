import type { WantedFile } from "../domain/file-tree.ts";
import { releaseBytes } from "../lib/release-bytes.ts";
import { PARTIAL_SUFFIX } from "../lib/replace-atomically.ts";
import { Result } from "../lib/result.ts";
import type { DesktopMachine, FolderFailure } from "../platform/ports.ts";
import { CHUNK_BYTES, createHash, type IncrementalHash, readChunks } from "./hashing.ts";
import { filePath } from "./local-content.ts";

export const partialPath = (checksum: string): string => filePath(checksum + PARTIAL_SUFFIX);

/** Where a file is put: at `path` when it is complete and verified, and until then at `partial`. */
export interface StoredFile extends Pick<WantedFile, "checksum" | "size"> {
  readonly path: string;
  readonly partial: string;
}

/** The places of a content file. The partial name lets a later start find what it belongs to. */
export const contentFile = ({
  checksum,
  size,
  filename,
}: Pick<WantedFile, "checksum" | "size" | "filename">): StoredFile => ({
  checksum,
  size,
  path: filePath(filename),
  partial: partialPath(checksum),
});

export interface PartialFileLimits {
  /** Files up to this size are held in memory as a whole, as native hashing is many times faster. */
  readonly wholeBytes: number;
  /** Bytes per write of a larger file: each write is a message to the runtime and back. */
  readonly writeBytes: number;
}

const DOWNLOAD_LIMITS: PartialFileLimits = { wholeBytes: CHUNK_BYTES, writeBytes: 512 * 1024 };

/** The maximum size of a file whose size the server does not state. */
const MAX_BYTES = 4 * 1024 ** 3;

export type PartialFileFailure =
  | FolderFailure
  /** The bytes do not match the checksum. They have been deleted. */
  | { readonly kind: "wrong" };

type Machine = Pick<DesktopMachine, "folder" | "sha256OfBytes">;

/**
 * Collects the bytes of a file. Small files are written at the end; larger ones are written in chunks,
 * of which one is written while the next is filled, so that a later try or start can resume.
 */
export const createPartialFile = (
  { folder, sha256OfBytes }: Machine,
  { checksum, size, path, partial }: StoredFile,
  { wholeBytes, writeBytes } = DOWNLOAD_LIMITS,
) => {
  const isSmall = size !== null && size <= wholeBytes;
  const most = size ?? MAX_BYTES;
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
    writing = onDisk === 0 ? folder.write(partial, bytes) : folder.append(partial, bytes, onDisk);
    onDisk += buffered;
    [buffer, spare] = [spare, buffer];
    buffered = 0;
    return Result.ok(null);
  };

  const discard = async (): Promise<void> => {
    await writing;
    writing = Promise.resolve(Result.ok(null));
    await folder.remove(partial);
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
      const length = await folder.size(partial);
      if (length === null || length === 0) return;
      reset();
      onDisk = length;
      const add = (bytes: Uint8Array) => hash?.add(bytes);
      if (length > most || !(await readChunks(folder, partial, length, add))) await discard();
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
        buffer ??= new Uint8Array(isSmall ? most : writeBytes);
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
      const length = onDisk + buffered;
      if (size === null ? length === 0 : length !== size) return wrong();
      if (isSmall) {
        const bytes = buffer ?? new Uint8Array();
        if ((await sha256OfBytes(bytes)) !== checksum) return wrong();
        const written = await folder.write(partial, bytes);
        releaseBytes(buffer);
        buffer = null;
        if (!written.ok) {
          // A part of a small file is of no use.
          await discard();
          return written;
        }
      } else {
        const flushed = await flush();
        const written = flushed.ok ? await writing : flushed;
        if (!written.ok) return written;
        releaseBytes(buffer);
        releaseBytes(spare);
        [buffer, spare] = [null, null];
        if (hash?.end() !== checksum) return wrong();
        // A full disk may report success.
        if ((await folder.size(partial)) !== length) {
          await discard();
          return Result.fail({ kind: "no-room" });
        }
      }
      const moved = await folder.move(partial, path);
      return moved.ok ? Result.ok(length) : moved;
    },
  };
};

export type PartialFile = ReturnType<typeof createPartialFile>;
