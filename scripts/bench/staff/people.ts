import { setTimeout as pause } from "node:timers/promises";
import type { SchoolApi } from "../../school/start-school.ts";
import { openFilledSchool } from "../prepared-school.ts";
import { memoryOf } from "../process-use.ts";
import { type Figures, median, percentile } from "../report.ts";
import { repeat, timeOf } from "../stopwatch.ts";
import { fillSchool } from "../virtual-students/fill-school.ts";
import { untilDone } from "./change.ts";

const PEOPLE = 10_000;
const RUNS = 5;
/** Searches as they are typed, each key a call: names in any order, and a mail address. */
const TYPED = ["number 1999", "dana 42", "student-777@load.example", "nobody at all"];
const FILTERS = [
  ...["level=0", "unseen=30", "unseen=never", "ending=this-month", "state=no-password"],
  ...["level", "seen", "registered", "until"].map((sort) => `sort=${sort}&order=descending`),
];

/** Measures each query several times, one after another. */
const timesOf = async ({ get }: SchoolApi, queries: readonly string[]): Promise<number[]> => {
  const times = await repeat(RUNS, () =>
    repeat(queries.length, (at) => timeOf(() => get(`/staff/people?${queries[at]}`))),
  );
  return times.flat();
};

const p99 = (times: readonly number[]): number => percentile(times, 0.99);

/** Measures the list of a school with 10,000 people: found by a key, opened, filtered and sorted. */
export const measurePeople = async (databaseUrl: string | null, name: string): Promise<Figures> => {
  await using school = await openFilledSchool(databaseUrl, (database) =>
    fillSchool(database, PEOPLE),
  );
  const client = await school.signIn("admin");
  const keys = TYPED.flatMap((text) =>
    [...text].map((_, at) => `search=${encodeURIComponent(text.slice(0, at + 1))}`),
  );
  // The first calls compile the statements.
  await timesOf(client, ["", ...FILTERS]);
  const { total } = await client.get<{ total: number }>("/staff/people");
  const found = await timesOf(client, keys);
  const listed = await timesOf(client, ["", "limit=200"]);
  const filtered = await timesOf(client, FILTERS);
  console.log(`  ${name}: ${total} people; a key ${median(found).toFixed(1)} ms in the middle`);
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

const table = (): string => {
  const lines = Array.from(
    { length: PEOPLE },
    (_, at) => `p${at},p${at}@bench.example,Vor${at},Müller${at},PMB,2026-01-15,2027-01-15`,
  );
  return ["username,email,first name,last name,courses,from,until", ...lines].join("\n");
};

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

/** Measures the check and the import of 10,000 people, and what students notice of it. */
export const measureImport = async (
  databaseUrl: string | null,
  database: string,
): Promise<Figures> => {
  await using school = await openFilledSchool(databaseUrl, async () => {});
  const { url, pid } = school;
  const api = await school.signIn("admin");
  const { token: student } = await school.signIn("student");
  const before = memoryOf(pid);
  let memory = before;
  /** Orders a job, and waits for its end. @returns its id, and the seconds until then */
  const work = async (path: string, order: object) => {
    const { id } = await api.send<{ id: number }>("POST", path, order);
    const done = () =>
      untilDone(api, id, () => {
        memory = Math.max(memory, memoryOf(pid));
      });
    return { id, seconds: (await timeOf(done)) / 1000 };
  };
  const quiet = study(url, student);
  await pause(QUIET_MS);
  const alone = await quiet();
  const busy = study(url, student);
  const form = new FormData();
  form.append("file", new File([table()], "people.csv"));
  const { id, seconds: checked } = await work("/staff/imports", form);
  const order = { rows: "all", invite: true, language: "en" };
  const { seconds: imported } = await work(`/staff/imports/${id}/run`, order);
  const meanwhile = await busy();
  const [during, without] = [p99(meanwhile), p99(alone)];
  console.log(
    `    ${PEOPLE} people on ${database}: checked in ${checked.toFixed(1)} s, imported in ${imported.toFixed(1)} s; a student's calls at p99 ${during.toFixed(0)} ms, ${without.toFixed(0)} ms without; the longest ${Math.max(...meanwhile).toFixed(0)} ms; ${(memory - before).toFixed(0)} MB more`,
  );
  return {
    [`10,000 people checked on ${database}, s`]: checked,
    [`10,000 people imported on ${database}, s`]: imported,
    [`memory of that on ${database}, MB more`]: memory - before,
    [`students' p99 meanwhile on ${database}, times`]: during / without,
  };
};
