import type { Kysely } from "kysely";
import { amongIds } from "../db/given-values.ts";
import type { Database } from "../db/open-database.ts";
import type { Account, NewAccount, Tables } from "../db/schema.ts";
import { ownOrganisation } from "../school/own-organisation.ts";
import type { SecretHash } from "../secrets.ts";
import {
  emailFields,
  findTakenName,
  likenessOf,
  looksLikeAddress,
  normalizeName,
  type TakenName,
  usernameFields,
} from "./account-names.ts";
import { searchTextOf } from "./account-search.ts";

/** PostgreSQL rejects text with a zero character, so no account has one. */
const cannotBeStored = (text: string): boolean => text.includes("\0");

const findByKey = async (
  db: Kysely<Tables>,
  column: "username_key" | "email_key",
  text: string,
): Promise<Account | undefined> => {
  const key = normalizeName(text);
  if (cannotBeStored(key)) return undefined;
  return db.selectFrom("account").selectAll().where(column, "=", key).executeTakeFirst();
};

/** The account with an id. @throws NoResultError when there is none */
export const accountById = (db: Kysely<Tables>, id: number): Promise<Account> =>
  db.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** The accounts with these ids, as far as there are any, by their ids. */
export const accountsById = async (
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Map<number, Account>> => {
  const among = amongIds(db, "id", ids);
  const rows = await db.selectFrom("account").selectAll().where(among).execute();
  return new Map(rows.map((account) => [account.id, account]));
};

/** Finds an account by its username, however it is written. @returns undefined when there is none */
export const findByUsername = (
  db: Kysely<Tables>,
  username: string,
): Promise<Account | undefined> => findByKey(db, "username_key", username);

/** Finds an account by its mail address, however it is written. @returns undefined when there is none */
export const findByEmail = (db: Kysely<Tables>, email: string): Promise<Account | undefined> =>
  findByKey(db, "email_key", email);

/**
 * Finds the account of a person who has forgotten the password. A mail address leads to the account
 * that has it as its mail address, even if an older account has it, or one that looks like it, as
 * its username.
 * @returns undefined when there is none, or when several accounts match
 */
export const findOwner = async (
  db: Kysely<Tables>,
  emailOrUsername: string,
): Promise<Account | undefined> => {
  const owner = await findByEmail(db, emailOrUsername);
  if (owner || !looksLikeAddress(emailOrUsername) || cannotBeStored(emailOrUsername)) {
    return owner ?? findByUsername(db, emailOrUsername);
  }
  const [first, ...others] = await db
    .selectFrom("account")
    .selectAll()
    .where("email_like", "=", likenessOf(emailOrUsername))
    .execute();
  if (others.length > 0) return undefined;
  return first ?? findByUsername(db, emailOrUsername);
};

export interface AccountDetails {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  level: number;
  languages: readonly string[];
  /** The hash from `Passwords`; empty for somebody who is invited to choose a password. */
  passwordHash: string;
  /** `YYYY-MM-DD`. */
  registered: string;
  /** The expiry date, one calendar month after the last day of access; null for no end. */
  expire: string | null;
}

/**
 * Adds an account; call within a write.
 * @returns its id, or which of its names is not free
 */
export const addAccount = async (
  db: Kysely<Tables>,
  details: AccountDetails,
): Promise<{ id: number } | TakenName> => {
  const taken = await findTakenName(db, details, null);
  if (taken) return taken;
  const organisation = await ownOrganisation(db).select("id").executeTakeFirst();
  const names = {
    ...usernameFields(details.username),
    ...emailFields(details.email),
    first_name: details.firstName,
    last_name: details.lastName,
  };
  const account: NewAccount = {
    ...names,
    search_text: searchTextOf(names),
    password: details.passwordHash,
    level: details.level,
    languages: JSON.stringify(details.languages),
    registered: details.registered,
    expire: details.expire,
    organisation_id: organisation?.id ?? null,
    serial_number: "",
    may_download: 0,
  };
  return db.insertInto("account").values(account).returning("id").executeTakeFirstOrThrow();
};

/**
 * Ends all sessions of an account, and its links for a new password; call within a write. An invitation
 * stays. A running server notices within seconds.
 */
export const endSessions = async (db: Kysely<Tables>, accountId: number): Promise<void> => {
  await db.deleteFrom("token").where("account_id", "=", accountId).execute();
  for (const table of ["reset_link", "link_mail"] as const) {
    await db
      .deleteFrom(table)
      .where("account_id", "=", accountId)
      .where("purpose", "=", "password-reset")
      .execute();
  }
  await db.deleteFrom("openid_code").where("account_id", "=", accountId).execute();
  await db.deleteFrom("second_step").where("account_id", "=", accountId).execute();
};

/** Ends the mailed links of an account, and the mails with links that wait; call within a write. */
export const endLinks = async (db: Kysely<Tables>, accountId: number): Promise<void> => {
  await db.deleteFrom("reset_link").where("account_id", "=", accountId).execute();
  await db.deleteFrom("link_mail").where("account_id", "=", accountId).execute();
};

type Reachable = Pick<Account, "username" | "email" | "level">;

/**
 * Whether links that were mailed must not open the account any more: the address that they went to may be
 * somebody else's, and a higher level opens more than its receiver was meant to have.
 */
export const outdatesLinks = (before: Reachable, now: Reachable): boolean =>
  (["username", "email", "level"] as const).some((name) => before[name] !== now[name]);

/**
 * Ends the links that were mailed to people; call within a write. A mail that still waits stays: it goes to
 * the address that the person has when it is sent.
 */
export const endMailedLinks = async (
  db: Kysely<Tables>,
  accountIds: readonly number[],
): Promise<void> => {
  if (accountIds.length === 0) return;
  await db
    .deleteFrom("reset_link")
    .where(amongIds(db, "account_id", accountIds))
    .execute();
};

/** Changes a password and revokes the account's tokens and reset links; call within a write. */
export const setPassword = async (
  db: Kysely<Tables>,
  accountId: number,
  passwordHash: string,
  keptToken: SecretHash | null = null,
): Promise<void> => {
  await db
    .updateTable("account")
    .set({ password: passwordHash })
    .where("id", "=", accountId)
    .execute();
  await db
    .deleteFrom("token")
    .where("account_id", "=", accountId)
    .$if(keptToken !== null, (query) => query.where("hash", "!=", keptToken as SecretHash))
    .execute();
  await endLinks(db, accountId);
  await db.deleteFrom("second_step").where("account_id", "=", accountId).execute();
};

/** Subscribes an account to a course unless it is already subscribed; call within a write. */
export const subscribe = async (db: Kysely<Tables>, row: Tables["subscription"]): Promise<void> => {
  await db
    .insertInto("subscription")
    .values(row)
    .onConflict((conflict) => conflict.columns(["account_id", "course_id"]).doNothing())
    .execute();
};

/**
 * Locks several accounts, always in the same order: two writes at once would wait for each other. Call
 * within a write.
 */
export const lockAccounts = async (
  { lockAccount }: Pick<Database, "lockAccount">,
  db: Kysely<Tables>,
  accountIds: readonly number[],
): Promise<void> => {
  for (const id of [...new Set(accountIds)].toSorted((a, b) => a - b)) await lockAccount(db, id);
};
