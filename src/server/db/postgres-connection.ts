import pg from "pg";
import { DatabaseUnavailableError } from "./database-unavailable.ts";

const INT8 = 20;

/** The options of all connections to PostgreSQL. */
export const connectionConfig = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  keepAlive: true,
  types: {
    // The driver returns 64-bit integers as text. Counts and milliseconds fit a number exactly.
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
  } as typeof pg.types,
});

const TOO_MANY_CONNECTIONS = "53300";

/** PostgreSQL's codes for a server that starts, stops or has no connection left. */
const UNAVAILABLE = /^(08...|57P0[123]|53300)$/;

/**
 * Converts the error of a query or of a connection. Keeps an error that PostgreSQL has answered
 * with; others become a `DatabaseUnavailableError`.
 */
export const toDatabaseError = (reason: unknown): unknown => {
  const isFromServer = reason instanceof pg.DatabaseError && !UNAVAILABLE.test(reason.code ?? "");
  const isBug = reason instanceof TypeError || reason instanceof RangeError;
  return isFromServer || isBug || reason instanceof DatabaseUnavailableError
    ? reason
    : new DatabaseUnavailableError("The database does not answer", reason);
};

/** An error of a broken connection also rejects its queries, which report it. */
export const ignoreErrors = (client: pg.ClientBase): void => {
  client.on("error", () => {});
};

/**
 * Opens one connection, without a timeout for its statements.
 * @throws DatabaseUnavailableError when nothing answers; PostgreSQL's error when it refuses
 */
export const connectToPostgres = async (
  url: string,
  options: pg.ClientConfig = {},
): Promise<pg.Client> => {
  const client = new pg.Client({ ...connectionConfig(url), ...options });
  ignoreErrors(client);
  try {
    await client.connect();
    return client;
  } catch (reason) {
    throw toDatabaseError(reason);
  }
};

/**
 * Whether PostgreSQL accepts a new connection within a time, or refuses it only because it has too
 * many.
 */
export const isPostgresUp = async (
  url: string,
  connectionTimeoutMillis: number,
): Promise<boolean> => {
  try {
    const client = await connectToPostgres(url, { connectionTimeoutMillis });
    void client.end();
    return true;
  } catch (reason) {
    if (!(reason instanceof DatabaseUnavailableError)) return true;
    return reason.cause instanceof pg.DatabaseError && reason.cause.code === TOO_MANY_CONNECTIONS;
  }
};
