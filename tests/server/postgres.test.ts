import { afterAll, describe, test } from "vitest";
import { suites } from "./suites/suites.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { TestSchool } from "./support/test-school.ts";

const cluster = await startPostgres();

if (cluster) {
  describe("on PostgreSQL", () => {
    for (const suite of suites) {
      suite(async (options) =>
        TestSchool.open({ ...options, databaseUrl: await cluster.createDatabase() }),
      );
    }
    afterAll(() => cluster.stop());
  });
} else {
  test.skip("on PostgreSQL: initdb and pg_ctl are missing or cannot be run here", () => {});
}
