import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "../../lib/hex.ts";
import { yieldToMain } from "../../lib/yield-to-main.ts";

/** Up to this size a file is hashed as a whole, which is many times faster but needs all of its bytes. */
const WHOLE_BYTES = 16 * 1024 * 1024;
/** Larger files are hashed in slices, so that the page stays quick. */
const SLICE = 512 * 1024;

/** The SHA-256 of a file, in lower-case hex. Rejects if it cannot be read any more. */
export const hashBlob = async (file: Blob, signal: AbortSignal): Promise<string> => {
  // Browsers have no Web Crypto at addresses without HTTPS.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle && file.size <= WHOLE_BYTES) {
    const digest = await subtle.digest("SHA-256", await file.arrayBuffer());
    return hex(new Uint8Array(digest));
  }
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += SLICE) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(at, at + SLICE).arrayBuffer()));
    await yieldToMain();
  }
  return hex(hash.digest());
};
