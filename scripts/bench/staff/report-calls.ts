import { type DeskClient, getJson } from "../desk/desk-calls.ts";
import { median } from "../median.ts";
import type { Figures } from "../report.ts";

const RUNS = 5;
const REPORTS = ["weeks", "stops", "waits", "ends"];
const YEAR_MS = 365 * 86_400_000;

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now();
  await work();
  return performance.now() - before;
};

/**
 * Measures each report over five years for the whole school, and how long a student's call takes while
 * reports are made.
 */
export const measureReports = async (
  manager: DeskClient,
  student: DeskClient,
  database: string,
): Promise<Figures> => {
  const from = new Date(Date.now() - 5 * YEAR_MS).toISOString().slice(0, 10);
  const ask = (name: string) => getJson(manager, `/staff/reports/${name}?from=${from}`);
  const times = new Map<string, number>();
  for (const name of REPORTS) {
    const runs: number[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await timeOf(() => ask(name)));
    times.set(name, median(runs));
  }
  let isDone = false;
  const reports = Promise.all(REPORTS.map(ask)).finally(() => {
    isDone = true;
  });
  const meanwhile: number[] = [];
  while (!isDone) meanwhile.push(await timeOf(() => getJson(student, "/user/progress")));
  await reports;
  const shown = [...times].map(([name, time]) => `${name} ${time.toFixed(0)}`);
  console.log(`    reports on ${database}, ms: ${shown.join(", ")}`);
  return {
    [`a report over five years, the longest, on ${database}, ms`]: Math.max(...times.values()),
    [`a student's call while reports are made, the longest, on ${database}, ms`]: Math.max(
      ...meanwhile,
    ),
  };
};
