import { withoutInvisible } from "../../lib/without-invisible.ts";
import { withAsciiDomain } from "../mail-address.ts";
import { normalize } from "../normalize.ts";

/**
 * The form of a name or mail address as it is spelled. Case does not count (also not of a Greek sigma,
 * whose small letter depends on its place), nor how letters are composed, nor whether a domain is
 * written in Unicode or in ASCII (`xn--`).
 */
export const spelledName = (name: string): string =>
  normalize(
    withAsciiDomain(normalize(name, "NFKC").trim()).toLowerCase().replaceAll("ς", "σ"),
    "NFKC",
  );

/** The dotless i of Turkish, and the lower case of its capital i with a dot. */
const TURKISH_I = /ı|i\u0307/g;

/**
 * The one form in which names and mail addresses are compared: as they are spelled, without invisible
 * signs, and with one i. In Turkish the capital of i is İ, and the small letter of I is ı.
 */
export const normalizeName = (name: string): string =>
  spelledName(withoutInvisible(normalize(name, "NFKC"))).replace(TURKISH_I, "i");

/** What mail servers accept in an address. PostgreSQL refuses a key of more than 2,704 bytes. */
export const MAX_KEY_BYTES = 254;

/** Whether a name or mail address is short enough for an account, counted in UTF-8. */
export const fitsKey = (text: string): boolean =>
  Math.max(Buffer.byteLength(text), Buffer.byteLength(normalizeName(text))) <= MAX_KEY_BYTES;

/** Invisible characters, marks of direction, control characters, and the blank of Braille. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/**
 * The likeness of a name or mail address: names that look the same have the same likeness. A new
 * account must not have the likeness of another one. Accounts are found by `normalizeName`, not by
 * likeness.
 * @returns empty for a name without visible characters
 */
export const likenessOf = (text: string): string => {
  const seen = normalize(text, "NFKC").replace(INVISIBLE, "").trim();
  const spaced = seen.replace(/\s+/g, seen.includes("@") ? "" : " ");
  return normalizeName(spaced);
};

/** Whether a name looks like a mail address. */
export const looksLikeAddress = (name: string): boolean => likenessOf(name).includes("@");

const localPart = (address: string): string => {
  const trimmed = address.trim();
  const local = trimmed.slice(0, trimmed.lastIndexOf("@"));
  return normalize(normalize(local).toLowerCase().replaceAll("ς", "σ"));
};

/**
 * Whether two addresses are of one mailbox. `normalizeName` also treats letters of different width,
 * and with and without a dot, as equal. Such letters can be two mailboxes of two people.
 */
export const isSameMailbox = (one: string, other: string): boolean =>
  spelledName(one) === spelledName(other) && localPart(one) === localPart(other);
