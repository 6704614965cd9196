import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";

/** Deletes the records of changes before a time; call within a write. Nothing else deletes them. */
export const sweepChanges = async (db: Kysely<Tables>, before: number): Promise<void> => {
  await db.deleteFrom("audit").where("at", "<", before).execute();
};
