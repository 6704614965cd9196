import { type Kysely, PostgresAdapter } from "kysely";

/** Whether it is PostgreSQL, else SQLite: they number rows in different words. */
export const isPostgres = (db: Kysely<unknown>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
