import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";

/** Selects from the school's own organisation: the one with the lowest id. */
export const ownOrganisation = (db: Kysely<Tables>) =>
  db.selectFrom("organisation").orderBy("id").limit(1);

/** What a page of the school needs of it for its look. */
export const ownLook = (db: Kysely<Tables>) =>
  ownOrganisation(db).select(["accent", "title", "name"]).executeTakeFirst();
