import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import type { NewFile } from "./store.ts";

/**
 * The bytes of a file that a bucket is to have, which need not be in memory.
 * @throws Error when they are not those that were announced
 */
export const bytesOf = async ({ source, checksum }: NewFile): Promise<Blob | Uint8Array> => {
  if (typeof source !== "string") return source;
  const hash = createHash("sha256");
  for await (const piece of createReadStream(source)) hash.update(piece);
  if (hash.digest("hex") === checksum) return openAsBlob(source);
  throw new Error(`${source} has changed while it was being stored`);
};
