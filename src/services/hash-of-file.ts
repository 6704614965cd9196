import { sha256 } from "@noble/hashes/sha2.js";
import { breathe } from "../lib/breathe.ts";
import { hex } from "../lib/hex.ts";
import type { DesktopMachine } from "../platform/ports.ts";

/** Bytes that go to the machine, or come from it, in one message. */
export const CHUNK_BYTES = 256 * 1024;

/** Up to here a file is read as a whole: the machine's own hashing is many times faster. */
const WHOLE_BYTES = 4 * 1024 * 1024;

/** SHA-256 of bytes that come piece by piece. */
export const createHash = () => {
  const hash = sha256.create();
  return {
    add: (bytes: Uint8Array) => void hash.update(bytes),
    /** Lower-case hex; nothing can be added any more. */
    end: () => hex(hash.digest()),
  };
};

export type Hash = ReturnType<typeof createHash>;

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
    await breathe();
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
