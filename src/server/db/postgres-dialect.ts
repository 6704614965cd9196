import {
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { QueryResult as Answer } from "./watched-client.ts";

type Ask = (sql: string, parameters: readonly unknown[]) => Promise<Answer>;

class PostgresConnection implements DatabaseConnection {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  async executeQuery<Row>({
    sql,
    parameters,
  }: {
    sql: string;
    parameters: readonly unknown[];
  }): Promise<QueryResult<Row>> {
    const { rows, rowCount, command } = await this.#ask(sql, parameters);
    const numAffectedRows = command === "SELECT" ? undefined : BigInt(rowCount ?? 0);
    return {
      rows: (rows ?? []) as Row[],
      ...(numAffectedRows !== undefined && { numAffectedRows }),
    };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, and nothing here streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("Rows are not streamed from PostgreSQL");
  }
}

const noTransaction = async () => {
  throw new Error("Transactions are begun by the database");
};

/**
 * A Kysely dialect whose queries are all sent by one function, and do not wait for each other.
 * Kysely's own would answer each query of a transaction before it sends the next one.
 */
export const postgresDialect = (ask: Ask): Dialect => {
  const connection = new PostgresConnection(ask);
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: noTransaction,
      commitTransaction: noTransaction,
      rollbackTransaction: noTransaction,
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
};
