import { rm } from "node:fs/promises";
import { afterAll, describe, test } from "vitest";
import { suites } from "./suites/suites.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { openSchools, TestSchool } from "./support/test-school.ts";

const cluster = await startPostgres();

if (cluster) {
  const original = await cluster.createDatabase();
  const prepared = await TestSchool.prepare(original);
  describe("on PostgreSQL", () => {
    const open = openSchools(async (school, options) => {
      const databaseUrl = await cluster.createDatabase(original);
      await school.open({ ...options, databaseUrl }, prepared);
    });
    for (const suite of suites) describe(suite.name, () => suite(open));
    afterAll(async () => {
      await cluster.stop();
      await rm(prepared, { recursive: true });
    });
  });
} else {
  test.skip("on PostgreSQL: initdb and pg_ctl are missing or cannot be run here", () => {});
}
