import { openDatabase } from "../../../src/server/db/open-database.ts";
import { startPostgres } from "../../../tests/server/support/postgres-cluster.ts";
import { openApi } from "../../school/school-api.ts";
import { importDemoSchool, startSecureSchool } from "../prepared-school.ts";
import type { Figures } from "../report.ts";
import { fillYears } from "./fill-years.ts";
import { measureReports } from "./report-calls.ts";

const measureDatabase = async (databaseUrl: string | null, name: string): Promise<Figures> => {
  const settings: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  await using opened = new AsyncDisposableStack();
  const { path: dataDir } = opened.use(await importDemoSchool(settings));
  const database = await openDatabase(dataDir, databaseUrl);
  opened.defer(() => database.close());
  await fillYears(database);
  const school = opened.use(await startSecureSchool({ dataDir, settings }));
  const client = async (person: string) => ({
    url: school.url,
    token: (await openApi(school.url, person)).token,
  });
  return await measureReports(await client("admin"), await client("student"), name);
};

/** Measures the reports of a school with 3,000 students over five years. */
export const measureReportParts = async (): Promise<Figures> => {
  const figures = await measureDatabase(null, "SQLite");
  const cluster = await startPostgres({ isDurable: true });
  if (!cluster) {
    console.log("  PostgreSQL is not installed, or cannot be run here");
    return figures;
  }
  try {
    return { ...figures, ...(await measureDatabase(await cluster.createDatabase(), "PostgreSQL")) };
  } finally {
    await cluster.stop();
  }
};
