import { type QueryResult, StaleStatementError, type WatchedClient } from "./watched-client.ts";
import type { WatchedPool } from "./watched-pool.ts";

/** From this number of queries on another lane is better. */
const AT_ONCE = 4;
/** A lane that has answered nothing for so long has a slow query, and is left to it. */
const SLOW_MS = 10;

/** A connection that many queries share. It connects again after it has broken. */
class Lane {
  readonly #pool: WatchedPool;
  /** When it last answered, or had nothing to do. */
  #moved = 0;
  #client: WatchedClient | null = null;
  #connecting: Promise<WatchedClient> | null = null;
  underWay = 0;

  constructor(pool: WatchedPool) {
    this.#pool = pool;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
    if (this.underWay === 0) this.#moved = performance.now();
    this.underWay += 1;
    try {
      const client = this.#present ?? (await this.#connected());
      return await client.query(sql, parameters);
    } finally {
      this.underWay -= 1;
      this.#moved = performance.now();
    }
  }

  /** Whether a query is soon answered here. */
  get isQuick(): boolean {
    const isMoving = performance.now() - this.#moved < SLOW_MS;
    return this.underWay === 0 || (this.underWay < AT_ONCE && isMoving);
  }

  async close(): Promise<void> {
    const client = await this.#connecting?.catch(() => null);
    (client ?? this.#client)?.release();
    this.#client = null;
  }

  get #present(): WatchedClient | null {
    return this.#client?.isBroken ? null : this.#client;
  }

  #connected(): Promise<WatchedClient> {
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #connect(): Promise<WatchedClient> {
    this.#client?.release();
    this.#client = null;
    this.#client = await this.#pool.connect();
    return this.#client;
  }
}

/**
 * Queries that only read share a few connections: they need not wait for a free one, and those of
 * the same moment are sent and answered together.
 */
export class ReadingLanes {
  readonly #lanes: readonly Lane[];

  constructor(pool: WatchedPool, count: number) {
    this.#lanes = Array.from({ length: count }, () => new Lane(pool));
  }

  /** @throws DatabaseUnavailableError, or the database's error */
  async query(sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
    try {
      return await this.#best.query(sql, parameters);
    } catch (reason) {
      if (!(reason instanceof StaleStatementError)) throw reason;
      return this.#best.query(sql, parameters);
    }
  }

  /** Call when no query is under way. */
  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }

  /** The first quick one: fewer connections answer more queries in one go. */
  get #best(): Lane {
    const quick = this.#lanes.find(({ isQuick }) => isQuick);
    return quick ?? this.#lanes.reduce((a, b) => (b.underWay < a.underWay ? b : a));
  }
}
