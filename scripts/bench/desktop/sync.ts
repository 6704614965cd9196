import { spawn } from "node:child_process";
import {
  existsSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import * as v from "valibot";
import { product } from "../../../src/contract/content.ts";
import type { FileTree } from "../../../src/contract/local-content.ts";
import { getTreeList, readFile } from "../../../src/contract/local-files.ts";
import { trustsSchool } from "../../../tests/server/support/certificates.ts";
import { launchChromium } from "../../browser/launch-chromium.ts";
import { findIndexFile } from "../../desktop/find-index-file.ts";
import { openApi } from "../../school/start-school.ts";
import { familyOf } from "../process-use.ts";
import { type Figures, median } from "../report.ts";
import { repeat } from "../stopwatch.ts";
import { signIn } from "../student.ts";
import { describeRuntime, openApp, type PageNotes, type RunningApp, startAppHost } from "./app.ts";
import { type FilledSchool, startFilledSchool } from "./start-filled-school.ts";

const LOOK_EVERY_MS = 100;

const savedFiles = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".cache")) : [];

/** Whether all files in the tree on the disk are present and up to date. */
const isWhole = (file: string): boolean => {
  const { data }: { data: FileTree } = JSON.parse(readFileSync(file, "utf8"));
  const entries = Object.values(data).flatMap((languages) => Object.values(languages));
  return entries.length > 0 && entries.every(({ present, synced }) => present && synced);
};

/**
 * Waits until that many files are in the app's folder and in its tree.
 * @returns when the last of them was written, in milliseconds since 1970
 * @throws an Error after the time limit
 */
export const waitForSync = async (
  dataFolder: string,
  files: number,
  limitMs: number,
): Promise<number> => {
  const folder = path.join(dataFolder, "files");
  const index = () => findIndexFile(dataFolder, "filetree.json") ?? "";
  const until = Date.now() + limitMs;
  while (savedFiles(folder).length < files || !isWhole(index())) {
    if (Date.now() > until) {
      throw new Error(`${savedFiles(folder).length} of ${files} files in ${limitMs} ms.`);
    }
    await pause(LOOK_EVERY_MS);
  }
  // Renaming changes ctime, not mtime.
  return statSync(index()).ctimeMs;
};

/** Time in which the app writes its state to the disk after the page has changed. */
const WRITTEN_MS = 2000;

const activate = async (page: Page, serialNumber: string): Promise<void> => {
  await page.getByRole("textbox", { name: "Serial number" }).fill(serialNumber);
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("textbox", { name: "Full name" }).fill("Noa Brand");
  await page.getByRole("textbox", { name: "Email" }).fill("noa@thimble.example");
  await page.getByRole("combobox", { name: "Country" }).selectOption("GR");
  await page.getByRole("textbox", { name: "Address" }).fill("1 Thread Lane");
  await page.getByRole("textbox", { name: "Telephone" }).fill("+30 210 0000000");
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
};

/** Signs in through the app's interface, as an administrator, who may open every lesson. */
const signInAt = async ({ url, serialNumber }: FilledSchool, home: string): Promise<string> => {
  await using host = await startAppHost(url, home);
  await using browser = await launchChromium([trustsSchool]);
  const page = await browser.newPage({ locale: "en-US" });
  await page.goto(`${host.address}/tls/`);
  await activate(page, serialNumber);
  await signIn(page, "admin");
  await pause(WRITTEN_MS);
  return host.dataFolder;
};

/**
 * Activates the app and signs in.
 * @returns a folder with the app's licence and session, and without content, which `using` deletes
 */
export const signInOnce = async (school: FilledSchool) => {
  const home = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-home-"));
  const dataFolder = await signInAt(school, home.path);
  for (const name of readdirSync(dataFolder)) {
    if (name !== "state") rmSync(path.join(dataFolder, name), { recursive: true });
  }
  return home;
};

/** Of large files. Takes several minutes; `BENCH_SYNC_MB=400` gives a quick result. */
const MEGABYTES = Number(process.env.BENCH_SYNC_MB ?? 2000);
const LARGE_BYTES = 10_000_000;
const SMALL_FILES = 5000;
const SMALL_BYTES = 2000;
const LIMIT_MS = 30 * 60_000;
const STUDY_EVERY_MS = 1500;
const IDLE_SAMPLES = 5;
const RUNS = 3;

/**
 * Memory of a process and its descendants in MB. Shared memory counts once. The pages of files, such as the
 * browser's code, are left out: they are shared with other browsers of the machine, which come and go.
 */
const memoryOf = (pid: number): number => {
  let kilobytes = 0;
  for (const one of familyOf(pid)) {
    try {
      const text = readFileSync(`/proc/${one}/smaps_rollup`, "utf8");
      for (const [, size] of text.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+)/gm))
        kilobytes += Number(size);
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

/** Memory of the idle app without garbage: the maximum of a few samples. */
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

const content = v.object({ data: v.object({ products: v.object({ PM: product }) }) });

/** Finds the address of the first lesson of PMB in the content of the app. */
const firstLesson = (dataFolder: string): string => {
  const file = findIndexFile(dataFolder, "content.json") ?? "";
  const { data } = v.parse(content, JSON.parse(readFileSync(file, "utf8")));
  const [first] = data.products.PM.courses.PMB?.lessonsOrder ?? [];
  if (!first) throw new Error("PMB has no lesson.");
  return `/tls/lessons/PM/PMB/${first.id}`;
};

/** The names of the different files that the app has to fetch. It stores identical files once. */
const namesOfFiles = async (school: string): Promise<string[]> => {
  const api = await openApi(school, "admin");
  const { metas } = await api.get<{ metas: Record<string, { checksum: string }> }>(
    `${getTreeList.path}?metas=1&language=en`,
  );
  return [
    ...new Map(Object.entries(metas).map(([name, { checksum }]) => [checksum, name])).values(),
  ];
};

/** Fetches files with curl, as many at once as the app does. @returns the seconds; NaN without curl */
const fetchWithCurl = async (school: string, names: readonly string[]): Promise<number> => {
  const { token } = await openApi(school, "admin");
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "learning-space-curl-"));
  const config = names.map((name, at) => {
    const query = new URLSearchParams({ path: name, language: "en" });
    return `url="${school}/api${readFile.path}?${query}"\noutput="${folder.path}/${at}"\n`;
  });
  const file = path.join(folder.path, "config");
  writeFileSync(file, config.join(""));
  const header = `authorization: Bearer ${token}`;
  const options = [..."--parallel --parallel-max 20 -k -s -f".split(" "), "-H", header, "-K", file];
  const began = performance.now();
  const child = spawn("curl", options, { stdio: "ignore" });
  const status = await new Promise((resolve) =>
    child.once("close", resolve).once("error", resolve),
  );
  return status === 0 ? (performance.now() - began) / 1000 : Number.NaN;
};

/** Opens a lesson while the sync is paused, and then studies until it is complete. */
const syncAndStudy = async (school: string, home: string) => {
  const names = await namesOfFiles(school);
  const files = names.length;
  await using app = await openApp(school, home);
  const { dataFolder } = app;
  // Texts are downloaded before files, so a person can study from then on.
  const exists = (name: string) => findIndexFile(dataFolder, name) !== null;
  while (!exists("content.json") || !exists("filetree.json")) await pause(50);
  await press(app, "Pause");
  const lesson = firstLesson(dataFolder);
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
  const synced = waitForSync(dataFolder, files, LIMIT_MS).finally(() => {
    isOver = true;
  });
  const most = await watch(app, () => isOver);
  const took = (await synced) - started;
  const held = (await idleMemory(app)) - idle;
  const { stalls } = await app.notes();
  const during = stalls.filter(({ at }) => at >= started).map(({ ms }) => ms);
  const stall = Math.max(0, ...during);
  const curl = await fetchWithCurl(school, names);
  const each = (seconds: number) => (files / seconds).toFixed(0);
  console.log(`  files a second: the app ${each(took / 1000)}, curl with 20 at once ${each(curl)}`);
  console.log(
    `  ${files} files in ${Math.round(took / 1000)} s: idle ${Math.round(idle)} MB, ` +
      `at most ${Math.round(most)} MB, ${Math.round(held)} MB held afterwards, longest stall ${Math.round(stall)} ms`,
  );
  return { lesson, memory: most - idle, stall };
};

/** Opens the app, and reads its notes when a function says so in the page. */
const notesOnce = async (
  school: string,
  home: string,
  place: string,
  isSo: () => boolean,
): Promise<PageNotes> => {
  await using app = await openApp(school, home, place);
  await app.until(isSo);
  return await app.notes();
};

const isChecked = (): boolean => {
  const { notes } = window as unknown as { notes: PageNotes };
  return notes.calls.some(({ url, to }) => url.includes("/menu/checksum") && to > 0);
};

const hasLesson = (): boolean =>
  (window as unknown as { notes: PageNotes }).notes.lessonMs !== null;

/** Milliseconds from the first request for a file's size to the school's answer 304. */
const checkTime = ({ calls, sizes }: PageNotes): number => {
  const checksum = calls.find(({ url }) => url.includes("/menu/checksum"));
  if (sizes.answered < SMALL_FILES || !checksum) return Number.NaN;
  return Math.max(sizes.last, checksum.to) - Math.min(sizes.first, checksum.from);
};

/**
 * Measures a sync of 5,000 small files and many large ones while a person studies, the check of a later
 * start, and a start without a network.
 */
export const measure = async (): Promise<Figures> => {
  console.log(`  the app on ${describeRuntime()}, in Chromium; the school behind Caddy`);
  // The school and each browser end with this process.
  process.setMaxListeners(100);
  const large = Math.round((MEGABYTES * 1e6) / LARGE_BYTES);
  await using school = await startFilledSchool([
    ...Array<number>(SMALL_FILES).fill(SMALL_BYTES),
    ...Array<number>(large).fill(LARGE_BYTES),
  ]);
  const { url } = school;
  using home = await signInOnce(school);
  const { lesson, memory, stall } = await syncAndStudy(url, home.path);
  const checks = await repeat(RUNS, () => notesOnce(url, home.path, "/tls/", isChecked));
  await school.stop();
  const lessons = await repeat(RUNS, () => notesOnce(url, home.path, lesson, hasLesson));
  return {
    "check of 5,000 files, nothing changed": median(checks.map(checkTime)),
    "memory of a large sync above idle": memory,
    "longest stall while studying meanwhile": stall,
    "start to the first lesson, 5,000 files": median(
      lessons.map(({ lessonMs }) => lessonMs ?? Number.NaN),
    ),
  };
};
