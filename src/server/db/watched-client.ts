import { Socket } from "node:net";
import pg from "pg";
import { DatabaseUnavailableError } from "./database-unavailable.ts";
import type { StatementNames } from "./statement-names.ts";

/** After this time without an answer a connection asks whether the database is there at all. */
export const PATIENCE_MS = 1000;

/** A server that starts, stops or has no connection left: the classes and codes of PostgreSQL. */
const AWAY = /^(08...|57P0[123]|53300)$/;
const SQL_STATE = /^[\dA-Z]{5}$/;

export const codeOf = (reason: unknown): string => {
  const { code } = (reason ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : "";
};

/** Whether the server itself sent the error, which then says that it is there. */
export const isAnswer = (reason: unknown): boolean => {
  const code = codeOf(reason);
  return SQL_STATE.test(code) && !AWAY.test(code) && !code.startsWith("E");
};

const isMistake = (reason: unknown): boolean =>
  reason instanceof TypeError || reason instanceof RangeError;

/** The error as the school sees it: the database's own, or that it is away. */
export const judged = (reason: unknown): unknown =>
  isAnswer(reason) || isMistake(reason) || reason instanceof DatabaseUnavailableError
    ? reason
    : new DatabaseUnavailableError("The database does not answer", reason);

/** A named statement cannot be used any more: a newer version of the school has changed a table. */
export class StaleStatementError extends DatabaseUnavailableError {}

const isStale = (reason: unknown): boolean =>
  codeOf(reason) === "26000" ||
  (codeOf(reason) === "0A000" && /cached plan/.test((reason as Error).message));

/** A connection of the driver that shows its socket. Its statements do not wait for each other. */
export class PipelinedClient extends pg.Client {
  readonly socket: Socket;

  constructor(config: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, pipeline: true, stream: () => socket } as pg.ClientConfig);
    this.socket = socket;
  }
}

/** What a connection asks of its pool. */
export interface Watch {
  readonly names: StatementNames;
  /** A statement that takes longer fails, even if the database is there. */
  readonly maxStatementMs: number;
  /** Asks over a new connection whether the database is there. */
  answers(): Promise<boolean>;
}

export type QueryResult = pg.QueryResult<Record<string, unknown>>;

/**
 * A connection that gives up when the database is away. Statements may be sent before earlier ones
 * are answered: the database runs them in their order.
 */
export class WatchedClient {
  readonly #client: PipelinedClient & pg.PoolClient;
  readonly #watch: Watch;
  #broken: DatabaseUnavailableError | null = null;
  #isCorked = false;

  constructor(client: PipelinedClient & pg.PoolClient, watch: Watch) {
    this.#client = client;
    this.#watch = watch;
    // Without a listener a connection that breaks between two statements would end the process.
    client.on("error", (reason) => this.breakOff(reason));
  }

  /** Whether it cannot be used any more. */
  get isBroken(): boolean {
    return this.#broken !== null;
  }

  /** Gives it back to the pool, which closes a broken one. */
  release(): void {
    this.#client.release(this.#broken ?? undefined);
  }

  /** Ends the connection at once; statements under way fail. */
  breakOff(reason: unknown): void {
    if (this.#broken) return;
    this.#broken =
      reason instanceof DatabaseUnavailableError
        ? reason
        : new DatabaseUnavailableError("The database does not answer", reason);
    this.#client.socket.destroy();
  }

  /** @throws DatabaseUnavailableError, or the database's error */
  query(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const fail = (reason: unknown) => {
        clearTimeout(timer);
        reject(this.#problem(reason));
      };
      const check = async () => {
        const isThere = await this.#watch.answers();
        if (!isThere || performance.now() - started > this.#watch.maxStatementMs) {
          fail(new DatabaseUnavailableError("The database does not answer"));
        } else timer = setTimeout(check, PATIENCE_MS);
      };
      let timer = setTimeout(check, PATIENCE_MS);
      this.#cork();
      const name = parameters.length > 0 ? this.#watch.names.nameOf(sql) : undefined;
      const asked = { text: sql, values: parameters as unknown[], ...(name && { name }) };
      this.#client.query(asked, (reason: unknown, result: QueryResult) => {
        if (reason) fail(reason);
        else {
          clearTimeout(timer);
          resolve(result);
        }
      });
    });
  }

  #problem(reason: unknown): unknown {
    if (isStale(reason)) {
      this.#watch.names.renew();
      return new StaleStatementError("The database has changed", reason);
    }
    const problem = judged(reason);
    if (problem instanceof DatabaseUnavailableError) this.breakOff(problem);
    return problem;
  }

  /** Statements of the same moment leave together. */
  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { socket } = this.#client;
    socket.cork();
    setImmediate(() => {
      this.#isCorked = false;
      socket.uncork();
    });
  }
}
