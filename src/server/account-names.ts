import { withAsciiDomain } from "./mail-address.ts";
import { normalize } from "./normalize.ts";

/**
 * The one form in which names and mail addresses are compared. Case does not count (also not of a Greek
 * sigma, whose small letter depends on its place), nor how letters are composed, nor whether a domain is
 * written in Unicode or in ASCII (`xn--`).
 */
export const normalizeName = (name: string): string =>
  normalize(
    withAsciiDomain(normalize(name, "NFKC").trim()).toLowerCase().replaceAll("ς", "σ"),
    "NFKC",
  );

/** What mail servers accept in an address. PostgreSQL refuses a key of more than 2,704 bytes. */
export const MAX_KEY_BYTES = 254;

/** Whether a name or mail address is short enough for an account, counted in UTF-8. */
export const fitsKey = (text: string): boolean =>
  Math.max(Buffer.byteLength(text), Buffer.byteLength(normalizeName(text))) <= MAX_KEY_BYTES;

/** What nothing is seen of: invisible characters, directions, control characters, the blank of Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/** The small i that Turkish writes without a dot, and the one that is left of its capital with a dot. */
const TURKISH_I = /ı|i\u0307/g;

/**
 * What people may take a name or mail address for: without what cannot be seen. A new account may have none
 * that is like another one's, but an account is found by what is equal alone.
 * @returns empty for a name of which nothing is seen
 */
export const likenessOf = (text: string): string => {
  const seen = normalize(text, "NFKC").replace(INVISIBLE, "").trim();
  const spaced = seen.replace(/\s+/g, seen.includes("@") ? "" : " ");
  return normalizeName(spaced).replace(TURKISH_I, "i");
};

/** Whether a name looks like a mail address. */
export const looksLikeAddress = (name: string): boolean => likenessOf(name).includes("@");

const localPart = (address: string): string => {
  const trimmed = address.trim();
  const local = trimmed.slice(0, trimmed.lastIndexOf("@"));
  return normalize(normalize(local).toLowerCase().replaceAll("ς", "σ"));
};

/**
 * Whether two addresses are of one mailbox. `normalizeName` also takes letters of another width for equal; before
 * the `@` they may belong to two people, whose provider has verified that each has a mailbox.
 */
export const isSameMailbox = (one: string, other: string): boolean =>
  normalizeName(one) === normalizeName(other) && localPart(one) === localPart(other);
