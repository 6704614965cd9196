import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { migrate } from "../db/migrate.ts";
import type { Tables } from "../db/schema.ts";
import { sqliteDialect } from "../db/sqlite-dialect.ts";

/** A table as both databases have it. */
export interface LogicalTable {
  name: string;
  /** The columns that store something, without those that the database computes. */
  columns: string[];
  /** The foreign keys: a column, and the table and column that it refers to. */
  references: { column: string; table: string; to: string }[];
}

const namesOf = (rows: readonly Record<string, unknown>[], column: string): string[] =>
  rows.map((row) => String(row[column]));

/** Tables before the ones that refer to them. */
const inOrder = (references: ReadonlyMap<string, readonly { table: string }[]>): string[] => {
  const ordered = new Set<string>();
  const add = (name: string) => {
    if (ordered.has(name)) return;
    for (const { table } of references.get(name) ?? []) if (table !== name) add(table);
    ordered.add(name);
  };
  for (const name of references.keys()) add(name);
  return [...ordered];
};

/**
 * Reads the tables of a SQLite database, those before the ones that refer to them. Leaves out the
 * tables of the databases themselves, of migrations, and of search indexes.
 */
export const readTables = (connection: DatabaseSync): LogicalTable[] => {
  const tables = namesOf(
    connection
      .prepare("select name from pragma_table_list where type = 'table' and schema = 'main'")
      .all(),
    "name",
  ).filter((name) => !/^(sqlite|kysely)_/.test(name));
  const references = new Map(
    tables.toSorted().map((name) => [
      name,
      connection
        .prepare('select "from", "table", "to" from pragma_foreign_key_list(?)')
        .all(name)
        .map(({ from, table, to }) => ({
          column: String(from),
          table: String(table),
          to: String(to),
        })),
    ]),
  );
  return inOrder(references).map((name) => ({
    name,
    columns: namesOf(
      connection.prepare("select name from pragma_table_xinfo(?) where hidden = 0").all(name),
      "name",
    ),
    references: references.get(name) ?? [],
  }));
};

/** The tables of a school whose database has had these migrations. */
export const logicalTables = async (migrations: readonly string[]): Promise<LogicalTable[]> => {
  const connection = new DatabaseSync(":memory:");
  try {
    await migrate(new Kysely<Tables>({ dialect: sqliteDialect(connection) }), migrations);
    return readTables(connection);
  } finally {
    connection.close();
  }
};
