import { type Kysely, sql } from "kysely";
import type { Tables } from "../schema.ts";

/** News by mail: what each person has chosen, and what is still to be told, to whom and when. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  const { schema } = db;
  // Whoever may see a hand-in is looked for at each hand-in.
  await schema.createIndex("account_level").on("account").column("level").execute();

  await schema
    .createTable("news_choice")
    .addColumn("account_id", "integer", (column) =>
      column.primaryKey().references("account.id").onDelete("cascade"),
    )
    .addColumn("mail", "text")
    .addColumn("hour", "integer")
    .addColumn("idle", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("idle_next", "bigint")
    .addColumn("language", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("zone", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("week_start", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("refused", "text")
    .addColumn("refused_at", "bigint")
    .execute();
  await schema
    .createIndex("news_choice_idle_next")
    .on("news_choice")
    .column("idle_next")
    .where(sql.ref("idle_next"), "is not", null)
    .execute();

  await schema
    .createTable("news")
    .addColumn("account_id", "integer", (column) =>
      column.notNull().references("account.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("subject_id", "integer", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("news_key", ["account_id", "kind", "subject_id"])
    .execute();

  await schema
    .createTable("news_due")
    .addColumn("account_id", "integer", (column) =>
      column.primaryKey().references("account.id").onDelete("cascade"),
    )
    .addColumn("due", "bigint", (column) => column.notNull())
    .addColumn("since", "bigint", (column) => column.notNull())
    .addColumn("digest", "bigint")
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("events", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("claim", "text")
    .addColumn("claimed_until", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("news_due_due").on("news_due").column("due").execute();
};
