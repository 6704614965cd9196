import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, openDatabase } from "../../../src/server/db/open-database.ts";
import { type RunningSchool, startSchool } from "../../school/start-school.ts";
import { importDemoSchool } from "../prepared-school.ts";
import { memoryOf } from "../process-use.ts";
import { SkippedError } from "../report.ts";
import { fillSchool } from "./fill-school.ts";
import { startHaproxy } from "./haproxy.ts";
import type { LoadJob } from "./job.ts";
import { startGenerator } from "./start-generator.ts";

/** The writes that the database has. */
interface Written {
  /** Writes with an `Idempotency-Key`. */
  keyed: number;
  /** Messages, which somebody would see twice. */
  messages: number;
}

const countRows = async ({ read }: Database, table: "repeatable" | "message"): Promise<number> => {
  const { count } = await read
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
};

const countWrites = async (database: Database): Promise<Written> => ({
  keyed: await countRows(database, "repeatable"),
  messages: await countRows(database, "message"),
});

/** How many acknowledged writes the school does not have, and how many messages it has twice. */
const wrongWrites = (
  { complete = 0, session = 0, message = 0 }: Record<string, number>,
  before: Written,
  after: Written,
): number => {
  const forgotten = complete + session + message - (after.keyed - before.keyed);
  const twice = after.messages - before.messages - message;
  return Math.max(0, forgotten) + Math.max(0, twice);
};

/** The school as it is by default. The other measurements do without its limits. */
const DEFAULTS = { WRITES_PER_MINUTE: "", REQUESTS_AT_ONCE: "" };

interface LoadedSchoolOptions {
  calls: LoadJob["calls"];
  students: number;
  servers?: number;
  /** Whether HAProxy stands before the servers. */
  isBalanced?: boolean;
  /** PostgreSQL; absent: SQLite. */
  databaseUrl?: string | null;
  /** For the students who sign in. */
  passwordHash?: string;
  /** Selects the students who make the calls; absent: all. */
  chooses?: (student: LoadJob["students"][number], lessons: LoadJob["lessons"]) => boolean;
}

/** Fills a school, and starts its servers and the generator of their load. */
export const openLoadedSchool = async (options: LoadedSchoolOptions) => {
  const { calls, students, servers = 1, databaseUrl = null, passwordHash } = options;
  const settings = { ...DEFAULTS, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  await using opened = new AsyncDisposableStack();
  const { path: dataDir } = opened.use(await importDemoSchool(settings));
  const database = await openDatabase(dataDir, databaseUrl);
  opened.defer(() => database.close());
  const filled = await fillSchool(database, students, passwordHash);
  const schools: RunningSchool[] = [];
  opened.defer(async () => {
    for (const school of schools) await school.stop();
  });
  for (let server = 0; server < servers; server += 1) {
    schools.push(await startSchool({ dataDir, settings }));
  }
  const { chooses = () => true, isBalanced = false } = options;
  let urls = schools.map(({ url }) => url);
  if (isBalanced) {
    const front = await startHaproxy(urls);
    if (!front) throw new SkippedError("HAProxy is not installed");
    opened.use(front);
    urls = [front.url];
  }
  const generator = opened.use(
    startGenerator({
      ...filled,
      urls,
      calls,
      students: filled.students.filter((student) => chooses(student, filled.lessons)),
    }),
  );
  let writtenBefore = await countWrites(database);
  const all = opened.move();
  return {
    generator,
    serverPids: () => schools.map(({ pid }) => pid),
    /** The processes of the database; none for SQLite, which runs in the server. */
    async databasePids(): Promise<number[]> {
      if (!databaseUrl) return [];
      const asked = sql<{ pid: number }>`select pid from pg_stat_activity`.execute(database.read);
      return (await asked).rows.map(({ pid }) => pid);
    },
    /** The memory of the largest server, in MB. */
    memory: () => Math.max(...schools.map(({ pid }) => memoryOf(pid))),
    /** Kills the last server as a machine does that loses its power, and starts it again later. */
    async killLast(downMs: number): Promise<void> {
      const school = schools.at(-1);
      if (!school) return;
      process.kill(school.pid, "SIGKILL");
      await school.stop();
      await pause(downMs);
      const { port } = new URL(school.url);
      schools[schools.length - 1] = await startSchool({ dataDir, settings, port });
    },
    /**
     * Prints what went wrong since the last look, and counts it.
     * @param mayBreak whether connections may break: a server was killed
     */
    async countMistakes(mayBreak = false): Promise<number> {
      const { lost, cutOff, unexpected, acknowledged } = generator.takeSums();
      const written = await countWrites(database);
      const wrong = wrongWrites(acknowledged, writtenBefore, written);
      writtenBefore = written;
      console.log(
        `    lost ${lost}, cut off ${cutOff}, otherwise refused ${JSON.stringify(unexpected)}, ` +
          `writes forgotten or done twice ${wrong}`,
      );
      const refused = Object.values(unexpected).reduce((sum, count) => sum + count, 0);
      return lost + refused + wrong + (mayBreak ? 0 : cutOff);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
};

export type LoadedSchool = Awaited<ReturnType<typeof openLoadedSchool>>;
