import type { Kysely } from "kysely";
import { renewSearchTexts } from "../../accounts/account-search.ts";
import type { Tables } from "../schema.ts";

/** What the desk needs to find people among thousands, and to invite them by mail. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  const { schema } = db;
  await schema
    .alterTable("account")
    .addColumn("search_text", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await renewSearchTexts(db);
  // When somebody was here last is asked of everybody at once.
  await schema
    .createIndex("progress_seen")
    .on("progress")
    .columns(["account_id", "last_seen"])
    .execute();
  await schema
    .alterTable("reset_link")
    .addColumn("purpose", "text", (column) => column.notNull().defaultTo("password-reset"))
    .execute();
  await schema
    .createTable("link_mail")
    .addColumn("account_id", "integer", (column) =>
      column.primaryKey().references("account.id").onDelete("cascade"),
    )
    .addColumn("purpose", "text", (column) => column.notNull())
    .addColumn("due", "bigint", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("claim", "text")
    .addColumn("claimed_until", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("link_mail_due").on("link_mail").column("due").execute();
};
