import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { startSchool } from "../school/start-school.ts";
import {
  type MeasuredPage,
  openPage,
  openPhone,
  type Request,
  setLine,
  slowLine,
} from "./browser.ts";
import { measureDartDrag } from "./dart-drag.ts";
import { type Figures, median } from "./report.ts";
import { openSignedIn } from "./student.ts";

const ONLINE = path.join(import.meta.dirname, "../../dist/online");

const FEW = 20;
const MANY = 200;
/** Without the JIT compiler, as compiled code would count as memory that the drafts keep. */
const WITHOUT_COMPILING = ["--js-flags=--jitless"];
const CUTTING = "main svg g path:nth-last-child(2)";

/** What only Patterns and drafts need. Others may come meanwhile, such as the texts of all other screens. */
const isOwn = ({ url }: Request): boolean => /^\/tls\/patterns\b/.test(new URL(url).pathname);

const waitForPicture = (page: Page) => page.locator(CUTTING).first().waitFor({ state: "attached" });

const openPatterns = async (page: Page, school: string): Promise<void> => {
  await openSignedIn(page, school, "student");
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: /^Hello/ }).click();
  await page.getByRole("menuitem", { name: "Patterns", exact: true }).click();
  await waitForPicture(page);
};

/** The bytes that the worker fetches, of which its page knows nothing. */
const workerBytes = (): number =>
  readdirSync(ONLINE)
    .filter((name) => /^(?:draft-worker|drafting)\..*\.js\.br$/.test(name))
    .reduce((sum, name) => sum + statSync(path.join(ONLINE, name)).size, 0);

/** The bytes of their own that patterns fetch from the click in the menu to the picture. */
const measureOpening = async (school: string): Promise<number> => {
  await using phone = await openPhone();
  const { page, requests } = await openPage(phone.context);
  await openSignedIn(page, school, "student");
  await page.getByRole("button", { name: /^Hello/ }).click();
  const entry = page.getByRole("menuitem", { name: "Patterns", exact: true });
  await entry.waitFor();
  await page.waitForLoadState("networkidle");
  const before = requests.length;
  await entry.click();
  await waitForPicture(page);
  await page.waitForLoadState("networkidle");
  const own = requests.slice(before).filter(isOwn);
  for (const { url, bytes } of own)
    console.log(`    ${url.slice(url.lastIndexOf("/") + 1)} ${bytes}`);
  return own.reduce((sum, { bytes }) => sum + bytes, 0) + workerBytes();
};

/** Moves the first slider by a step, and takes the time until another picture is painted. */
const changeOption = (page: Page, cutting: string): Promise<number> =>
  page.evaluate(
    async (selector) => {
      const slider = document.querySelector<HTMLInputElement>("main input[type=range]");
      const picture = document.querySelector("main svg:has(g)");
      if (!slider || !picture) throw new Error("There is no draft.");
      const drawn = () => picture.querySelector(selector)?.getAttribute("d");
      const before = drawn();
      const value = Number(slider.value) + Number(slider.step);
      const next = value > Number(slider.max) ? slider.min : String(value);
      const changed = new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (drawn() === before) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        });
        observer.observe(picture, { subtree: true, attributes: true, childList: true });
      });
      const start = performance.now();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(slider, next);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      return (await changed) - start;
    },
    cutting.replace("main svg ", ""),
  );

/** The longest task of the main thread that took more than 50 ms; 0 if none did. */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks));

const noteLongTasks = () => {
  const tasks: number[] = [];
  Object.assign(window, { longTasks: tasks });
  new PerformanceObserver((list) => {
    tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: "longtask", buffered: true });
};

const measureChanges = async (school: string) => {
  await using phone = await openPhone();
  const { page, cdp } = await openPage(phone.context);
  await openPatterns(page, school);
  await setLine(cdp, { latency: 0, speed: 0, slowdown: slowLine.slowdown });
  for (let warm = 0; warm < 5; warm += 1) await changeOption(page, CUTTING);
  await page.evaluate(noteLongTasks);
  // What happened while the page opened is no task of a draft.
  await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0));
  const times: number[] = [];
  for (let change = 0; change < 40; change += 1) times.push(await changeOption(page, CUTTING));
  return { time: median(times), task: await longestTask(page) };
};

/** From the click to the file of a skirt that goes over several A4 pages, with a processor four times slower. */
const measurePdf = async (school: string): Promise<number> => {
  await using phone = await openPhone();
  const { page, cdp } = await openPage(phone.context);
  await openPatterns(page, school);
  await page.locator("summary", { hasText: "Print or save" }).click();
  const save = page.getByRole("button", { name: "Save as PDF" });
  await page.getByRole("button", { name: /^Skirt back:/ }).waitFor();
  await setLine(cdp, { latency: 0, speed: 0, slowdown: slowLine.slowdown });
  const times: number[] = [];
  for (let file = 0; file < 3; file += 1) {
    const start = performance.now();
    await Promise.all([page.waitForEvent("download"), save.click()]);
    times.push(performance.now() - start);
  }
  return median(times);
};

const memoryOf = async ({ cdp }: MeasuredPage): Promise<number> => {
  // Finalizers of one collection can make more objects collectable.
  for (let turn = 0; turn < 3; turn += 1) await cdp.send("HeapProfiler.collectGarbage");
  return (await cdp.send("Runtime.getHeapUsage")).usedSize;
};

const measureMemory = async (school: string): Promise<number> => {
  await using phone = await openPhone(WITHOUT_COMPILING);
  const measured = await openPage(phone.context);
  await openPatterns(measured.page, school);
  let few = 0;
  for (let change = 0; change < MANY; change += 1) {
    if (change === FEW) few = await memoryOf(measured);
    await changeOption(measured.page, CUTTING);
  }
  return (await memoryOf(measured)) / few;
};

/** Measures patterns: what opening them costs, and how fast and light an option is. */
export const measure = async (): Promise<Figures> => {
  await using school = await startSchool();
  const opening = await measureOpening(school.url);
  const { time, task } = await measureChanges(school.url);
  return {
    "patterns, own code": opening,
    "an option to its new picture": time,
    "longest task of the page meanwhile above 50 ms": task,
    "a tiled PDF of a skirt": await measurePdf(school.url),
    ...(await measureDartDrag(school.url)),
    "memory after 200 options against after 20": await measureMemory(school.url),
  };
};
