import type { Database } from "../../../src/server/db/open-database.ts";

/** The writes that the database has. */
export interface Written {
  /** Writes with an `Idempotency-Key`. */
  keyed: number;
  /** Messages, which somebody would see twice. */
  messages: number;
}

const countRows = async ({ read }: Database, table: "repeatable" | "message"): Promise<number> => {
  const { count } = await read
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};

export const countWrites = async (database: Database): Promise<Written> => ({
  keyed: await countRows(database, "repeatable"),
  messages: await countRows(database, "message"),
});

/** How many acknowledged writes the school does not have, and how many messages it has twice. */
export const wrongWrites = (
  { complete = 0, session = 0, message = 0 }: Record<string, number>,
  before: Written,
  after: Written,
): number => {
  const forgotten = complete + session + message - (after.keyed - before.keyed);
  const twice = after.messages - before.messages - message;
  return Math.max(0, forgotten) + Math.max(0, twice);
};
