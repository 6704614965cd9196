import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { PRIVATE_FILE } from "./private-files.ts";

const BUFFER_BYTES = 256 * 1024;
/** Buffers for the next files: thousands of files in buffers of their own keep the garbage collector busy. */
const unused: Buffer[] = [];
/** More are not kept. */
const MAX_UNUSED = 8;

/** The size in bytes and the SHA-256 of a file, hex. @throws the error of the disk */
export const fileFingerprint = async (
  file: string,
): Promise<{ readonly size: number; readonly checksum: string }> => {
  await using handle = await open(file);
  const buffer = unused.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
  const hash = createHash("sha256");
  let size = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, BUFFER_BYTES);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
  if (unused.length < MAX_UNUSED) unused.push(buffer);
  return { size, checksum: hash.digest("hex") };
};

/** The SHA-256 of a file, hex. @throws the error of the disk */
export const fileChecksum = async (file: string): Promise<string> =>
  (await fileFingerprint(file)).checksum;

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
  await using handle = await open(file, flags, PRIVATE_FILE);
  const hash = createHash("sha256");
  let size = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    size += piece.length;
    await handle.writeFile(piece);
  }
  await handle.sync();
  return { size, checksum: hash.digest("hex") };
};
