import { type Kysely, PostgresAdapter } from "kysely";

/** Whether the tables are in PostgreSQL, and not in SQLite. */
export const isPostgres = <Any>(db: Kysely<Any>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
