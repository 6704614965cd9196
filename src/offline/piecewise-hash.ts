import { sha256 } from "@noble/hashes/sha2.js";
import type { IHasher } from "hash-wasm";
import { hex } from "../lib/hex.ts";

/** SHA-256 of bytes that come piece by piece, which the machine's own hashing cannot do. */
export interface Hash {
  add(bytes: Uint8Array): void;
  /** Lower-case hex; nothing can be added any more. */
  end(): string;
}

let compiled: IHasher | null = null;
let loading: Promise<void> | null = null;

/**
 * Fetches the compiled hashing, which takes a quarter of the time. Until it is there, and where the
 * engine does not allow it, hashing is done without it.
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

/** One hasher serves all files: what it has made of each is laid aside between two pieces. */
const compiledHash = (hasher: IHasher): Hash => {
  let state = hasher.init().save();
  return {
    add(bytes) {
      state = hasher.load(state).update(bytes).save();
    },
    end: () => hasher.load(state).digest("hex"),
  };
};

const plainHash = (): Hash => {
  const hash = sha256.create();
  return {
    add: (bytes) => void hash.update(bytes),
    end: () => hex(hash.digest()),
  };
};

export const createHash = (): Hash => {
  if (compiled) return compiledHash(compiled);
  void prepareHashing();
  return plainHash();
};

/** SHA-256 of a short text, lower-case hex, at once. */
export const hashOfText = (text: string): string => hex(sha256(new TextEncoder().encode(text)));
