import { createHash } from "node:crypto";
import { contentFile, type Store } from "../../store/store.ts";
import { DamagedFileError, isDamagedFile } from "../../store/store-errors.ts";
import type { ExportedFile } from "./exported-content.ts";

/**
 * Reads a stored file's bytes.
 * @throws DamagedFileError, at the end at the latest, when the bytes do not match the checksum
 */
export async function* verifiedBytes(
  store: Store,
  { checksum, size }: Pick<ExportedFile, "checksum" | "size">,
): AsyncGenerator<Buffer> {
  const key = contentFile(checksum);
  const damaged = async () =>
    new DamagedFileError(
      `${await store.describe(key)} is damaged: import the content again, then export it.`,
    );
  const hash = createHash("sha256");
  let length = 0;
  try {
    for await (const chunk of (await store.stream(key)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      length += chunk.length;
      if (length > size) break;
      yield chunk;
    }
  } catch (reason) {
    throw isDamagedFile(reason) ? await damaged() : reason;
  }
  if (length !== size || hash.digest("hex") !== checksum) throw await damaged();
}
