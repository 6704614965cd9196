import { afterAll, test } from "vitest";
import { startPostgres } from "../server/support/postgres-cluster.ts";
import { fuzz } from "./suites/fuzz.ts";

const cluster = await startPostgres();
if (cluster) {
  fuzz("PostgreSQL", () => cluster.createDatabase());
  afterAll(() => cluster.stop());
} else test.skip("on PostgreSQL: initdb and pg_ctl are missing or cannot be run here", () => {});
