import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from "kysely";

/** A key that counts up by itself; SQLite and PostgreSQL have different words for it. */
export const numbered =
  (db: Kysely<unknown>) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    db.getExecutor().adapter instanceof PostgresAdapter
      ? column.primaryKey().generatedByDefaultAsIdentity()
      : column.primaryKey().autoIncrement();
