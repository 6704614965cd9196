import { type Kysely, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./is-postgres.ts";
import type { Tables } from "./schema.ts";

/**
 * A condition: a column has one of these ids. They are one value, however many there are, so that the
 * statement stays the same and its plan is kept.
 */
export const amongIds = (
  db: Kysely<Tables>,
  column: string,
  ids: Iterable<number>,
): RawBuilder<boolean> => {
  const list = [...ids];
  return isPostgres(db)
    ? sql`${sql.ref(column)} = any(${list}::integer[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(list)}))`;
};
