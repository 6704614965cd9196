import { type Kysely, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./is-postgres.ts";
import type { Tables } from "./schema.ts";

// Lists are given to a statement as one value, however many things they have, so that the statement stays the
// same and its plan is kept, and one for thousands of rows takes as long as their writing alone.

const among =
  <Value>(type: "integer" | "text") =>
  (db: Kysely<Tables>, column: string, values: Iterable<Value>): RawBuilder<boolean> => {
    const list = [...values];
    return isPostgres(db)
      ? sql`${sql.ref(column)} = any(${list}::${sql.raw(type)}[])`
      : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(list)}))`;
  };

/** A condition: a column has one of these ids. */
export const amongIds = among<number>("integer");

/** A condition: a column has one of these texts. */
export const amongTexts = among<string>("text");

/** The types of the columns of rows that are given to a statement. */
export type GivenColumns<Row> = {
  readonly [Name in keyof Row & string]: "text" | "integer" | "bigint";
};

/** Rows as a table `given` for `from`. */
export const rowsAsTable = <Row extends object>(
  db: Kysely<Tables>,
  columns: GivenColumns<Row>,
  rows: readonly Row[],
): RawBuilder<unknown> => {
  const names = Object.keys(columns) as (keyof Row & string)[];
  if (isPostgres(db)) {
    const types = names.map((column) => sql`${sql.ref(column)} ${sql.raw(columns[column])}`);
    return sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.join(types)})`;
  }
  const lists = rows.map((row) => names.map((column) => row[column] ?? null));
  const values = names.map(
    (column, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)}) as ${sql.ref(column)}`,
  );
  return sql`(select ${sql.join(values)} from json_each(${JSON.stringify(lists)})) as given`;
};
