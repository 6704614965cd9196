import { type QueryResult, StaleStatementError, type WatchedClient } from "./watched-client.ts";
import type { WatchedPool } from "./watched-pool.ts";

/** A connection that many queries share. It connects again after it has broken. */
class Lane {
  readonly #pool: WatchedPool;
  #client: WatchedClient | null = null;
  #connecting: Promise<WatchedClient> | null = null;
  underWay = 0;

  constructor(pool: WatchedPool) {
    this.#pool = pool;
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
    this.underWay += 1;
    try {
      const client = this.#present ?? (await this.#connected());
      return await client.query(sql, parameters);
    } finally {
      this.underWay -= 1;
    }
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
      return await this.#idlest.query(sql, parameters);
    } catch (reason) {
      if (!(reason instanceof StaleStatementError)) throw reason;
      return this.#idlest.query(sql, parameters);
    }
  }

  /** Call when no query is under way. */
  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()));
  }

  get #idlest(): Lane {
    return this.#lanes.reduce((best, lane) => (lane.underWay < best.underWay ? lane : best));
  }
}
