import { openAsBlob } from "node:fs";
import { fileChecksum } from "./file-checksum.ts";
import type { NewFile } from "./store.ts";

/**
 * The bytes of a file for the bucket. A file on the disk is not read into memory.
 * @throws Error when the bytes do not match the checksum
 */
export const bytesOf = async ({ source, checksum }: NewFile): Promise<Blob | Uint8Array> => {
  if (typeof source !== "string") return source;
  if ((await fileChecksum(source)) === checksum) return openAsBlob(source);
  throw new Error(`${source} has changed while it was being stored`);
};
