import { Result } from "../../lib/result.ts";
import type { CallFailure } from "../../transport/call-failure.ts";
import type { Send } from "../../transport/transport.ts";
import { hashBlob } from "./hash-blob.ts";
import { askMissing, sendBlob } from "./send-blob.ts";

/**
 * Sends the bytes of one file, unless the school has them.
 * @returns what names them in a later call; the failure is null for a file that cannot be read
 */
export const sendFile = async (
  send: Send,
  file: Blob,
): Promise<Result<{ checksum: string; size: number }, CallFailure | null>> => {
  const { signal } = new AbortController();
  const checksum = await hashBlob(file, signal).catch(() => null);
  if (checksum === null) return Result.fail(null);
  const hashed = { file, checksum };
  const missing = await askMissing(send, [hashed], signal);
  if (!missing.ok) return missing;
  const from = missing.value.get(checksum);
  if (from !== undefined) {
    const sent = await sendBlob(send, hashed, { use: "file", from, signal }, () => {});
    if (!sent.ok) return sent;
  }
  return Result.ok({ checksum, size: file.size });
};
