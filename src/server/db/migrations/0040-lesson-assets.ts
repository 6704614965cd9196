import type { Kysely } from "kysely";
import { serializeAssets } from "../../content/lesson-assets.ts";
import type { Tables } from "../schema.ts";

/** Records the assets that each lesson names, so that a file is given only with its lessons. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable("lesson")
    .addColumn("assets", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  const lessons = await db.selectFrom("lesson").select("dbid").execute();
  for (const { dbid } of lessons) {
    const { data } = await db
      .selectFrom("lesson")
      .select("data")
      .where("dbid", "=", dbid)
      .executeTakeFirstOrThrow();
    await db
      .updateTable("lesson")
      .set({ assets: serializeAssets(JSON.parse(data)) })
      .where("dbid", "=", dbid)
      .execute();
  }
};
