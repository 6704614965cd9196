import type { Kysely } from "kysely";
import { normalizeName } from "./accounts.ts";
import type { Account, Tables } from "./schema.ts";

/** Each text of an account by which it is found, and the column with the text's normal form. */
const KEYS = [
  ["username", "username_key"],
  ["email", "email_key"],
] as const;

/**
 * Brings the keys of all accounts into the form of `normalizeName`; call within a write. An account whose
 * form another one has already keeps the key of its own spelling, by which it is still found.
 * @returns how many accounts keep theirs
 */
export const renewAccountKeys = async (db: Kysely<Tables>): Promise<number> => {
  const kept = new Set<number>();
  for (const [text, key] of KEYS) {
    const rows = await db.selectFrom("account").select(["id", text, key]).orderBy("id").execute();
    const taken = new Set(rows.map((row) => row[key]));
    for (const row of rows) {
      const form = normalizeName(row[text]);
      if (row[key] === form) continue;
      if (taken.has(form)) {
        kept.add(row.id);
      } else {
        await db
          .updateTable("account")
          .set({ [key]: form })
          .where("id", "=", row.id)
          .execute();
        taken.add(form);
      }
    }
  }
  return kept.size;
};

/**
 * The accounts whose name or mail address another account has in another spelling, such as
 * `anna@münchen.example` and `anna@xn--mnchen-3ya.example`. Earlier versions took both. Each is found by its
 * own spelling until the school changes one of them.
 * @returns by its id, the username of the other account
 */
export const accountsSpelledTwice = async (
  db: Kysely<Tables>,
  accounts: readonly Account[],
): Promise<Map<number, string>> => {
  const found = new Map<number, string>();
  for (const account of accounts) {
    for (const [text, key] of KEYS) {
      const form = normalizeName(account[text]);
      if (account[key] === form) continue;
      const other = await db
        .selectFrom("account")
        .select("username")
        .where(key, "=", form)
        .executeTakeFirst();
      if (other) found.set(account.id, other.username);
    }
  }
  return found;
};
