import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { PRIVATE_FILE } from "./private-files.ts";

/**
 * Writes a file and flushes it to the disk.
 * @param flags `wx` for a file that must not exist yet, `w` for any file
 * @returns its size, and its SHA-256 in hex
 */
export const writeHashed = async (
  file: string,
  flags: "w" | "wx",
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ size: number; checksum: string }> => {
  const handle = await open(file, flags, PRIVATE_FILE);
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, checksum: hash.digest("hex") };
};
