import type { Compilable, CompiledQuery, Kysely, QueryResult } from "kysely";
import type { Tables } from "./schema.ts";

/** Takes the place of an argument's value in a compiled query. */
class Placeholder {
  readonly argument: string;

  constructor(argument: string) {
    this.argument = argument;
  }
}

type Run<Arguments, Row> = (db: Kysely<Tables>, values: Arguments) => Promise<QueryResult<Row>>;

/**
 * A query that is built and compiled once for each kind of database. For a query that finds few rows
 * that takes as long as running it: 5 µs each, measured on SQLite.
 * @param build builds the query. Each argument is a placeholder: it may only be passed on to the
 *   query, not read.
 */
export const compileOnce = <Arguments extends object, Row>(
  build: (db: Kysely<Tables>, values: Arguments) => Compilable<Row>,
): Run<Arguments, Row> => {
  /** By the adapter, which the transactions of a database share with it. */
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const placeholders = new Proxy({} as Arguments, {
    get: (_, argument) => new Placeholder(String(argument)),
  });
  return (db, values) => {
    const { adapter } = db.getExecutor();
    let query = compiled.get(adapter);
    if (!query) {
      query = build(db, placeholders).compile();
      compiled.set(adapter, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder
        ? (values as Readonly<Record<string, unknown>>)[parameter.argument]
        : parameter,
    );
    return db.executeQuery<Row>({ ...query, parameters });
  };
};
