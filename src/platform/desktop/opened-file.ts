import { filesystem } from "@neutralinojs/lib";
import type { FileBytes } from "../ports.ts";
import { createSocketReader } from "./runtime-files.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

const isAbsolute = (path: string): boolean => /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

/**
 * Finds the zip that the app was started with.
 * @param words the command line, with the program's path first
 * @returns its absolute path; null if there is none
 */
export const findZipArgument = (words: readonly unknown[], folder: string): string | null => {
  const [zip] = words
    .slice(1)
    .filter((word) => typeof word === "string")
    // Options are for the runtime.
    .filter((word) => !word.startsWith("--") && /\.zip$/i.test(word));
  if (zip === undefined) return null;
  return isAbsolute(zip) ? zip : `${folder}/${zip}`;
};

/** Bytes per read. Otherwise each of a zip's small files would need a call. */
const BLOCK_BYTES = 2 * 1024 * 1024;
/** Blocks in memory. A zip is read at its end, and then in order. */
const MAX_BLOCKS = 4;

/** Reads bytes in blocks, and caches the last few. */
const inBlocks = (
  size: number,
  readBytes: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>,
): FileBytes => {
  const blocks = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

  const block = (index: number): Promise<Uint8Array<ArrayBuffer>> => {
    const from = index * BLOCK_BYTES;
    const bytes = blocks.get(index) ?? readBytes(from, Math.min(size, from + BLOCK_BYTES));
    // Moved to the end as the most recent. A failed read is not cached.
    blocks.delete(index);
    blocks.set(index, bytes);
    bytes.catch(() => blocks.delete(index));
    const [oldest] = blocks.keys();
    if (blocks.size > MAX_BLOCKS && oldest !== undefined) blocks.delete(oldest);
    return bytes;
  };

  return {
    size,
    slice: (from, to) => ({
      async arrayBuffer() {
        const end = Math.min(to, size);
        const bytes = new Uint8Array(Math.max(0, end - from));
        for (let at = from; at < end; ) {
          const index = Math.floor(at / BLOCK_BYTES);
          const start = index * BLOCK_BYTES;
          const piece = (await block(index)).subarray(at - start, end - start);
          // The file was truncated, or its disk was removed.
          if (piece.length === 0) throw new Error("The file has ended too early.");
          bytes.set(piece, at - from);
          at += piece.length;
        }
        return bytes.buffer;
      },
    }),
  };
};

/** Opens any file of this machine for reading in pieces. A missing file is empty. */
const openFile = async (socket: RuntimeSocket, path: string): Promise<FileBytes> => {
  const slashed = path.replaceAll("\\", "/");
  const at = slashed.lastIndexOf("/");
  const read = createSocketReader(socket, slashed.slice(0, at));
  const name = slashed.slice(at + 1);
  const stats = await filesystem.getStats(slashed).catch(() => null);
  return inBlocks(stats?.isFile ? stats.size : 0, (from, to) => read(name, from, to));
};

/** Passes files that the app was opened with to its listener, also one from before it listened. */
export const createOpenedFiles = (socket: RuntimeSocket) => {
  let waiting: string | null = null;
  let listener: ((file: FileBytes) => void) | null = null;

  const pass = async (): Promise<void> => {
    if (waiting === null || !listener) return;
    const path = waiting;
    waiting = null;
    const file = await openFile(socket, path);
    listener?.(file);
  };

  return {
    open(path: string): void {
      waiting = path;
      void pass();
    },
    /** @returns a function that stops it */
    onOpen(newListener: (file: FileBytes) => void): () => void {
      listener = newListener;
      void pass();
      return () => {
        listener = null;
      };
    },
  };
};
