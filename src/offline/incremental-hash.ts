import { sha256 } from "@noble/hashes/sha2.js";
import type { IHasher } from "hash-wasm";
import { hex } from "../lib/hex.ts";

/** SHA-256 of bytes that arrive in chunks, which the Web Crypto API cannot do. */
export interface IncrementalHash {
  add(bytes: Uint8Array): void;
  /** @returns the hash in lower-case hex. Nothing can be added after it */
  end(): string;
}

let compiled: IHasher | null = null;
let loading: Promise<void> | null = null;

/**
 * Loads the WebAssembly hasher, which needs a quarter of the time. Until it is loaded, and in engines
 * that do not allow it, JavaScript is used.
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
