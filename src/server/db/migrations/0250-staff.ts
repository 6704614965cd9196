import type { Kysely } from "kysely";
import { autoIncrement } from "../auto-increment.ts";

/** What the staff's desk needs: who changed what, and long work. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema
    .createTable("audit")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("actor_id", "integer", (column) =>
      column.references("account.id").onDelete("set null"),
    )
    .addColumn("actor_name", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("subject_name", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("audit_at").on("audit").columns(["at", "id"]).execute();
  await schema
    .createIndex("audit_subject")
    .on("audit")
    .columns(["kind", "subject", "at"])
    .execute();
  await schema.createIndex("audit_actor").on("audit").columns(["actor_id", "at"]).execute();

  await schema
    .createTable("job")
    .addColumn("id", "integer", autoIncrement(db))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("account_id", "integer", (column) =>
      column.references("account.id").onDelete("set null"),
    )
    .addColumn("level", "integer", (column) => column.notNull())
    .addColumn("created", "bigint", (column) => column.notNull())
    .addColumn("ended", "bigint")
    .addColumn("done", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("total", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("input", "text", (column) => column.notNull())
    .addColumn("result", "text")
    .addColumn("problem", "text")
    .addColumn("file", "text")
    .addColumn("made", "text")
    .addColumn("made_name", "text")
    .addColumn("stop", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("claim", "text")
    .addColumn("claimed_until", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("job_state").on("job").columns(["state", "id"]).execute();
};
