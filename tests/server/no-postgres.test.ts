import { test } from "vitest";

// The project `postgres` consists of this file alone where PostgreSQL cannot be run.
test.skip("on PostgreSQL: initdb and pg_ctl are missing or cannot be run here", () => {});
