import { type Kysely, sql } from "kysely";
import { isPostgres } from "../db/is-postgres.ts";
import type { Account, Tables } from "../db/schema.ts";
import { likenessOf, normalizeName } from "./account-names.ts";

/** The names by which an account is known. */
export type AccountNames = Pick<Account, "username" | "email">;

/** The columns of a username. */
export const usernameFields = (username: string) => ({
  username,
  username_key: normalizeName(username),
  username_like: likenessOf(username),
});

/** The columns of a mail address. */
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
