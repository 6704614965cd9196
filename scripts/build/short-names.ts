import { createHash } from "node:crypto";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

const CAPITALS = LETTERS.slice(26);

/** A name of letters, a capital first, that depends on the text alone. */
const hashOf = (text: string, length: number): string =>
  [...createHash("sha256").update(text).digest().subarray(0, length)]
    .map((byte, at) => (at === 0 ? CAPITALS[byte % 26] : LETTERS[byte % LETTERS.length]))
    .join("");

/**
 * Gives each name a short one of two letters or a few more, by a hash of the name. Numbers would be
 * shorter by a little, but a new name would change the numbers of others, and so every file that has
 * them. No short name is a word of the language or one that the minifier gives: those begin in lower case.
 * @param reserved names that none may get
 */
export const shortNames = (
  names: Iterable<string>,
  reserved: Iterable<string> = [],
): Map<string, string> => {
  const short = new Map<string, string>();
  const taken = new Set(reserved);
  for (const name of [...names].sort()) {
    let length = 2;
    while (taken.has(hashOf(name, length))) length += 1;
    taken.add(hashOf(name, length));
    short.set(name, hashOf(name, length));
  }
  return short;
};
