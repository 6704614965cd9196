import type { Kysely } from "kysely";
import type { Tables } from "../schema.ts";

const COLUMNS = ["logo_dark", "favicon", "favicon_tag", "title", "short_name"];

/** Logo for dark ground, icon, titles and texts of mails of a school; empty where it has none. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  const add = (name: string, otherwise: string) =>
    db.schema
      .alterTable("organisation")
      .addColumn(name, "text", (column) => column.notNull().defaultTo(otherwise))
      .execute();
  for (const name of COLUMNS) await add(name, "");
  await add("mails", "{}");
};
