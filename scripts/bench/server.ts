import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { median } from "./median.ts";
import { memoryOf } from "./process-use.ts";
import { costOf, putLoad, runApart } from "./put-load.ts";
import type { Figures } from "./report.ts";

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

/** Measures the school's server under 50 connections. Another process generates the load. */
export const measureServer = async (): Promise<Figures> => {
  // The first start imports the school; a normal start is measured.
  const first = await startSchool();
  const { dataDir } = first;
  await first.stop({ keepData: true });
  const school = await startSchool({ dataDir });
  let bare: ReturnType<typeof runApart> | undefined;
  try {
    await pause(IDLE_MS);
    const memory = memoryOf(school.pid);

    const api = await openApi(school.url, "admin");
    const { token } = api;
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": "br" };
    const skeletonUrl = `${school.url}/api/products/PM/skeleton`;
    const { etag, bytes } = await asSent(skeletonUrl, headers);
    bare = runApart("bare-route.ts", String(bytes));
    const bareUrl = (await bare.line).trim();
    const course = await readCourse(api, "PM", "PMB");
    const lessons = course.entries.flatMap((entry) => entry.lessons.map(({ id }) => id));

    const unchanged = { ...headers, "if-none-match": etag };
    const rounds: { bare: number; asLarge: number; whole: number; unchanged: number }[] = [];
    // Processor time, because the generator of the load ends before a server does.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const costs = {
        bare: await costOf(bare.pid, { url: `${bareUrl}/`, status: 200 }),
        asLarge: await costOf(bare.pid, { url: `${bareUrl}/as-large`, status: 200 }),
        whole: await costOf(school.pid, { url: skeletonUrl, headers, status: 200 }),
        unchanged: await costOf(school.pid, { url: skeletonUrl, headers: unchanged, status: 304 }),
      };
      // The first round is a warm-up.
      if (round > 0) rounds.push(costs);
    }
    await putLoad({ url: school.url, headers, status: 200, complete: lessons });
    const writes = await putLoad({ url: school.url, headers, status: 200, complete: lessons });
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
  } finally {
    bare?.end();
    await school.stop({ keepData: false });
  }
};
