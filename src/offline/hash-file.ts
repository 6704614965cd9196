import { yieldToMain } from "../lib/yield-to-main.ts";
import type { DesktopMachine } from "../platform/ports.ts";
import { createHash } from "./incremental-hash.ts";

/** Bytes per message to or from the machine. */
export const CHUNK_BYTES = 256 * 1024;

/** Files up to this size are read as a whole, as native hashing is many times faster. */
const WHOLE_BYTES = 4 * 1024 * 1024;

/**
 * Reads a file in chunks.
 * @param take called with each chunk, in order
 * @returns false if a part of the file could not be read
 */
export const readChunks = async (
  folder: DesktopMachine["folder"],
  path: string,
  size: number,
  take: (bytes: Uint8Array<ArrayBuffer>) => void,
): Promise<boolean> => {
  for (let from = 0; from < size; ) {
    const piece = await folder.read(path, { from, length: Math.min(CHUNK_BYTES, size - from) });
    if (!piece || piece.length === 0) return false;
    take(piece);
    from += piece.length;
    await yieldToMain();
  }
  return true;
};

/**
 * Computes the SHA-256 of a file on this machine.
 * @param size of the file in bytes
 * @returns lower-case hex, or null if the file cannot be read
 */
export const hashFile = async (
  { folder, sha256OfBytes }: Pick<DesktopMachine, "folder" | "sha256OfBytes">,
  path: string,
  size: number,
): Promise<string | null> => {
  if (size <= WHOLE_BYTES) {
    const bytes = await folder.read(path);
    return bytes && sha256OfBytes(bytes);
  }
  const hash = createHash();
  return (await readChunks(folder, path, size, hash.add)) ? hash.end() : null;
};
