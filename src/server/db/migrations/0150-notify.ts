import { type Kysely, sql } from "kysely";
import { isPostgres } from "../is-postgres.ts";
import type { Tables } from "../schema.ts";

/** A table, the changes that others learn of, and the column with the account. */
const WATCHED = [
  ["account", "update of level, blocked, expire, session_id, organisation_id or delete", "id"],
  ["token", "delete", "account_id"],
  ["subscription", "insert or update or delete", "account_id"],
] as const;

/**
 * PostgreSQL tells all servers of a school when one of them, or a command, has changed an account or
 * a setting. SQLite tells it by the version of its file.
 */
export const up = async (db: Kysely<Tables>): Promise<void> => {
  if (!isPostgres(db)) return;
  await sql`create function tell_account() returns trigger language plpgsql as $$
    begin
      perform pg_notify('learning_space', 'account ' ||
        (case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0]));
      return null;
    end $$`.execute(db);
  await sql`create function tell_setting() returns trigger language plpgsql as $$
    begin
      perform pg_notify('learning_space', 'setting');
      return null;
    end $$`.execute(db);
  for (const [table, changes, column] of WATCHED) {
    await sql`create trigger ${sql.id(`tell_${table}`)} after ${sql.raw(changes)}
      on ${sql.id(table)} for each row execute function tell_account(${sql.lit(column)})`.execute(
      db,
    );
  }
  await sql`create trigger tell_setting after insert or update or delete
    on setting for each statement execute function tell_setting()`.execute(db);
};
