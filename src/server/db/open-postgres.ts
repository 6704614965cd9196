import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import type { Change } from "./change.ts";
import { ChangeFeed } from "./change-feed.ts";
import { migrate } from "./migrate.ts";
import { postgresDialect } from "./postgres-dialect.ts";
import { ReadingLanes } from "./reading-lanes.ts";
import type { Tables } from "./schema.ts";
import type { WatchedClient } from "./watched-client.ts";
import { WatchedPool } from "./watched-pool.ts";

const INT8 = 20;

/** Connections that all reads share. */
const READING = 4;
/** Transactions at once. */
const WRITING = 8;

const config = (connectionString: string, max: number): pg.PoolConfig => ({
  connectionString,
  max,
  keepAlive: true,
  types: {
    // The driver returns 64-bit integers as text. Counts and milliseconds fit a number exactly.
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
  } as typeof pg.types,
});

const bringUpToDate = async (pool: WatchedPool): Promise<void> => {
  const borrowed = { connect: () => pool.connect(), end: async () => {}, options: {} };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: borrowed as unknown as PostgresPool }),
  });
  await migrate(db).finally(() => db.destroy());
};

/** Runs transactions, each on a connection of its own. */
class Transactions {
  readonly #pool: WatchedPool;
  readonly #queries = new WeakMap<WatchedClient, Kysely<Tables>>();

  constructor(pool: WatchedPool) {
    this.#pool = pool;
  }

  /** Runs the work in a transaction. Resolves once it is on the disk. */
  async run<Value>(work: (db: Kysely<Tables>) => Promise<Value>): Promise<Value> {
    const client = await this.#pool.connect();
    try {
      // The first query need not wait for the answer. Without a transaction nothing may be written.
      const begun = client.query("begin").catch((reason) => {
        client.breakOff(reason);
        throw reason;
      });
      begun.catch(() => {});
      const value = await work(this.#on(client));
      await begun;
      const { command } = await client.query("commit");
      if (command !== "COMMIT") throw new Error("A failed transaction cannot be committed");
      return value;
    } catch (reason) {
      await client.query("rollback").catch((problem) => client.breakOff(problem));
      throw reason;
    } finally {
      client.release();
    }
  }

  #on(client: WatchedClient): Kysely<Tables> {
    const known = this.#queries.get(client);
    if (known) return known;
    const dialect = postgresDialect((sql, parameters) => client.query(sql, parameters));
    const queries = new Kysely<Tables>({ dialect });
    this.#queries.set(client, queries);
    return queries;
  }
}

/**
 * Opens a PostgreSQL database and brings its tables up to date.
 * @param statementMs how long one statement may take
 */
export const openPostgres = async (url: string, statementMs: number) => {
  // Two pools, so that writes which wait for each other leave the reads theirs.
  const reading = new WatchedPool(config(url, READING));
  const writing = new WatchedPool(config(url, WRITING));
  try {
    // A new index of a large table takes its time.
    await bringUpToDate(writing);
  } catch (reason) {
    await writing.end();
    throw reason;
  }
  for (const pool of [reading, writing]) pool.maxStatementMs = statementMs;
  const feed = new ChangeFeed(url);
  const lanes = new ReadingLanes(reading, READING);
  const transactions = new Transactions(writing);
  const read = new Kysely<Tables>({
    dialect: postgresDialect((sql, parameters) => lanes.query(sql, parameters)),
  });
  return {
    read,
    write: <Value>(work: (db: Kysely<Tables>) => Promise<Value>) => transactions.run(work),
    changesOfOthers: () => feed.state,
    onChange: (listener: (change: Change) => void) => feed.onChange(listener),
    lockAccount: async (inside: Kysely<Tables>, accountId: number): Promise<void> => {
      await inside
        .selectFrom("account")
        .select("id")
        .where("id", "=", accountId)
        .forUpdate()
        .execute();
    },
    answers: () => reading.answers(),
    close: async () => {
      await feed.close();
      await lanes.close();
      await Promise.all([reading.end(), writing.end()]);
    },
  };
};
