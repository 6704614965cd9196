import { type ColumnDefinitionBuilder, type Kysely, PostgresAdapter } from "kysely";

/** An auto-increment key, which SQLite and PostgreSQL declare differently. */
export const autoIncrement =
  (db: Kysely<unknown>) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    db.getExecutor().adapter instanceof PostgresAdapter
      ? column.primaryKey().generatedByDefaultAsIdentity()
      : column.primaryKey().autoIncrement();
