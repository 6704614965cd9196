import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { startSchool } from "../school/start-school.ts";
import {
  heapOf,
  openPage,
  openPhone,
  type Request,
  setLine,
  slowLine,
  WITHOUT_COMPILING,
} from "./browser.ts";
import { measureDartDrag } from "./dart-drag.ts";
import { type Figures, median } from "./report.ts";
import { repeat, timeOf } from "./stopwatch.ts";
import { openSignedIn } from "./student.ts";

const ONLINE = path.join(import.meta.dirname, "../../dist/online");

const FEW = 20;
const MANY = 200;
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
  }).observe({ type: "longtask" });
};

const measureChanges = async (school: string) => {
  await using phone = await openPhone();
  const { page, cdp } = await openPage(phone.context);
  await openPatterns(page, school);
  await setLine(cdp, { latency: 0, speed: 0, slowdown: slowLine.slowdown });
  await repeat(5, () => changeOption(page, CUTTING));
  await page.evaluate(noteLongTasks);
  const times = await repeat(40, () => changeOption(page, CUTTING));
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
  const saveOnce = () => Promise.all([page.waitForEvent("download"), save.click()]);
  return median(await repeat(3, () => timeOf(saveOnce)));
};

const measureMemory = async (school: string): Promise<number> => {
  await using phone = await openPhone(WITHOUT_COMPILING);
  const { page, cdp } = await openPage(phone.context);
  await openPatterns(page, school);
  let few = 0;
  for (let change = 0; change < MANY; change += 1) {
    if (change === FEW) few = await heapOf(cdp);
    await changeOption(page, CUTTING);
  }
  return (await heapOf(cdp)) / few;
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
