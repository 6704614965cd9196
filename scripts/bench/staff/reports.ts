import type { SchoolApi } from "../../school/start-school.ts";
import { openFilledSchool } from "../prepared-school.ts";
import { type Figures, median } from "../report.ts";
import { repeat, timeOf } from "../stopwatch.ts";
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
  ...["/desk/counts", "/staff/changes", "/staff/content"],
];
const YEAR_MS = 365 * 86_400_000;

/** How long a student's calls take while some work is done, the longest; at least one is made. */
const longestMeanwhile = async (student: SchoolApi, work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let longest = 0;
  do {
    longest = Math.max(longest, await timeOf(() => student.get("/user/progress")));
  } while (!isDone);
  await done;
  return longest;
};

/**
 * Measures for each call of staff how much longer a student's call takes at its side than alone: the median of
 * several. @returns the most of all
 */
const measureHoldUps = async (
  manager: SchoolApi,
  student: SchoolApi,
  paths: readonly string[],
): Promise<number> => {
  const several = async (work: () => Promise<unknown>): Promise<number> =>
    median(await repeat(RUNS, () => longestMeanwhile(student, work())));
  const alone = await several(async () => {});
  const held = new Map<string, number>();
  for (const path of paths) {
    held.set(path, (await several(() => manager.get(path))) - alone);
  }
  const most = [...held].toSorted(([, a], [, b]) => b - a);
  const shown = most.slice(0, 5).map(([path, time]) => `${path} ${time.toFixed(0)}`);
  console.log(
    `    a student's call takes ${alone.toFixed(1)} ms, and most of all longer by: ${shown.join(", ")}`,
  );
  return most[0]?.[1] ?? Number.NaN;
};

/**
 * Measures each report over five years for a whole school with 3,000 students, and how long a student's
 * call takes while reports are made.
 */
export const measureReports = async (
  databaseUrl: string | null,
  database: string,
): Promise<Figures> => {
  await using school = await openFilledSchool(databaseUrl, fillYears);
  const manager = await school.signIn("admin");
  const student = await school.signIn("student");
  const from = new Date(Date.now() - 5 * YEAR_MS).toISOString().slice(0, 10);
  const reportPath = (name: string) => `/staff/reports/${name}?from=${from}`;
  const ask = (name: string) => manager.get(reportPath(name));
  const times = new Map<string, number>();
  for (const name of REPORTS) {
    times.set(name, median(await repeat(RUNS, () => timeOf(() => ask(name)))));
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
