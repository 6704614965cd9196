import { spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import type { Load, LoadResult } from "./load.ts";
import { median } from "./median.ts";
import { memoryOf } from "./process-use.ts";
import type { Figures } from "./report.ts";

const here = import.meta.dirname;

/** Runs a script of this folder in its own process. @returns the first line that it prints */
const runApart = (script: string, argument = ""): { line: Promise<string>; end: () => void } => {
  const child = spawn(process.execPath, [path.join(here, script), argument], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (chunk: string) => {
      said += chunk;
      if (said.includes("\n")) resolve(said);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`${script} ended without an answer`)));
  });
  return { line, end: () => child.kill() };
};

/** Gets an answer's ETag and its compressed size, which `fetch` would hide. */
const asSent = async (url: string, headers: Record<string, string>) => {
  const [answer] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).byteLength;
  return { etag: answer.headers.etag ?? "", bytes };
};

const put = async (load: Load): Promise<LoadResult> => {
  const result = JSON.parse(await runApart("load.ts", JSON.stringify(load)).line) as LoadResult;
  if (result.others > 0) {
    throw new Error(`${result.others} requests to ${load.url} were not answered ${load.status}.`);
  }
  return result;
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
    // The cost of sending that many bytes is subtracted.
    bare = runApart("bare-route.ts", String(bytes));
    const bareUrl = (await bare.line).trim();
    const course = await readCourse(api, "PM", "PMB");
    const lessons = course.entries.flatMap((entry) => entry.lessons.map(({ id }) => id));

    const unchanged = { ...headers, "if-none-match": etag };
    const rounds: { bare: number; asLarge: number; whole: number; unchanged: number }[] = [];
    // At the same time, so that other load on the machine affects all equally.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bareRoute = await put({ url: `${bareUrl}/`, status: 200 });
      const bareAsLarge = await put({ url: `${bareUrl}/as-large`, status: 200 });
      const whole = await put({ url: skeletonUrl, headers, status: 200 });
      const same = await put({ url: skeletonUrl, headers: unchanged, status: 304 });
      // The first round is a warm-up.
      if (round === 0) continue;
      rounds.push({
        bare: bareRoute.perSecond,
        asLarge: bareAsLarge.perSecond,
        whole: whole.perSecond,
        unchanged: same.perSecond,
      });
    }
    await put({ url: school.url, headers, status: 200, complete: lessons });
    const writes = await put({ url: school.url, headers, status: 200, complete: lessons });
    await pause(IDLE_MS);
    const middle = (name: keyof (typeof rounds)[number]) =>
      median(rounds.map((round) => round[name]));
    console.log(
      `  a second: bare route ${middle("bare")}, as large ${middle("asLarge")}, skeleton 200 ${middle("whole")}, 304 ` +
        `${middle("unchanged")}, progress writes ${writes.perSecond}; memory after the load ` +
        `${Math.round(memoryOf(school.pid))} MB`,
    );
    return {
      "skeleton, 200, against a bare Hono route as large": median(
        rounds.map((round) => round.whole / round.asLarge),
      ),
      "skeleton, 304, against a bare Hono route": median(
        rounds.map((round) => round.unchanged / round.bare),
      ),
      "progress writes, 99th percentile": writes.p99,
      "idle memory": memory,
    };
  } finally {
    bare?.end();
    await school.stop({ keepData: false });
  }
};
