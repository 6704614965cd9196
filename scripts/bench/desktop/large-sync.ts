import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { findIndexFile } from "../../desktop/find-index-file.ts";
import { openApp, type RunningApp } from "./app.ts";
import { fillSchool } from "./filled-school.ts";
import { firstLesson } from "./first-lesson.ts";
import { countFiles } from "./list-files.ts";
import { serveSchool } from "./serve-school.ts";
import { signInOnce } from "./signed-in-home.ts";
import { waitForSync } from "./synced.ts";

/** Takes several minutes. `BENCH_SYNC_MB=400` gives a quick result. */
const MEGABYTES = Number(process.env.BENCH_SYNC_MB ?? 2000);
const FILE_BYTES = 10_000_000;
const LIMIT_MS = 30 * 60_000;
const STUDY_EVERY_MS = 1500;
const IDLE_SAMPLES = 5;

export interface LargeSync {
  /** Maximum memory of the browser during the sync, minus its memory when idle, in MB. */
  memory: number;
  /** The longest stall of the page while a person went from lesson to lesson. */
  stall: number;
}

const parentOf = (pid: string): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
};

/** Memory of a process and its descendants in MB. Shared memory counts once. */
const memoryOf = (pid: number): number => {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), parentOf(name));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const belongs = (one: number): boolean =>
    one === pid || (parents.has(one) && belongs(parents.get(one) ?? 0));
  let kilobytes = 0;
  for (const one of [...parents.keys()].filter(belongs)) {
    try {
      const text = readFileSync(`/proc/${one}/smaps_rollup`, "utf8");
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return kilobytes / 1024;
};

const press = async (app: RunningApp, label: "Pause" | "Resume"): Promise<void> => {
  const find = `[...document.querySelectorAll("aside button")].find((b) => b.textContent === "${label}")`;
  await app.send("Runtime.evaluate", {
    expression: `new Promise((done) => { const look = () => { const b = ${find}; if (b) done(b.click()); else setTimeout(look, 20); }; look(); })`,
    awaitPromise: true,
  });
};

/** Memory of the idle app: the maximum of a few samples. */
const idleMemory = async (app: RunningApp): Promise<number> => {
  await app.send("HeapProfiler.collectGarbage");
  const samples: number[] = [];
  while (samples.length < IDLE_SAMPLES) {
    await pause(500);
    samples.push(memoryOf(app.pid));
  }
  return Math.max(...samples);
};

/** Studies and samples the memory twice a second until the sync is complete. @returns the maximum */
const watch = async (app: RunningApp, over: () => boolean): Promise<number> => {
  let most = 0;
  let studied = Date.now();
  while (!over()) {
    most = Math.max(most, memoryOf(app.pid));
    if (Date.now() - studied > STUDY_EVERY_MS) {
      studied = Date.now();
      await app.evaluate(() => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>("main a")];
        const onward = links.find(({ textContent }) => /Next lesson/.test(textContent));
        if (onward) onward.click();
        else history.back();
      });
    }
    await pause(500);
  }
  return most;
};

/** Measures memory and stalls during a large sync while a person studies. */
export const measureLargeSync = async (folder: string): Promise<LargeSync> => {
  const files = Math.round((MEGABYTES * 1e6) / FILE_BYTES);
  const data = await fillSchool({ folder, files, bytes: FILE_BYTES });
  const school = await serveSchool(data.dataDir);
  try {
    const home = await signInOnce(school.address, data);
    const distinct = await countFiles(school.address);
    const place = home.copy();
    const app = await openApp(school.address, place);
    try {
      // Texts are downloaded before files, so a person can study from then on.
      const exists = (name: string) => findIndexFile(app.dataFolder, name) !== null;
      while (!exists("content.json") || !exists("filetree.json")) await pause(50);
      await press(app, "Pause");
      const lesson = firstLesson(findIndexFile(app.dataFolder, "content.json") ?? "");
      await app.until(() => document.querySelector("aside") !== null);
      await app.evaluate(
        new Function(
          `history.pushState(null, "", "${lesson}"); dispatchEvent(new PopStateEvent("popstate"));`,
        ) as () => void,
      );
      await app.until(() => document.querySelector("main article h1") !== null);
      const idle = await idleMemory(app);
      const started = Date.now();
      await press(app, "Resume");
      let isOver = false;
      const synced = waitForSync(app.dataFolder, distinct, LIMIT_MS).finally(() => {
        isOver = true;
      });
      const most = await watch(app, () => isOver);
      const took = (await synced) - started;
      const { stalls } = await app.notes();
      const during = stalls.filter(({ at }) => at >= started).map(({ ms }) => ms);
      const stall = Math.max(0, ...during);
      console.log(
        `  ${MEGABYTES} MB in ${Math.round(took / 1000)} s: idle ${Math.round(idle)} MB, ` +
          `at most ${Math.round(most)} MB, longest stall ${Math.round(stall)} ms`,
      );
      return { memory: most - idle, stall };
    } finally {
      await app.close();
      home.remove();
    }
  } finally {
    await school.stop();
    data.remove();
  }
};
