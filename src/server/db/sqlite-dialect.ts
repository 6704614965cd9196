import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

const MAX_STATEMENTS = 200;

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  #prepared(sql: string) {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    // Lists of varying length create ever new statements, so the cache is cleared when it grows
    // large.
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, reads } = this.#prepared(sql);
    const values = parameters as SQLInputValue[];
    if (reads) return { rows: statement.all(...values) as Row[] };
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, and nothing here streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("Rows are not streamed from SQLite");
  }
}

const run = async (connection: DatabaseConnection, sql: string): Promise<void> => {
  await connection.executeQuery(CompiledQuery.raw(sql));
};

class TransactionalDdlAdapter extends SqliteAdapter {
  /** Rolls back an interrupted migration completely. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A Kysely dialect for one connection to SQLite, with its own transactions. */
export const dialectOf = (
  connection: DatabaseConnection,
  own: Omit<Driver, "init" | "acquireConnection" | "releaseConnection">,
): Dialect => ({
  createAdapter: () => new TransactionalDdlAdapter(),
  createDriver: () => ({
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    ...own,
  }),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/**
 * A Kysely dialect for one connection of `node:sqlite`. Transactions take the write lock when they
 * begin. The caller that opened the connection closes it.
 */
export const sqliteDialect = (database: DatabaseSync): Dialect =>
  dialectOf(new SqliteConnection(database), {
    beginTransaction: (on) => run(on, "begin immediate"),
    commitTransaction: (on) => run(on, "commit"),
    rollbackTransaction: async (on) => {
      // A full disk ends the transaction by itself.
      if (database.isTransaction) await run(on, "rollback");
    },
    destroy: async () => {},
  });
