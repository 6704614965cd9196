import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { storedPath } from "../db/file-store.ts";
import type { ExportedFile } from "./exported-content.ts";

/** The school's copy of a file is missing or damaged. */
export class DamagedFileError extends Error {}

/**
 * Reads a stored file's bytes.
 * @throws DamagedFileError, at the end at the latest, when the bytes do not match the checksum
 */
export async function* verifiedBytes(
  dataDir: string,
  { checksum, size }: ExportedFile,
): AsyncGenerator<Buffer> {
  const path = storedPath(dataDir, checksum);
  const damaged = () =>
    new DamagedFileError(`${path} is damaged: import the content again, then export it.`);
  const hash = createHash("sha256");
  let length = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      length += chunk.length;
      if (length > size) break;
      yield chunk;
    }
  } catch (reason) {
    if (reason instanceof Error && "code" in reason && reason.code === "ENOENT") throw damaged();
    throw reason;
  }
  if (length !== size || hash.digest("hex") !== checksum) throw damaged();
}
