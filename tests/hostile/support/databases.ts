import { afterAll, test } from "vitest";
import { startPostgres } from "../../server/support/postgres-cluster.ts";

/** Set by `npm run test:hostile -- --long`. */
export const isLong = process.env.HOSTILE_LONG === "1";

/** Runs a suite on both databases. Where PostgreSQL is missing, that half counts as skipped. */
export const onBothDatabases = async (
  suite: (name: string, databaseUrl: () => Promise<string | undefined>) => void,
): Promise<void> => {
  suite("SQLite", async () => undefined);
  const cluster = await startPostgres();
  if (cluster) {
    suite("PostgreSQL", () => cluster.createDatabase());
    afterAll(() => cluster.stop());
  } else test.skip("on PostgreSQL: initdb and pg_ctl are missing or cannot be run here", () => {});
};
