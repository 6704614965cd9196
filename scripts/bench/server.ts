import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { costOf } from "./load.ts";
import { median } from "./median.ts";
import { importDemoSchool } from "./prepared-school.ts";
import { memoryOf } from "./process-use.ts";
import type { Figures } from "./report.ts";
import { startBareRoute } from "./start-bare-route.ts";

/** Gets an answer's ETag and its compressed size, which `fetch` would hide. */
const asSent = async (url: string, headers: Record<string, string>) => {
  const [answer] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).byteLength;
  return { etag: answer.headers.etag ?? "", bytes };
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
  await using bare = await startBareRoute(bytes);
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
  const middle = (name: keyof (typeof rounds)[number]) =>
    `${Math.round(1000 * median(rounds.map((round) => round[name])))} µs`;
  console.log(
    `  processor time: bare route ${middle("bare")}, as large ${middle("asLarge")}, skeleton 200 ${middle("whole")}, ` +
      `304 ${middle("unchanged")}`,
  );
  return {
    "skeleton, 200, against a bare Hono route as large": median(
      rounds.map((round) => round.asLarge / round.whole),
    ),
    "skeleton, 304, against a bare Hono route": median(
      rounds.map((round) => round.bare / round.unchanged),
    ),
    "idle memory": memory,
  };
};
