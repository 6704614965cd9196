import { type Kysely, sql } from "kysely";
import { withoutInvisible } from "../../lib/without-invisible.ts";
import { isPostgres } from "../db/is-postgres.ts";
import type { Account, Tables } from "../db/schema.ts";
import { withAsciiDomain } from "../mail-address.ts";
import { normalize } from "../normalize.ts";

/**
 * The form of a name or mail address as it is spelled. Case does not count (also not of a Greek sigma,
 * whose small letter depends on its place), nor how letters are composed, nor whether a domain is
 * written in Unicode or in ASCII (`xn--`).
 */
const spelledName = (name: string): string =>
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

type AccountNames = Pick<Account, "username" | "email">;

export const usernameFields = (username: string) => ({
  username,
  username_key: normalizeName(username),
  username_like: likenessOf(username),
});

export const emailFields = (email: string) => ({
  email,
  email_key: normalizeName(email),
  email_like: likenessOf(email),
});

/** A name that is not free. */
export interface TakenName {
  readonly taken: keyof AccountNames;
  /** The username of the account that has it. */
  readonly by: string;
  /**
   * Whether the other account has the same value in the same field; otherwise it only looks like
   * one of its names.
   */
  readonly isSame: boolean;
}

/** The key of PostgreSQL's advisory lock for writes of names. */
const NAMES_LOCK = 7_263_511;

/** Has other writes of names wait until this one ends. All writes of names call it before they lock an account. */
export const lockNames = async (db: Kysely<Tables>): Promise<void> => {
  // No constraint compares two columns, and SQLite's writes run one after another in any case.
  if (isPostgres(db)) await sql`select pg_advisory_xact_lock(${NAMES_LOCK})`.execute(db);
};

/**
 * Finds an account whose username or mail address is the same as a new name, or looks the same.
 * Call within the write that stores the name; other writes of names wait until it ends.
 * @param accountId the account that gets the name; null for a new one
 */
export const findTakenName = async (
  db: Kysely<Tables>,
  names: Partial<AccountNames>,
  accountId: number | null,
): Promise<TakenName | null> => {
  // Most changes of people have no names in them, and need not wait for those that have.
  if (names.username === undefined && names.email === undefined) return null;
  await lockNames(db);
  for (const taken of ["username", "email"] as const) {
    const name = names[taken];
    // PostgreSQL rejects text with a zero character, so no account has one.
    if (name === undefined || name.includes("\0")) continue;
    const likeness = likenessOf(name);
    const others = await db
      .selectFrom("account")
      .select(["username", "email"])
      .where((row) =>
        row.or([row("username_like", "=", likeness), row("email_like", "=", likeness)]),
      )
      .where("id", "!=", accountId ?? -1)
      .orderBy("id")
      .execute();
    const isSame = (other: AccountNames) => normalizeName(other[taken]) === normalizeName(name);
    const same = others.find(isSame);
    const [first = same] = others;
    if (first) return { taken, by: (same ?? first).username, isSame: same !== undefined };
  }
  return null;
};
