import { openDatabase } from "../../../src/server/db/open-database.ts";
import { openApi } from "../../school/school-api.ts";
import { type DeskClient, getJson } from "../desk/desk-calls.ts";
import { importDemoSchool, startSecureSchool } from "../prepared-school.ts";
import type { Figures } from "../report.ts";
import { fillSchool } from "../virtual-students/fill-school.ts";

const PEOPLE = 10_000;
const RUNS = 5;
/** Searches as they are typed, each key a call: names in any order, and a mail address. */
const TYPED = ["number 1999", "dana 42", "student-777@load.example", "nobody at all"];
const FILTERS = [
  ...["level=0", "unseen=30", "unseen=never", "ending=this-month", "state=no-password"],
  ...["level", "seen", "registered", "until"].map((sort) => `sort=${sort}&order=descending`),
];

/** Measures each query several times, one after another. @returns all times, the shortest first */
const timesOf = async (client: DeskClient, queries: readonly string[]): Promise<number[]> => {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    for (const query of queries) {
      const before = performance.now();
      await getJson(client, `/staff/people?${query}`);
      times.push(performance.now() - before);
    }
  }
  return times.toSorted((a, b) => a - b);
};

const p99 = (times: readonly number[]): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? Number.NaN;

/** Measures the list of a school with 10,000 people: found by a key, opened, filtered and sorted. */
export const measurePeople = async (databaseUrl: string | null, name: string): Promise<Figures> => {
  const settings: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  await using opened = new AsyncDisposableStack();
  const { path: dataDir } = opened.use(await importDemoSchool(settings));
  const database = await openDatabase(dataDir, databaseUrl);
  opened.defer(() => database.close());
  await fillSchool(database, PEOPLE);
  const school = opened.use(await startSecureSchool({ dataDir, settings }));
  const client = { url: school.url, token: (await openApi(school.url, "admin")).token };
  const keys = TYPED.flatMap((text) =>
    [...text].map((_, at) => `search=${encodeURIComponent(text.slice(0, at + 1))}`),
  );
  // The first calls compile the statements.
  await timesOf(client, ["", ...FILTERS]);
  const { total } = await getJson<{ total: number }>(client, "/staff/people");
  const found = await timesOf(client, keys);
  const listed = await timesOf(client, ["", "limit=200"]);
  const filtered = await timesOf(client, FILTERS);
  console.log(
    `  ${name}: ${total} people; a key ${found[Math.floor(found.length / 2)]?.toFixed(1)} ms in the middle`,
  );
  return {
    [`people are found by a key, p99, on ${name}`]: p99(found),
    [`people are listed, p99, on ${name}`]: p99(listed),
    [`people are filtered or sorted, p99, on ${name}`]: p99(filtered),
  };
};
