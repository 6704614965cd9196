import { startPostgres } from "../../../tests/server/support/postgres-cluster.ts";
import type { Figures } from "../report.ts";
import { measureChange } from "./change.ts";
import { measureContent } from "./content.ts";
import { measureImportParts, measurePeople } from "./people.ts";
import { measureReportParts } from "./reports.ts";

/** Measures people on PostgreSQL, where it can be run. */
const measureOnPostgres = async (): Promise<Figures> => {
  const cluster = await startPostgres({ isDurable: true });
  if (!cluster) {
    console.log("  PostgreSQL is not installed, or cannot be run here");
    return {};
  }
  try {
    return await measurePeople(await cluster.createDatabase(), "PostgreSQL");
  } finally {
    await cluster.stop();
  }
};

/** Measures the staff's desk. Each part opens a school of its own. */
export const measure = async (): Promise<Figures> => ({
  ...(await measurePeople(null, "SQLite")),
  ...(await measureOnPostgres()),
  ...(await measureReportParts()),
  ...(await measureImportParts()),
  ...(await measureContent()),
  ...(await measureChange()),
});
