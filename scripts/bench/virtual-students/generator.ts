import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { LoadFigures, LoadJob } from "./job.ts";
import { Line, UNREACHABLE } from "./line.ts";
import { Servers } from "./servers.ts";
import { StudentCalls } from "./student-calls.ts";

/** The number of calls that each student makes in each window, at random moments. */
const CALLS = 5;
const WINDOW_MS = 30_000;
/** How often the generator looks for calls that are due. */
const TICK_MS = 2;
/** After this time a call counts as lost. */
const LAST_ANSWERS_TIMEOUT_MS = 30_000;

/** Numbers from 0 to 1 that are the same in each run. */
const randomNumbers = (): (() => number) => {
  let state = 20_261_122;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** The planned calls, in order: the millisecond of each, and the number of its student. */
const plan = (students: number, milliseconds: number): { at: number; student: number }[] => {
  const random = randomNumbers();
  const calls: { at: number; student: number }[] = [];
  for (let from = 0; from < milliseconds; from += WINDOW_MS) {
    for (let call = 0; call < students * CALLS; call += 1) {
      const at = from + random() * WINDOW_MS;
      if (at < milliseconds) calls.push({ at, student: call % students });
    }
  }
  return calls.sort((a, b) => a.at - b.at);
};

const etagOf = async (job: LoadJob): Promise<string> => {
  const response = await fetch(`${job.urls[0]}/api/products/${job.product}/skeleton`, {
    headers: { authorization: `Bearer ${job.students[0]?.token}` },
  });
  if (!response.ok) throw new Error(`The skeleton was answered ${response.status}`);
  await response.arrayBuffer();
  return response.headers.get("etag") ?? "";
};

/** The students' connections and calls. Each connects for its first call. */
const openStudents = async (job: LoadJob, servers: Servers) => {
  const { urls } = servers;
  const etag = await etagOf(job);
  return job.students.map((student, number) => {
    const home = number % urls.length;
    return {
      line: new Line(servers, home),
      calls: new StudentCalls(job, student, urls[home]?.host ?? "", etag, number),
    };
  });
};

const share = (sorted: Float64Array, part: number): number =>
  sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;

const p99Of = (times: readonly number[]): number => share(Float64Array.from(times).sort(), 0.99);

const run = async (job: LoadJob): Promise<LoadFigures> => {
  const servers = new Servers(job.urls);
  const students = await openStudents(job, servers);
  servers.watch();
  const from = job.warmUpSeconds * 1000;
  const until = from + job.seconds * 1000;
  const planned = plan(students.length, until);
  const kinds = new Map<string, number[]>();
  const lateness: number[] = [];
  const refused: Record<string, number> = {};
  const acknowledged: Record<string, number> = {};
  let writes = 0;
  let underWay = 0;
  let lost = 0;
  let sent = 0;
  const started = performance.now() + TICK_MS;

  const begin = (at: number, number: number): void => {
    const student = students[number];
    if (!student) return;
    const { kind, isWrite, request, expected } = student.calls.next();
    const isMeasured = at >= from;
    if (isMeasured) lateness.push(performance.now() - started - at);
    if (isMeasured && isWrite) writes += 1;
    underWay += 1;
    student.line.send(request, (status) => {
      underWay -= 1;
      if (status === UNREACHABLE) lost += 1;
      else if (!expected.includes(status)) {
        refused[`${kind} ${status}`] = (refused[`${kind} ${status}`] ?? 0) + 1;
      } else if (isWrite) acknowledged[kind] = (acknowledged[kind] ?? 0) + 1;
      if (!isMeasured) return;
      const times = kinds.get(kind) ?? [];
      if (times.length === 0) kinds.set(kind, times);
      times.push(performance.now() - started - at);
    });
  };

  while (sent < planned.length) {
    const now = performance.now() - started;
    for (; sent < planned.length && (planned[sent]?.at ?? 0) <= now; sent += 1) {
      const { at, student } = planned[sent] as (typeof planned)[number];
      begin(at, student);
    }
    await pause(TICK_MS);
  }
  const deadline = performance.now() + LAST_ANSWERS_TIMEOUT_MS;
  while (underWay > 0 && performance.now() < deadline) await pause(10);
  lost += underWay;
  for (const { line } of students) line.close();
  servers.close();

  const times = Float64Array.from([...kinds.values()].flat()).sort();
  return {
    calls: times.length,
    writes,
    perSecond: times.length / job.seconds,
    median: share(times, 0.5),
    p99: share(times, 0.99),
    longest: share(times, 1),
    kinds: Object.fromEntries([...kinds].map(([kind, of]) => [kind, p99Of(of)])),
    lost,
    cutOff: students.reduce((sum, { line }) => sum + line.cutOff, 0),
    refused,
    acknowledged,
    lateness: p99Of(lateness),
  };
};

// The tokens of ten thousand students are too long for an argument.
process.stdin.setEncoding("utf8");
let text = "";
process.stdin.on("data", (piece: string) => {
  text += piece;
});
await once(process.stdin, "end");
console.log(JSON.stringify(await run(JSON.parse(text) as LoadJob)));
process.exit(0);
