import { randomUUID } from "node:crypto";
import type { Database } from "../../../src/server/db/open-database.ts";
import type { Figures } from "../report.ts";
import type { VirtualStudent } from "../virtual-students/job.ts";
import { type DeskClient, getJson } from "./desk-calls.ts";
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
  manager: DeskClient,
  database: Database,
  { students, sessions }: { students: readonly number[]; sessions: readonly VirtualStudent[] },
  name: string,
): Promise<Figures> => {
  let isWriting = true;
  const study = async ({ token }: VirtualStudent): Promise<number[]> => {
    const times: number[] = [];
    const client = { ...manager, token };
    for (let call = 0; isWriting; call += 1) {
      const before = performance.now();
      await getJson(client, call % 2 === 0 ? "/user/assignments" : "/products/PM/skeleton");
      times.push(performance.now() - before);
    }
    return times;
  };
  const before = await countNews(database);
  const studying = Promise.all(sessions.slice(0, AT_ONCE).map(study));
  const started = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await fetch(`${manager.url}/api/desk/messages`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${manager.token}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify({ subject: `Week ${round}`, body: "The hall is open.", students }),
    });
    if (answer.status >= 300) throw new Error(`${answer.status}: ${await answer.text()}`);
  }
  const seconds = (performance.now() - started) / 1000;
  isWriting = false;
  const calls = (await studying).flat().toSorted((a, b) => a - b);
  const queued = (await countNews(database)) - before;
  if (queued !== ROUNDS * STUDENTS) throw new Error(`Only ${queued} mails were queued`);
  const slowest = calls.at(-1) ?? Number.NaN;
  const middle = calls[Math.floor(calls.length / 2)] ?? Number.NaN;
  console.log(
    `    ${queued} mails queued in ${seconds.toFixed(2)} s; ${calls.length} calls of students: ` +
      `median ${middle.toFixed(1)} ms, the slowest ${slowest.toFixed(1)} ms`,
  );
  return {
    [`${name}, 10,000 mails are queued`]: seconds,
    [`${name}, a student's slowest call meanwhile`]: slowest,
  };
};
