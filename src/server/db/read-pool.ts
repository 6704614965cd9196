import type pg from "pg";
import { OverloadedError } from "../overloaded-error.ts";
import { DatabaseUnavailableError } from "./database-unavailable.ts";
import { StaleStatementError } from "./prepared-statements.ts";

/** Tells by the time, not by the length, when a queue is too long: a database may become slow. */
export class QueueLimit {
  /** When those that wait have come, the oldest first. */
  readonly #waiting = new Set<{ readonly since: number }>();
  readonly #maxWaitMs: number;

  /** @param maxWaitMs a queue whose first has waited for longer takes nobody else */
  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
  }

  get length(): number {
    return this.#waiting.size;
  }

  get isTooLong(): boolean {
    const [first] = this.#waiting;
    return first !== undefined && performance.now() - first.since > this.#maxWaitMs;
  }

  /**
   * Runs what waits in the queue until it ends.
   * @throws OverloadedError when the queue is too long
   */
  async wait<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.isTooLong) throw new OverloadedError("The database is too slow");
    const own = { since: performance.now() };
    this.#waiting.add(own);
    try {
      return await work();
    } finally {
      this.#waiting.delete(own);
    }
  }
}

/** A connection that many queries share. Connects at the first query, and again after a failure. */
class SharedConnection {
  readonly #open: () => Promise<pg.Client>;
  readonly queries: QueueLimit;
  #client: Promise<pg.Client> | null = null;

  constructor(open: () => Promise<pg.Client>, maxWaitMs: number) {
    this.queries = new QueueLimit(maxWaitMs);
    this.#open = open;
  }

  async use<Value>(work: (client: pg.Client) => Promise<Value>): Promise<Value> {
    this.#client ??= this.#open();
    const client = this.#client;
    try {
      return await this.queries.wait(async () => work(await client));
    } catch (reason) {
      if (!(reason instanceof StaleStatementError)) this.#drop(client, reason);
      throw reason;
    }
  }

  async end(): Promise<void> {
    await (await this.#client?.catch(() => null))?.end();
  }

  /** Closes a connection that has broken or timed out, because it may never answer again. */
  #drop(client: Promise<pg.Client>, reason: unknown): void {
    if (!(reason instanceof DatabaseUnavailableError) || this.#client !== client) return;
    this.#client = null;
    client.then((broken) => broken.end()).catch(() => {});
  }
}

/**
 * A few connections for all queries that only read. Unlike those of a `pg.Pool` they take queries
 * before earlier ones are answered, so under load many are sent and answered at once: that saves a
 * quarter of the processor time of PostgreSQL.
 */
export class ReadPool {
  readonly #connections: readonly SharedConnection[];

  /**
   * @param open opens a connection with `pipeline`
   * @param maxWaitMs a connection whose oldest query has taken longer gets no others
   */
  constructor(count: number, open: () => Promise<pg.Client>, maxWaitMs: number) {
    this.#connections = Array.from({ length: count }, () => new SharedConnection(open, maxWaitMs));
  }

  /**
   * Runs a query on the connection with the fewest queries. One that is busy with a slow query gets
   * no others.
   * @throws OverloadedError when each is
   */
  async use<Value>(work: (client: pg.Client) => Promise<Value>): Promise<Value> {
    const queues = this.#connections.map((connection) => ({
      connection,
      length: connection.queries.isTooLong ? Number.POSITIVE_INFINITY : connection.queries.length,
    }));
    return queues.reduce((a, b) => (b.length < a.length ? b : a)).connection.use(work);
  }

  /** Call it when no query is running. */
  async end(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.end()));
  }
}
