import type { Kysely } from "kysely";

/**
 * Gives sessions and licences a name that opens nothing, for the tickets in addresses. A row of an earlier
 * version gets one with its first ticket.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  for (const table of ["token", "activation"]) {
    await schema.alterTable(table).addColumn("handle", "text").execute();
    await schema.createIndex(`${table}_handle`).unique().on(table).column("handle").execute();
  }
};
