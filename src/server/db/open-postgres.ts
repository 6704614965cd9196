import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import pg from "pg";
import { OverloadedError } from "../overloaded-error.ts";
import { type Change, ChangeFeed } from "./change-feed.ts";
import { migrate } from "./migrate.ts";
import {
  connectionConfig,
  connectToPostgres,
  ignoreErrors,
  isPostgresUp,
  toDatabaseError,
} from "./postgres-connection.ts";
import { isStale, PreparedStatements, StaleStatementError } from "./prepared-statements.ts";
import { QueueLimit, ReadPool } from "./read-pool.ts";
import type { Tables } from "./schema.ts";

/** Connections that all reads share. */
const READING = 4;
/** Transactions at once. */
const WRITING = 8;
/** Who comes while others have waited for longer is refused. Commands wait as long as it takes. */
const MAX_WAIT_MS = 1000;
/** The same for transactions. One that has waited for longer itself does not begin. */
const MAX_TRANSACTION_WAIT_MS = 500;
/** How long a connection may take, and how long a transaction may wait for a free one. */
const CONNECTION_TIMEOUT_MS = 5000;
/** A little less than a second, in which the school answers whether its database is there. */
const PROBE_TIMEOUT_MS = 800;

type Query = (sql: string, parameters: readonly unknown[]) => Promise<pg.QueryResult>;

/**
 * A Kysely that does not wait for one query's answer before it sends the next one, unlike its own
 * transactions.
 */
const kyselyOf = (query: Query): Kysely<Tables> => {
  const client = { query, release: () => {} };
  const pool = { connect: async () => client, end: async () => {}, options: {} };
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }),
  });
};

const bringUpToDate = async (url: string): Promise<void> => {
  // Without a time limit: a new index of a large table takes its time.
  const client = await connectToPostgres(url);
  try {
    await migrate(kyselyOf((sql, parameters) => client.query(sql, [...parameters])));
  } catch (reason) {
    throw toDatabaseError(reason);
  } finally {
    await client.end();
  }
};

/**
 * Opens a PostgreSQL database and brings its tables up to date.
 * @param queryTimeoutMs how long a query may take; 0: any time
 */
export const openPostgres = async (url: string, queryTimeoutMs: number) => {
  await bringUpToDate(url);
  const config: pg.PoolConfig = {
    ...connectionConfig(url),
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    pipeline: true,
  };
  const statements = new PreparedStatements();
  const run = async (client: pg.ClientBase, sql: string, parameters: readonly unknown[]) => {
    const name = parameters.length > 0 ? statements.nameOf(sql) : undefined;
    try {
      return await client.query({ text: sql, values: [...parameters], ...(name && { name }) });
    } catch (reason) {
      if (!isStale(reason)) throw toDatabaseError(reason);
      statements.reset();
      throw new StaleStatementError("A table has changed", reason);
    }
  };

  // Two pools, so that writes which wait for each other leave the reads theirs.
  const isServer = queryTimeoutMs > 0;
  const maxWaitMs = isServer ? MAX_WAIT_MS : Number.POSITIVE_INFINITY;
  const maxTransactionWaitMs = isServer ? MAX_TRANSACTION_WAIT_MS : Number.POSITIVE_INFINITY;
  const reading = new ReadPool(READING, () => connectToPostgres(url, config), maxWaitMs);
  const writing = new pg.Pool({ ...config, max: WRITING });
  writing.on("connect", ignoreErrors);
  writing.on("error", () => {});
  const read = kyselyOf(async (sql, parameters) => {
    const query = () => reading.use((client) => run(client, sql, parameters));
    try {
      return await query();
    } catch (reason) {
      if (reason instanceof StaleStatementError) return query();
      throw reason;
    }
  });

  const transactions = new QueueLimit(maxTransactionWaitMs);
  const kyselies = new WeakMap<pg.PoolClient, Kysely<Tables>>();
  const kyselyOn = (client: pg.PoolClient): Kysely<Tables> => {
    const known = kyselies.get(client);
    if (known) return known;
    const made = kyselyOf((sql, parameters) => run(client, sql, parameters));
    kyselies.set(client, made);
    return made;
  };

  const write = async <Value>(work: (db: Kysely<Tables>) => Promise<Value>): Promise<Value> => {
    const connect = () =>
      writing.connect().catch((reason) => {
        throw toDatabaseError(reason);
      });
    // A new connection takes its time when the machine is busy, and is no queue.
    const isQueue = writing.totalCount >= WRITING && writing.idleCount === 0;
    const came = performance.now();
    const client = await transactions.wait(connect);
    if (isQueue && performance.now() - came > maxTransactionWaitMs) {
      // A slow database lets the queue grow behind those that came in time. Whoever waits no longer has an
      // answer within a second, and their work would have others wait.
      client.release();
      throw new OverloadedError("The database is too slow");
    }
    try {
      // The first query need not wait for the answer. Without a transaction nothing may be written.
      const begun = run(client, "begin", []).catch((reason) => {
        void client.end();
        throw reason;
      });
      begun.catch(() => {});
      const value = await work(kyselyOn(client));
      await begun;
      const { command } = await run(client, "commit", []);
      if (command !== "COMMIT") throw new Error("A failed transaction cannot be committed");
      client.release();
      return value;
    } catch (reason) {
      await client.query("rollback").then(
        () => client.release(),
        () => client.release(true),
      );
      throw reason;
    }
  };

  const feed = new ChangeFeed(url);
  return {
    read,
    // Many connections share the reads, and one with a long query gets no others.
    reporting: read,
    write,
    changesOfOthers: () => feed.state,
    onChange: (listener: (change: Change) => void) => feed.onChange(listener),
    lockAccount: async (inside: Kysely<Tables>, accountId: number): Promise<void> => {
      await inside
        .selectFrom("account")
        .select("id")
        .where("id", "=", accountId)
        // Rows of others may refer to the account meanwhile, such as news for its owner.
        .forNoKeyUpdate()
        .execute();
    },
    answers: () => isPostgresUp(url, PROBE_TIMEOUT_MS),
    close: async () => {
      await feed.close();
      await Promise.all([reading.end(), writing.end()]);
    },
  };
};
