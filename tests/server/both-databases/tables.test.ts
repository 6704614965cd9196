import { type ColumnMetadata, sql, type TableMetadata } from "kysely";
import { expect, test } from "vitest";
import { isPostgres } from "../../../src/server/db/is-postgres.ts";
import { openSchool } from "../support/test-school.ts";

/** The types of the databases that the migrations use. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ text: "string", integer: "number", bigint: "number" },
  ...{ int4: "number", int8: "number" },
};

const columnType = (column: ColumnMetadata): string => {
  const type = TYPES[column.dataType.toLowerCase()];
  if (!type)
    throw new Error(`${column.name} has the type ${column.dataType}, which has no type here`);
  if (column.isNullable) return `${type} | null`;
  return column.isAutoIncrementing || column.hasDefaultValue ? `Generated<${type}>` : type;
};

/** SQLite counts in every key that is a number, which Kysely says; PostgreSQL where a migration says so. */
const ANY_KEY = sql<{ name: string }>`select name from sqlite_schema
  where type = 'table' and sql not like '%autoincrement%'`;

const tableType = ({ name, columns }: TableMetadata): string =>
  [
    `  ${name}: {`,
    ...columns.map((column) => `    ${column.name}: ${columnType(column)};`),
    "  };",
  ].join("\n");

/**
 * Kysely reads the tables of both databases itself. kysely-codegen would need another driver for SQLite, and gives
 * a `bigint` another type on each database.
 */
test("the types of the tables are those of the migrations: after a new one, run this test with --update", async () => {
  const { read } = (await openSchool()).database;
  const all = await read.introspection.getTables();
  const { rows: uncounted } = isPostgres(read) ? { rows: [] } : await ANY_KEY.execute(read);
  // The index of words is for SQL of its own.
  const tables = all
    .filter(({ name }) => !name.startsWith("lesson_index"))
    .map((table) =>
      uncounted.some(({ name }) => name === table.name)
        ? {
            ...table,
            columns: table.columns.map((column) => ({ ...column, isAutoIncrementing: false })),
          }
        : table,
    );
  const byName = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const source = [
    "// Made from the migrations by tests/server/both-databases/tables.test.ts, where a change of them fails.",
    'import type { Generated } from "kysely";',
    "",
    "export interface StoredTables {",
    ...byName.map(tableType),
    "}",
    "",
  ].join("\n");
  await expect(source).toMatchFileSnapshot("../../../src/server/db/tables.ts");
});
