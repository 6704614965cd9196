import { afterAll, describe } from "vitest";
import { testFirstStart } from "./support/first-start.ts";
import { startPostgres } from "./support/postgres-cluster.ts";

const cluster = await startPostgres();
afterAll(() => cluster?.stop());

describe.skipIf(!cluster)("on PostgreSQL", () =>
  testFirstStart(async () => cluster?.createDatabase()),
);
