import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";
import { likenessOf, normalizeName } from "./account-names.ts";

/** The columns by which an account is found, each with the column of its normal form. */
const KEYS = [
  ["username", "username_key"],
  ["email", "email_key"],
] as const;

/**
 * Recomputes the keys of all accounts with `normalizeName`; call within a write. If another account
 * has the new key already, an account keeps the key of its own spelling, by which it is still
 * found.
 */
export const renewAccountKeys = async (db: Kysely<Tables>): Promise<void> => {
  for (const [text, key] of KEYS) {
    const rows = await db.selectFrom("account").select(["id", text, key]).orderBy("id").execute();
    const taken = new Set(rows.map((row) => row[key]));
    for (const row of rows) {
      const form = normalizeName(row[text]);
      if (row[key] === form || taken.has(form)) continue;
      await db
        .updateTable("account")
        .set({ [key]: form })
        .where("id", "=", row.id)
        .execute();
      taken.add(form);
    }
  }
};

/** Recomputes the likenesses of all accounts with `likenessOf`; call within a write. */
export const renewLikenesses = async (db: Kysely<Tables>): Promise<void> => {
  const rows = await db
    .selectFrom("account")
    .select(["id", "username", "username_like", "email", "email_like"])
    .execute();
  for (const row of rows) {
    const username_like = likenessOf(row.username);
    const email_like = likenessOf(row.email);
    if (row.username_like === username_like && row.email_like === email_like) continue;
    await db
      .updateTable("account")
      .set({ username_like, email_like })
      .where("id", "=", row.id)
      .execute();
  }
};

/**
 * The accounts whose name or mail address looks like another account's, such as
 * `anna@münchen.example` and `anna@xn--mnchen-3ya.example`. Earlier versions accepted both. Each is
 * found by its own spelling until the school changes one of them.
 * @returns by account id, the username of another such account
 */
export const accountsNamedAlike = async (db: Kysely<Tables>): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom("account")
    .select(["id", "username", "username_like", "email_like"])
    .orderBy("id")
    .execute();
  const owners = new Map<string, Map<number, string>>();
  for (const { id, username, username_like, email_like } of rows) {
    for (const likeness of [username_like, email_like]) {
      const known = owners.get(likeness) ?? new Map<number, string>();
      owners.set(likeness, known.set(id, username));
    }
  }
  const found = new Map<number, string>();
  for (const alike of owners.values()) {
    for (const id of alike.keys()) {
      const [other] = [...alike].filter(([each]) => each !== id);
      if (other) found.set(id, other[1]);
    }
  }
  return found;
};
