import type { Database } from "../../../src/server/db/open-database.ts";
import { apiOf, type SchoolApi } from "../../school/start-school.ts";
import { type Figures, median } from "../report.ts";
import { repeat, timeOf } from "../stopwatch.ts";
import type { VirtualStudent } from "../virtual-students/job.ts";
import { STUDENTS } from "./fill-desk.ts";

const ROUNDS = 5;
/** Students who study meanwhile, each with one call at a time. */
const AT_ONCE = 4;

const countNews = async ({ read }: Database): Promise<number> => {
  const { count } = await read
    .selectFrom("news")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("kind", "=", "message")
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Writes to all students five times, while others study. Each message is a mail that is queued. */
export const measureMessages = async (
  manager: SchoolApi,
  database: Database,
  { students, sessions }: { students: readonly number[]; sessions: readonly VirtualStudent[] },
  name: string,
): Promise<Figures> => {
  let isWriting = true;
  const study = async ({ token }: VirtualStudent): Promise<number[]> => {
    const times: number[] = [];
    const { get } = apiOf(manager.url, token);
    for (let call = 0; isWriting; call += 1) {
      const path = call % 2 === 0 ? "/user/assignments" : "/products/PM/skeleton";
      times.push(await timeOf(() => get(path)));
    }
    return times;
  };
  const before = await countNews(database);
  const studying = Promise.all(sessions.slice(0, AT_ONCE).map(study));
  const writeToAll = (round: number) => {
    const message = { subject: `Week ${round}`, body: "The hall is open.", students };
    return manager.send("POST", "/desk/messages", message);
  };
  const seconds = (await timeOf(() => repeat(ROUNDS, writeToAll))) / 1000;
  isWriting = false;
  const calls = (await studying).flat();
  const queued = (await countNews(database)) - before;
  if (queued !== ROUNDS * STUDENTS) throw new Error(`Only ${queued} mails were queued`);
  const slowest = Math.max(...calls);
  console.log(
    `    ${queued} mails queued in ${seconds.toFixed(2)} s; ${calls.length} calls of students: ` +
      `median ${median(calls).toFixed(1)} ms, the slowest ${slowest.toFixed(1)} ms`,
  );
  return {
    [`${name}, 10,000 mails are queued`]: seconds,
    [`${name}, a student's slowest call meanwhile`]: slowest,
  };
};
