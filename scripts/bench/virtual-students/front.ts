import type { Figures } from "../report.ts";
import type { LoadOptions } from "./phases.ts";
import { measure as measurePostgres } from "./postgres.ts";
import { measure as measureSqlite } from "./sqlite.ts";

/** Measures the same schools behind HAProxy, as `resources/deploy` ships it. */
export const measure = async (options: LoadOptions): Promise<Figures> => ({
  ...(await measureSqlite({ ...options, isBalanced: true })),
  ...(await measurePostgres({ ...options, isBalanced: true })),
});
