import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, openDatabase } from "../../../src/server/db/open-database.ts";
import { startPostgres } from "../../../tests/server/support/postgres-cluster.ts";
import { type RunningSchool, startSchool } from "../../school/start-school.ts";
import { importDemoSchool } from "../prepared-school.ts";
import { memoryOf, processorTime } from "../process-use.ts";
import type { Figures } from "../report.ts";
import { fillSchool } from "./fill-school.ts";
import type { LoadFigures, LoadJob } from "./job.ts";
import { countWrites, wrongWrites } from "./written.ts";

/** Without `--students`: what one server, and two on one PostgreSQL, have to serve. */
const STUDENTS_ON_SQLITE = 10_000;
const STUDENTS_ON_POSTGRES = 6000;

const SECONDS = 60;
const WARM_UP_SECONDS = 30;

export interface LoadOptions {
  /** Absent: as many as the budgets are for. */
  students?: number;
  /** How long to measure; absent: a minute, and 30 seconds before it. */
  seconds?: number;
}

/** The school as it is by default. The other measurements do without its limits. */
const DEFAULTS = { WRITES_PER_MINUTE: "", REQUESTS_AT_ONCE: "" };

/** Runs the generator in a process of its own. */
const putLoad = async (job: LoadJob): Promise<LoadFigures> => {
  const script = path.join(import.meta.dirname, "generator.ts");
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (piece: string) => {
    said += piece;
  });
  child.stdin.end(JSON.stringify(job));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`The generator ended with ${code}`);
  return JSON.parse(said) as LoadFigures;
};

/** Watches until the end of the block the most memory of one server, in MB of 1,000,000 bytes. */
const watchMemory = (schools: readonly RunningSchool[]) => {
  let memory = 0;
  const look = () => {
    // A server that was killed has none.
    const known = schools.map(({ pid }) => memoryOf(pid)).filter((each) => !Number.isNaN(each));
    memory = Math.max(memory, ...known);
  };
  const timer = setInterval(look, 500);
  return {
    get memory() {
      return memory;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
};

/** The processes of the database; none for SQLite, which runs in the server. */
const databaseProcesses = async ({ read }: Database, isPostgres: boolean): Promise<number[]> => {
  if (!isPostgres) return [];
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(read);
  return rows.map(({ pid }) => pid);
};

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

const describe = (name: string, job: LoadJob, figures: LoadFigures): void => {
  const { calls, writes, perSecond, median, p99, longest, lost, cutOff, refused, kinds } = figures;
  const slowest = Object.entries(kinds)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, time]) => `${kind} ${time.toFixed(0)}`);
  console.log(
    `  ${name}: ${job.students.length} students, ${calls} calls in ${job.seconds} s ` +
      `(${perSecond.toFixed(0)} a second, ${((100 * writes) / calls).toFixed(0)} % writes); ` +
      `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms; ` +
      `lost ${lost}, cut off ${cutOff}, refused ${JSON.stringify(refused)}`,
  );
  console.log(`    99th percentiles in ms: ${slowest.join(", ")}`);
  console.log(`    the generator began its calls ${figures.lateness.toFixed(1)} ms late (p99)`);
};

interface LoadedSchool {
  name: string;
  students: number;
  servers: number;
  seconds?: number;
  /** PostgreSQL; null for SQLite. */
  databaseUrl: string | null;
  /** Whether the last server is killed in the middle, and started again. */
  withKill?: boolean;
}

/** The processor time of each process so far, in milliseconds. */
const timesOf = (pids: readonly number[]): Map<number, number> =>
  new Map(pids.map((pid) => [pid, processorTime(pid)]));

/** The processor time of processes since an earlier look. Those that are new count from 0. */
const timeSince = (before: ReadonlyMap<number, number>, pids: readonly number[]): number =>
  total(pids.map((pid) => processorTime(pid) - (before.get(pid) ?? 0)));

/** Kills the last server as a machine does that loses its power, and starts it again. */
const killLast = async (
  schools: RunningSchool[],
  start: (port: string) => Promise<RunningSchool>,
): Promise<void> => {
  const school = schools.at(-1);
  if (!school) return;
  process.kill(school.pid, "SIGKILL");
  await school.stop();
  schools[schools.length - 1] = await start(new URL(school.url).port);
};

/** Fills a school, starts its servers, and puts the load on them. */
const measureSchool = async (school: LoadedSchool) => {
  const { name, students, servers, databaseUrl, seconds = SECONDS, withKill = false } = school;
  const warmUpSeconds = Math.min(WARM_UP_SECONDS, seconds);
  const settings = { ...DEFAULTS, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  using data = await importDemoSchool(settings);
  const dataDir = data.path;
  const database = await openDatabase(dataDir, databaseUrl);
  const schools: RunningSchool[] = [];
  try {
    const filled = await fillSchool(database, students);
    for (let server = 0; server < servers; server += 1) {
      schools.push(await startSchool({ dataDir, settings }));
    }
    const job: LoadJob = {
      urls: schools.map(({ url }) => url),
      ...filled,
      warmUpSeconds,
      seconds,
    };
    const isPostgres = databaseUrl !== null;
    const pids = schools.map(({ pid }) => pid);
    const writtenBefore = await countWrites(database);
    const before = timesOf([...pids, ...(await databaseProcesses(database, isPostgres))]);
    using watched = watchMemory(schools);
    const putting = putLoad(job);
    if (withKill) {
      await pause((warmUpSeconds + seconds / 2) * 1000);
      await killLast(schools, (port) => startSchool({ dataDir, settings, port }));
    }
    const figures = await putting;
    const inServers = timeSince(
      before,
      schools.map(({ pid }) => pid),
    );
    const inDatabase = timeSince(before, await databaseProcesses(database, isPostgres));
    const wrong = wrongWrites(figures.acknowledged, writtenBefore, await countWrites(database));
    describe(name, job, figures);
    const calls = figures.perSecond * (warmUpSeconds + seconds);
    console.log(
      `    processor time of a call: ${(inServers / calls).toFixed(2)} ms in the servers` +
        (isPostgres ? `, ${(inDatabase / calls).toFixed(2)} ms in PostgreSQL` : "") +
        `; memory of a server at most ${watched.memory.toFixed(0)} MB`,
    );
    return {
      p99: figures.p99,
      memory: watched.memory,
      failed:
        figures.lost +
        (withKill ? 0 : figures.cutOff) +
        total(Object.values(figures.refused)) +
        wrong,
    };
  } finally {
    for (const school of schools) await school.stop();
    await database.close();
  }
};

const onPostgres = async ({
  students = STUDENTS_ON_POSTGRES,
  ...rest
}: LoadOptions): Promise<Figures> => {
  const cluster = await startPostgres({ isDurable: true });
  if (!cluster) {
    console.log("  PostgreSQL is not installed, or cannot be run here");
    return {};
  }
  try {
    const databaseUrl = await cluster.createDatabase();
    const name = "two servers on PostgreSQL";
    const both = { ...rest, students, servers: 2 };
    const { p99, failed } = await measureSchool({ ...both, name, databaseUrl });
    const killed = await measureSchool({
      ...both,
      name: "two servers on PostgreSQL, one of them killed and started again",
      databaseUrl: await cluster.createDatabase(),
      withKill: true,
    });
    return {
      "two servers on PostgreSQL, 99th percentile": p99,
      "calls lost or refused on PostgreSQL": failed,
      "calls lost, refused or done twice around a killed server": killed.failed,
    };
  } finally {
    await cluster.stop();
  }
};

/**
 * Measures a school under the load of students who study: each makes five calls within 30 seconds,
 * and two of five are writes. The calls begin when they are planned, however slow the answers are.
 */
export const measure = async (options: LoadOptions): Promise<Figures> => {
  const sqlite = await measureSchool({
    students: STUDENTS_ON_SQLITE,
    ...options,
    name: "one server on SQLite",
    servers: 1,
    databaseUrl: null,
  });
  return {
    "one server on SQLite, 99th percentile": sqlite.p99,
    "its memory": sqlite.memory,
    "calls lost or refused on SQLite": sqlite.failed,
    ...(await onPostgres(options)),
  };
};
