import { type Kysely, sql } from "kysely";

/**
 * What the list of changes and the reports need: who may see a change, its names as they are searched,
 * and when a hand-in was answered first. Changes that exist are for administrators.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  await schema
    .alterTable("audit")
    .addColumn("level", "integer", (column) => column.notNull().defaultTo(100))
    .execute();
  await schema
    .alterTable("audit")
    .addColumn("folded", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await schema.alterTable("upload").addColumn("first_answered", "bigint").execute();
  await sql`update upload set first_answered = feedback_at`.execute(db);
};
