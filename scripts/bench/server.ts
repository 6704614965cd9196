import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { costOf, putLoad } from "./load.ts";
import { median } from "./median.ts";
import { importDemoSchool } from "./prepared-school.ts";
import { memoryOf } from "./process-use.ts";
import type { Figures } from "./report.ts";

/** Gets an answer's ETag and its compressed size, which `fetch` would hide. */
const asSent = async (url: string, headers: Record<string, string>) => {
  const [answer] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).byteLength;
  return { etag: answer.headers.etag ?? "", bytes };
};

/** Starts the baseline in a process of its own. @param bytes of its larger answer */
const startBareRoute = async (bytes: number) => {
  const script = path.join(import.meta.dirname, "bare-route.ts");
  const child = spawn(process.execPath, [script, String(bytes)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { value: url } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  if (!url) throw new Error("The bare route did not start.");
  return { url, pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill() };
};

const ROUNDS = 3;

/** Time for the garbage of the start to be collected, before memory is measured. */
const IDLE_MS = 5000;

/** Measures the school's server under 50 connections. */
export const measure = async (): Promise<Figures> => {
  // A normal start is measured, which imports nothing.
  using data = await importDemoSchool();
  await using school = await startSchool({ dataDir: data.path });
  await pause(IDLE_MS);
  const memory = memoryOf(school.pid);

  const api = await openApi(school.url, "admin");
  const headers = { authorization: `Bearer ${api.token}`, "accept-encoding": "br" };
  const skeletonUrl = `${school.url}/api/products/PM/skeleton`;
  const { etag, bytes } = await asSent(skeletonUrl, headers);
  using bare = await startBareRoute(bytes);
  const course = await readCourse(api, "PM", "PMB");
  const lessons = course.entries.flatMap((entry) => entry.lessons.map(({ id }) => id));

  const unchanged = { ...headers, "if-none-match": etag };
  const rounds: { bare: number; asLarge: number; whole: number; unchanged: number }[] = [];
  // Processor time, because the generator of the load reaches its limit before a server does.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const costs = {
      bare: await costOf(bare.pid, { url: `${bare.url}/`, status: 200 }),
      asLarge: await costOf(bare.pid, { url: `${bare.url}/as-large`, status: 200 }),
      whole: await costOf(school.pid, { url: skeletonUrl, headers, status: 200 }),
      unchanged: await costOf(school.pid, { url: skeletonUrl, headers: unchanged, status: 304 }),
    };
    // The first round is a warm-up.
    if (round > 0) rounds.push(costs);
  }
  let turn = 0;
  const complete = () => {
    turn += 1;
    return {
      method: "PUT" as const,
      path: `/api/user/progress/${lessons[turn % lessons.length]}/complete`,
      headers: { "content-type": "application/json", "idempotency-key": randomUUID() },
      body: JSON.stringify({ package_id: 1 }),
    };
  };
  const writing = { url: school.url, headers, status: 200, next: complete };
  await putLoad(writing);
  const writes = await putLoad(writing);
  await pause(IDLE_MS);
  const middle = (name: keyof (typeof rounds)[number]) =>
    `${Math.round(1000 * median(rounds.map((round) => round[name])))} µs`;
  console.log(
    `  processor time: bare route ${middle("bare")}, as large ${middle("asLarge")}, skeleton 200 ${middle("whole")}, ` +
      `304 ${middle("unchanged")}; progress writes a second ${writes.perSecond}; memory after the load ` +
      `${Math.round(memoryOf(school.pid))} MB`,
  );
  return {
    "skeleton, 200, against a bare Hono route as large": median(
      rounds.map((round) => round.asLarge / round.whole),
    ),
    "skeleton, 304, against a bare Hono route": median(
      rounds.map((round) => round.bare / round.unchanged),
    ),
    "progress writes, 99th percentile": writes.p99,
    "idle memory": memory,
  };
};
