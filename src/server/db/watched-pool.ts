import pg from "pg";
import { StatementNames } from "./statement-names.ts";
import {
  codeOf,
  isAnswer,
  judged,
  PATIENCE_MS,
  PipelinedClient,
  type Watch,
  WatchedClient,
} from "./watched-client.ts";

/** How long the database may take to say that it is there. */
const PROBE_MS = 800;
/** A wait for a connection that takes longer fails, even if the database is there. */
const MAX_WAIT_MS = 30_000;

type PooledClient = PipelinedClient & pg.PoolClient;

const ignore = () => {};

/**
 * A pool of connections to PostgreSQL. While the database is away, its queries fail within two
 * seconds with `DatabaseUnavailableError`; a query that is only slow goes on. The pool connects
 * again by itself.
 */
export class WatchedPool implements Watch {
  readonly #pool: pg.Pool;
  readonly names = new StatementNames();
  maxStatementMs = Number.POSITIVE_INFINITY;
  readonly #watched = new WeakMap<pg.PoolClient, WatchedClient>();
  #probe: Promise<boolean> | null = null;

  constructor(config: pg.PoolConfig) {
    this.#pool = new pg.Pool({
      ...config,
      connectionTimeoutMillis: PATIENCE_MS,
      Client: PipelinedClient,
    } as unknown as pg.PoolConfig);
    // The pool replaces an idle connection that breaks at the next use.
    this.#pool.on("error", ignore);
  }

  /**
   * A connection for one user, to be released.
   * @throws DatabaseUnavailableError
   */
  async connect(): Promise<WatchedClient> {
    const started = performance.now();
    for (;;) {
      try {
        return this.#watch(await this.#pool.connect());
      } catch (reason) {
        // All connections may be in use, which is no sign that the database is away.
        const isWaiting = codeOf(reason) === "" && performance.now() - started < MAX_WAIT_MS;
        if (!isWaiting || !(await this.answers())) throw judged(reason);
      }
    }
  }

  #watch(client: pg.PoolClient): WatchedClient {
    const known = this.#watched.get(client);
    if (known) return known;
    const watched = new WatchedClient(client as PooledClient, this);
    this.#watched.set(client, watched);
    return watched;
  }

  /** Asks over a new connection whether the database is there. */
  answers(): Promise<boolean> {
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = null;
    });
    return this.#probe;
  }

  async #ask(): Promise<boolean> {
    const client = new pg.Client({
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
