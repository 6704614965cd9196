import type { Client } from "pg";
import { DatabaseUnavailableError } from "../db/database-unavailable.ts";

const INT8 = 20;
/** The class and code of an answer of PostgreSQL, as in `28P01`. */
const SQL_STATE = /^[\dA-Z]{5}$/;

/**
 * Opens one connection, which may take any time for its statements.
 * @throws DatabaseUnavailableError when nothing answers; PostgreSQL's error when it refuses
 */
export const connectToPostgres = async (url: string): Promise<Client> => {
  const { default: pg } = await import("pg");
  const client = new pg.Client({
    connectionString: url,
    types: {
      // Counts and milliseconds fit a number exactly.
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
    } as typeof pg.types,
  });
  // A broken connection also rejects the next query, which reports it.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (reason) {
    const isAnswer = reason instanceof pg.DatabaseError && SQL_STATE.test(reason.code ?? "");
    if (isAnswer) throw reason;
    throw new DatabaseUnavailableError("The database does not answer", reason);
  }
};
