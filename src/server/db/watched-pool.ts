import type { PostgresPool, PostgresPoolClient } from "kysely";
import type pg from "pg";
import { DatabaseUnavailableError } from "./database-unavailable.ts";

/** After this time without an answer the pool asks whether the database is there at all. */
const PATIENCE_MS = 1000;
/** How long the database may take to say that it is there. */
const PROBE_MS = 800;
/** A wait for a connection that takes longer fails, even if the database is there. */
const MAX_WAIT_MS = 30_000;

type Query = (sql: string, parameters: readonly unknown[]) => Promise<unknown>;

/** A server that starts, stops or has no connection left: the classes and codes of PostgreSQL. */
const AWAY = /^(08...|57P0[123]|53300)$/;
const SQL_STATE = /^[\dA-Z]{5}$/;

const codeOf = (reason: unknown): string => {
  const { code } = (reason ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
};

/** Whether the server itself sent the error, which then says that it is there. */
const isAnswer = (reason: unknown): boolean => {
  const code = codeOf(reason);
  return SQL_STATE.test(code) && !AWAY.test(code) && !code.startsWith("E");
};

const isMistake = (reason: unknown): boolean =>
  reason instanceof TypeError || reason instanceof RangeError;

const judged = (reason: unknown): unknown =>
  isAnswer(reason) || isMistake(reason) || reason instanceof DatabaseUnavailableError
    ? reason
    : new DatabaseUnavailableError("The database does not answer", reason);

const ignore = () => {};

/** A connection that gives up when the database is away, and is closed after that. */
class WatchedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #answers: () => Promise<boolean>;
  readonly #maxMs: number;
  #broken: DatabaseUnavailableError | null = null;
  readonly query: PostgresPoolClient["query"];

  constructor(client: pg.PoolClient, answers: () => Promise<boolean>, maxMs: number) {
    this.#client = client;
    this.#answers = answers;
    this.#maxMs = maxMs;
    // Kysely uses cursors only to stream rows, which nothing here does.
    this.query = this.#query as PostgresPoolClient["query"];
    // Without a listener a connection that breaks between two statements would end the process.
    client.on("error", ignore);
  }

  release(): void {
    this.#client.off("error", ignore);
    this.#client.release(this.#broken ?? undefined);
  }

  readonly #query: Query = (sql, parameters) => {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const fail = (reason: unknown) => {
        clearTimeout(timer);
        const problem = judged(reason);
        if (problem instanceof DatabaseUnavailableError) this.#broken = problem;
        reject(problem);
      };
      const check = async () => {
        const isThere = await this.#answers();
        if (!isThere || performance.now() - started > this.#maxMs) {
          fail(new DatabaseUnavailableError("The database does not answer"));
        } else timer = setTimeout(check, PATIENCE_MS);
      };
      let timer = setTimeout(check, PATIENCE_MS);
      this.#client.query(sql, parameters as unknown[]).then((result) => {
        clearTimeout(timer);
        resolve(result);
      }, fail);
    });
  };
}

/**
 * A pool of connections to PostgreSQL. While the database is away, its queries fail within two
 * seconds with `DatabaseUnavailableError`; a query that is only slow goes on. The pool connects
 * again by itself.
 */
export class WatchedPool implements PostgresPool {
  readonly #pg: typeof pg;
  readonly #pool: pg.Pool;
  /** A statement that takes longer fails, even if the database is there. */
  maxStatementMs = Number.POSITIVE_INFINITY;
  #probe: Promise<boolean> | null = null;

  constructor(driver: typeof pg, config: pg.PoolConfig) {
    this.#pg = driver;
    this.#pool = new driver.Pool({ ...config, connectionTimeoutMillis: PATIENCE_MS });
    // The pool replaces an idle connection that breaks at the next use.
    this.#pool.on("error", ignore);
  }

  get options(): object {
    return this.#pool.options;
  }

  /** @throws DatabaseUnavailableError */
  async connect(): Promise<PostgresPoolClient> {
    const started = performance.now();
    for (;;) {
      try {
        const client = await this.#pool.connect();
        return new WatchedClient(client, () => this.answers(), this.maxStatementMs);
      } catch (reason) {
        // All connections may be in use, which is no sign that the database is away.
        const isWaiting = codeOf(reason) === "" && performance.now() - started < MAX_WAIT_MS;
        if (!isWaiting || !(await this.answers())) throw judged(reason);
      }
    }
  }

  /** Asks over a new connection whether the database is there. */
  answers(): Promise<boolean> {
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = null;
    });
    return this.#probe;
  }

  async #ask(): Promise<boolean> {
    const client = new this.#pg.Client({
      connectionString: this.#pool.options.connectionString,
      connectionTimeoutMillis: PROBE_MS,
    });
    client.on("error", ignore);
    try {
      await client.connect();
      return true;
    } catch (reason) {
      return isAnswer(reason) || codeOf(reason) === "53300";
    } finally {
      client.end().catch(ignore);
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}
