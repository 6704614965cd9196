import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import { isPostgres } from "./is-postgres.ts";

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;

// SQLite would take null as a key.
export const key: Column = (column) => column.notNull().primaryKey();
export const required: Column = (column) => column.notNull();
export const unique: Column = (column) => column.notNull().unique();

export const byDefault =
  (value: string | number): Column =>
  (column) =>
    column.notNull().defaultTo(value);

/** The row goes with the one that it refers to, such as `account.id`. */
export const partOf =
  (reference: string): Column =>
  (column) =>
    column.notNull().references(reference).onDelete("cascade");

/** The same where the row may refer to none. */
export const orPartOf =
  (reference: string): Column =>
  (column) =>
    column.references(reference).onDelete("cascade");

/** Null once the row is gone that it refers to. */
export const orNull =
  (reference: string): Column =>
  (column) =>
    column.references(reference).onDelete("set null");

/** There is one row at most for the one that it refers to, with which it goes. */
export const keyOf =
  (reference: string): Column =>
  (column) =>
    partOf(reference)(column).primaryKey();

/** An auto-increment key, which SQLite and PostgreSQL declare differently. */
export const autoIncrement = (db: Kysely<unknown>): Column =>
  isPostgres(db)
    ? (column) => column.primaryKey().generatedByDefaultAsIdentity()
    : (column) => column.notNull().primaryKey().autoIncrement();

export const createTable = (db: Kysely<unknown>, name: string) => db.schema.createTable(name);

export const createIndex = (
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: string[],
  { isUnique = false } = {},
): Promise<void> => {
  const index = db.schema.createIndex(name).on(table).columns(columns);
  return (isUnique ? index.unique() : index).execute();
};
