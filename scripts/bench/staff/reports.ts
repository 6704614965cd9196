import { openDatabase } from "../../../src/server/db/open-database.ts";
import { startPostgres } from "../../../tests/server/support/postgres-cluster.ts";
import { openApi } from "../../school/start-school.ts";
import { type DeskClient, getJson } from "../desk/desk-calls.ts";
import { importDemoSchool, startSecureSchool } from "../prepared-school.ts";
import { type Figures, median } from "../report.ts";
import { fillYears } from "./fill-years.ts";

const RUNS = 5;
const REPORTS = ["weeks", "stops", "waits", "ends"];
/** What else staff ask for. */
const OTHERS = [
  ...["show=waiting", "show=all", "show=answered", "show=mine", "show=all&kind=message"].map(
    (query) => `/desk/queue?${query}`,
  ),
  ...["", "search=number%2019", "filter=stuck", "filter=ending", "filter=waiting"].map(
    (query) => `/desk/students?${query}`,
  ),
  ...["seen", "week", "waiting", "until"].map((sort) => `/desk/students?sort=${sort}`),
  ...["", "search=number%2019", "unseen=30", "sort=seen&order=descending", "sort=until"].map(
    (query) => `/staff/people?${query}`,
  ),
  ...["/desk/counts", "/staff/changes", "/staff/jobs", "/staff/content"],
];
const YEAR_MS = 365 * 86_400_000;

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};

/** How long a student's calls take while some work is done, the longest; at least one is made. */
const longestMeanwhile = async (student: DeskClient, work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let longest = 0;
  do {
    longest = Math.max(longest, await timeOf(() => getJson(student, "/user/progress")));
  } while (!isDone);
  await done;
  return longest;
};

/**
 * Measures for each call of staff how much longer a student's call takes at its side than alone: the median of
 * several. @returns the most of all
 */
const measureHoldUps = async (
  manager: DeskClient,
  student: DeskClient,
  paths: readonly string[],
): Promise<number> => {
  const several = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run += 1) times.push(await longestMeanwhile(student, work()));
    return median(times);
  };
  const alone = await several(async () => {});
  const held = new Map<string, number>();
  for (const path of paths) {
    held.set(path, (await several(() => getJson(manager, path))) - alone);
  }
  const most = [...held].toSorted(([, a], [, b]) => b - a);
  const shown = most.slice(0, 5).map(([path, time]) => `${path} ${time.toFixed(0)}`);
  console.log(
    `    a student's call takes ${alone.toFixed(1)} ms, and most of all longer by: ${shown.join(", ")}`,
  );
  return most[0]?.[1] ?? Number.NaN;
};

/**
 * Measures each report over five years for the whole school, and how long a student's call takes while
 * reports are made.
 */
const measureReports = async (
  manager: DeskClient,
  student: DeskClient,
  database: string,
): Promise<Figures> => {
  const from = new Date(Date.now() - 5 * YEAR_MS).toISOString().slice(0, 10);
  const reportPath = (name: string) => `/staff/reports/${name}?from=${from}`;
  const ask = (name: string) => getJson(manager, reportPath(name));
  const times = new Map<string, number>();
  for (const name of REPORTS) {
    const runs: number[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await timeOf(() => ask(name)));
    times.set(name, median(runs));
  }
  const meanwhile = await longestMeanwhile(student, Promise.all(REPORTS.map(ask)));
  const held = await measureHoldUps(manager, student, [...REPORTS.map(reportPath), ...OTHERS]);
  const shown = [...times].map(([name, time]) => `${name} ${time.toFixed(0)}`);
  console.log(`    reports on ${database}, ms: ${shown.join(", ")}`);
  return {
    [`a report over five years, the longest, on ${database}, ms`]: Math.max(...times.values()),
    [`a student's call while reports are made, the longest, on ${database}, ms`]: meanwhile,
    [`a call of staff holds up a student's, at most, on ${database}, ms`]: held,
  };
};

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
