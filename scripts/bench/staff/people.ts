import { openDatabase } from "../../../src/server/db/open-database.ts";
import { startPostgres } from "../../../tests/server/support/postgres-cluster.ts";
import { openApi, type RunningSchool } from "../../school/start-school.ts";
import { type DeskClient, getJson } from "../desk/desk-calls.ts";
import { importDemoSchool, startSecureSchool } from "../prepared-school.ts";
import { memoryOf } from "../process-use.ts";
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

/** How long a student's calls are measured without an import. */
const QUIET_MS = 10_000;
const PAUSE_MS = 20;
/** So many students call at once, each for reads and every fourth time for a write. */
const STUDENTS = 4;
const ASK_MS = 100;

const table = (): string => {
  const lines = Array.from(
    { length: PEOPLE },
    (_, at) => `p${at},p${at}@bench.example,Vor${at},Müller${at},PMB,2026-01-15,2027-01-15`,
  );
  return ["username,email,first name,last name,courses,from,until", ...lines].join("\n");
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;

/** Sends a student's reads and writes one after another until it is told to stop. */
const study = (url: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const times: number[] = [];
  let isOver = false;
  const run = async () => {
    for (let count = 0; !isOver; count += 1) {
      const began = performance.now();
      const answer =
        count % 4 === 0
          ? await fetch(`${url}/api/user/notes/101`, {
              ...{ method: "PUT", headers },
              body: JSON.stringify({ text: `Note ${count}` }),
            })
          : await fetch(`${url}/api/user/courses`, { headers });
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      await pause(PAUSE_MS);
    }
  };
  const running = Promise.all(Array.from({ length: STUDENTS }, run));
  // An error is told where the times are asked for.
  running.catch(() => undefined);
  return async () => {
    isOver = true;
    await running;
    return times;
  };
};

const measureSchool = async (school: RunningSchool, database: string): Promise<Figures> => {
  const { url, pid } = school;
  const { token } = await openApi(url, "admin");
  const student = (await openApi(url, "student")).token;
  const api = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers };
    const answer = await fetch(`${url}/api${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
  const post = (path: string, json: object) =>
    api(path, {
      method: "POST",
      body: JSON.stringify(json),
      headers: { "content-type": "application/json" },
    });
  let memory = memoryOf(pid);
  const before = memory;
  const untilDone = async (id: number): Promise<number> => {
    const began = performance.now();
    for (;;) {
      memory = Math.max(memory, memoryOf(pid));
      const { job } = await api(`/staff/jobs/${id}`);
      if (job.state === "done") return (performance.now() - began) / 1000;
      if (job.ended !== null) throw new Error(`The job has ended as ${job.state}: ${job.problem}`);
      await pause(ASK_MS);
    }
  };
  const quiet = study(url, student);
  await pause(QUIET_MS);
  const alone = await quiet();
  const busy = study(url, student);
  const form = new FormData();
  form.append("file", new File([table()], "people.csv"));
  const check = (await api("/staff/imports", { method: "POST", body: form })).id;
  const checked = await untilDone(check);
  const order = { rows: "all", invite: true, language: "en" };
  const imported = await untilDone((await post(`/staff/imports/${check}/run`, order)).id);
  const meanwhile = await busy();
  const [p99, p99Alone] = [percentile(meanwhile, 0.99), percentile(alone, 0.99)];
  console.log(
    `    ${PEOPLE} people on ${database}: checked in ${checked.toFixed(1)} s, imported in ${imported.toFixed(1)} s; a student's calls at p99 ${p99.toFixed(0)} ms, ${p99Alone.toFixed(0)} ms without; the longest ${Math.max(...meanwhile).toFixed(0)} ms; ${(memory - before).toFixed(0)} MB more`,
  );
  return {
    [`10,000 people checked on ${database}, s`]: checked,
    [`10,000 people imported on ${database}, s`]: imported,
    [`memory of that on ${database}, MB more`]: memory - before,
    [`students' p99 meanwhile on ${database}, times`]: p99 / p99Alone,
  };
};

const measureDatabase = async (databaseUrl: string | null, name: string): Promise<Figures> => {
  const settings: Record<string, string> = {
    WRITES_PER_MINUTE: "0",
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  await using opened = new AsyncDisposableStack();
  const { path: dataDir } = opened.use(await importDemoSchool(settings));
  return await measureSchool(opened.use(await startSecureSchool({ dataDir, settings })), name);
};

/** Measures the check and the import of 10,000 people, and what students notice of it. */
export const measureImportParts = async (): Promise<Figures> => {
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
