import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { openApi, startSchool } from "../school/start-school.ts";
import { importDemoSchool } from "./prepared-school.ts";
import { memoryOf, watchProcessorTime } from "./process-use.ts";
import { type Figures, median } from "./report.ts";
import { startBareRoute } from "./start-bare-route.ts";

/** The requests of 50 connections at once. */
export interface Load {
  url: string;
  headers?: Record<string, string>;
  status: number;
}

const CONNECTIONS = 50;
const SECONDS = 4;

/**
 * The processor time that a server takes for one request under a load, in milliseconds.
 * @throws an Error if a request is not answered as expected
 */
export const costOf = async (pid: number, { url, headers = {}, status }: Load): Promise<number> => {
  const used = watchProcessorTime([pid]);
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  const codes = result.statusCodeStats as Record<string, { count: number }>;
  const requests = Object.values(codes).reduce((total, { count }) => total + count, 0);
  const others = requests - (codes[status]?.count ?? 0) + result.errors + result.timeouts;
  if (others > 0) throw new Error(`${others} requests to ${url} were not answered ${status}.`);
  return used() / requests;
};

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
