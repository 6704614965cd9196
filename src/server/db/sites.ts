import type { Kysely } from "kysely";
import type { Tables } from "./schema.ts";

/** The sites that `school site add` has added, in alphabetical order. */
export const readSites = async (db: Kysely<Tables>): Promise<string[]> => {
  const rows = await db.selectFrom("site").select("origin").orderBy("origin").execute();
  return rows.map(({ origin }) => origin);
};

/** Adds a site. @returns false if it was there already */
export const addSite = async (db: Kysely<Tables>, origin: string): Promise<boolean> => {
  const added = await db
    .insertInto("site")
    .values({ origin })
    .onConflict((conflict) => conflict.column("origin").doNothing())
    .returning("origin")
    .executeTakeFirst();
  return added !== undefined;
};

/** Removes a site. @returns false if it was not there */
export const removeSite = async (db: Kysely<Tables>, origin: string): Promise<boolean> => {
  const removed = await db
    .deleteFrom("site")
    .where("origin", "=", origin)
    .returning("origin")
    .executeTakeFirst();
  return removed !== undefined;
};
