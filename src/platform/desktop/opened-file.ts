import { filesystem } from "@neutralinojs/lib";
import type { FileBytes } from "../ports.ts";
import { socketBytes } from "./runtime-files.ts";
import type { RuntimeSocket } from "./runtime-socket.ts";

const isAbsolute = (path: string): boolean => /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

/**
 * The zip that the app was started with, as the system passes it to a program.
 * @param words the program's own path first
 * @returns its absolute path; null where there is none
 */
export const zipAmong = (words: readonly unknown[], folder: string): string | null => {
  const [zip] = words
    .slice(1)
    .filter((word) => typeof word === "string")
    // What begins with hyphens is the runtime's own.
    .filter((word) => !word.startsWith("--") && /\.zip$/i.test(word));
  if (zip === undefined) return null;
  return isAbsolute(zip) ? zip : `${folder}/${zip}`;
};

/** So much is read at once: a zip's many small files would each cost a call of their own. */
const BLOCK_BYTES = 2 * 1024 * 1024;
/** A zip is read at its end and, one after the other, from its beginning. */
const MAX_BLOCKS = 4;

/** Bytes that are read in blocks, of which the last few are kept. */
const inBlocks = (
  size: number,
  readBytes: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>,
): FileBytes => {
  const blocks = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

  const block = (index: number): Promise<Uint8Array<ArrayBuffer>> => {
    const from = index * BLOCK_BYTES;
    const bytes = blocks.get(index) ?? readBytes(from, Math.min(size, from + BLOCK_BYTES));
    // As the youngest again. What could not be read is not kept.
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
          // The file was cut, or its disk taken out.
          if (piece.length === 0) throw new Error("The file has ended too early.");
          bytes.set(piece, at - from);
          at += piece.length;
        }
        return bytes.buffer;
      },
    }),
  };
};

/** A file anywhere on this machine, read piece by piece; an empty one where there is none. */
const openFile = async (socket: RuntimeSocket, path: string): Promise<FileBytes> => {
  const slashed = path.replaceAll("\\", "/");
  const at = slashed.lastIndexOf("/");
  const read = socketBytes(socket, slashed.slice(0, at));
  const name = slashed.slice(at + 1);
  const stats = await filesystem.getStats(slashed).catch(() => null);
  return inBlocks(stats?.isFile ? stats.size : 0, (from, to) => read(name, from, to));
};

/** Files that the app was opened with: the first may have been there before anybody listens. */
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
    onOpen(told: (file: FileBytes) => void): () => void {
      listener = told;
      void pass();
      return () => {
        listener = null;
      };
    },
  };
};
