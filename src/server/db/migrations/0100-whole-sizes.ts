import { type Kysely, sql } from "kysely";
import type { Tables } from "../schema.ts";

/**
 * Rounds the sizes of drawings. SQLite keeps a fraction in a column of integers, and PostgreSQL refuses
 * it: such a school could not move there.
 */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  await sql`update picture set width = round(width), height = round(height)`.execute(db);
  await sql`update picture_variant set width = round(width)`.execute(db);
};
