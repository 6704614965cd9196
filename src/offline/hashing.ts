import { sha256 } from "@noble/hashes/sha2.js";
import type { IHasher } from "hash-wasm";
import { hex } from "../lib/hex.ts";
import { yieldToMain } from "../lib/yield-to-main.ts";
import type { DesktopMachine } from "../platform/ports.ts";

/** SHA-256 of bytes that arrive in chunks, which the Web Crypto API cannot do. */
export interface IncrementalHash {
  add(bytes: Uint8Array): void;
  /** @returns the hash in lower-case hex. Nothing can be added after it */
  end(): string;
}

let compiled: IHasher | null = null;
let loading: Promise<void> | null = null;

/**
 * Loads the WebAssembly hasher: a sync hashes gigabytes beside the page, and it needs a quarter of the time.
 * Until it is loaded, and where a policy forbids WebAssembly, as the web app's does, JavaScript is used.
 */
export const prepareHashing = (): Promise<void> => {
  loading ??= import(/* webpackChunkName: "hash" */ "hash-wasm")
    .then(({ createSHA256 }) => createSHA256())
    .then(
      (hasher) => {
        compiled = hasher;
      },
      () => undefined,
    );
  return loading;
};

/** All files share one hasher: the state of each is saved between two chunks. */
const compiledHash = (hasher: IHasher): IncrementalHash => {
  let state = hasher.init().save();
  return {
    add(bytes) {
      state = hasher.load(state).update(bytes).save();
    },
    end: () => hasher.load(state).digest("hex"),
  };
};

const plainHash = (): IncrementalHash => {
  const hash = sha256.create();
  return {
    add: (bytes) => void hash.update(bytes),
    end: () => hex(hash.digest()),
  };
};

/** Starts a hash, with the fastest hasher that is loaded. */
export const createHash = (): IncrementalHash => {
  if (compiled) return compiledHash(compiled);
  void prepareHashing();
  return plainHash();
};

/** SHA-256 of a short text, synchronously, in lower-case hex. */
export const hashText = (text: string): string => hex(sha256(new TextEncoder().encode(text)));

/** Bytes per message to or from the machine. */
export const CHUNK_BYTES = 256 * 1024;

/** Files up to this size are read as a whole, as native hashing is many times faster. */
const WHOLE_BYTES = 4 * 1024 * 1024;

/**
 * Reads a file in chunks.
 * @param take called with each chunk, in order
 * @returns false if a part of the file could not be read
 */
export const readChunks = async (
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
 * Computes the SHA-256 of a file on this machine.
 * @param size of the file in bytes
 * @returns lower-case hex, or null if the file cannot be read
 */
export const hashFile = async (
  { folder, sha256OfBytes }: Pick<DesktopMachine, "folder" | "sha256OfBytes">,
  path: string,
  size: number,
): Promise<string | null> => {
  if (size <= WHOLE_BYTES) {
    const bytes = await folder.read(path);
    return bytes && sha256OfBytes(bytes);
  }
  const hash = createHash();
  return (await readChunks(folder, path, size, hash.add)) ? hash.end() : null;
};
