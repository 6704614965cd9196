import { type Kysely, sql } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../schema.ts";

/** PostgreSQL tells all servers of a school when a command has changed the list of sites. */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  if (!isPostgres(db)) return;
  await sql`create trigger tell_site after insert or update or delete
    on site for each statement execute function tell_setting()`.execute(db);
};
