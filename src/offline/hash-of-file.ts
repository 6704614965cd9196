import { yieldToMain } from "../lib/yield-to-main.ts";
import type { DesktopMachine } from "../platform/ports.ts";
import { createHash } from "./piecewise-hash.ts";

/** Bytes that go to the machine, or come from it, in one message. */
export const CHUNK_BYTES = 256 * 1024;

/** Up to here a file is read as a whole: the machine's own hashing is many times faster. */
const WHOLE_BYTES = 4 * 1024 * 1024;

/**
 * Reads a file piece by piece.
 * @returns whether all of it could be read
 */
export const readPieces = async (
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
 * SHA-256 of a file on this machine, lower-case hex.
 * @returns null where it cannot be read
 */
export const hashOfFile = async (
  { folder, sha256OfBytes }: Pick<DesktopMachine, "folder" | "sha256OfBytes">,
  path: string,
  size: number,
): Promise<string | null> => {
  if (size <= WHOLE_BYTES) {
    const bytes = await folder.read(path);
    return bytes && sha256OfBytes(bytes);
  }
  const hash = createHash();
  return (await readPieces(folder, path, size, hash.add)) ? hash.end() : null;
};
