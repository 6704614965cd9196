import type { Kysely } from "kysely";
import { renewLikenesses } from "../../accounts/account-keys.ts";
import type { Tables } from "../schema.ts";

/** A new account must have no name that people could take for another one's. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  for (const column of ["username_like", "email_like"]) {
    await db.schema
      .alterTable("account")
      .addColumn(column, "text", (text) => text.notNull().defaultTo(""))
      .execute();
    await db.schema.createIndex(`account_${column}`).on("account").column(column).execute();
  }
  await renewLikenesses(db);
};
