import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import { isPostgres } from "./is-postgres.ts";

/** An auto-increment key, which SQLite and PostgreSQL declare differently. */
export const autoIncrement =
  (db: Kysely<unknown>) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
    isPostgres(db)
      ? column.primaryKey().generatedByDefaultAsIdentity()
      : column.primaryKey().autoIncrement();
