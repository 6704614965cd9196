import { setTimeout } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright";
import { lessonTextStart, readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { type Line, openBrowser, openPage, readyTime, slowLine } from "./browser.ts";
import { median } from "./median.ts";
import type { Figures } from "./report.ts";
import { signIn, waitForText } from "./student.ts";

const RUNS = 5;
const KEPT_WITHIN_MS = 60_000;

/** Runs in the page: whether the worker and the store have everything of the lesson on screen. */
const isKept = async (): Promise<boolean> => {
  const lists = (await caches.keys()).find((name) => name.endsWith("/base"));
  if (!navigator.serviceWorker.controller || !lists) return false;
  const kept = await (await caches.open(lists)).keys();
  return kept.some(({ url }) => url.includes("menu%2Finstructions"));
};

/** `waitForFunction` takes the promise of an async function for true. */
const untilKept = async (page: Page): Promise<void> => {
  const end = performance.now() + KEPT_WITHIN_MS;
  while (!(await page.evaluate(isKept))) {
    if (performance.now() > end) throw new Error("The lesson was not kept.");
    await setTimeout(100);
  }
};

/** Runs in the page: notes when the lesson's text and its button are there. */
const noteUsable = (text: string): void => {
  const look = () => {
    const main = document.querySelector("main");
    if (!main?.textContent?.includes(text) || !main.querySelector("button")) return;
    observer.disconnect();
    Object.assign(window, { usableAt: performance.now() });
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
};

interface Visit {
  paint: number;
  usable: number;
}

const visit = async (
  context: BrowserContext,
  url: string,
  text: string,
  line?: Line,
): Promise<Visit> => {
  const { page } = await openPage(context, line);
  await page.addInitScript(noteUsable, text);
  await page.goto(url);
  const usable = await page.waitForFunction(() => "usableAt" in window && Number(window.usableAt));
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? false,
  );
  const times = {
    paint: Number(await paint.jsonValue()),
    usable: Number(await usable.jsonValue()),
  };
  await page.close();
  return times;
};

/**
 * Measures a lesson that the browser keeps, from the start of the navigation: on 400 kbit/s, 400 ms and a four
 * times slower processor, and without a network. The median of five visits.
 */
export const measureSecondVisit = async (): Promise<Figures> => {
  const school = await startSchool();
  const { browser, context } = await openBrowser([], { withWorker: true });
  try {
    const api = await openApi(school.url, "admin");
    const { entries } = await readCourse(api, "PM", "PMB");
    const key = entries[0]?.lessons[0]?.key ?? "";
    const text = await lessonTextStart(api, "PM", key);
    const lesson = `${school.url}/tls/lessons/PM/PMB/${key}`;
    const { page } = await openPage(context);
    await page.goto(`${school.url}/tls/`);
    await readyTime(page);
    await signIn(page, "student");
    await page.goto(lesson);
    await waitForText(page, text);
    await untilKept(page);
    await page.close();

    const slow: Visit[] = [];
    for (let run = 0; run < RUNS; run += 1) slow.push(await visit(context, lesson, text, slowLine));
    await context.setOffline(true);
    const offline: Visit[] = [];
    for (let run = 0; run < RUNS; run += 1) offline.push(await visit(context, lesson, text));
    return {
      "second visit, first paint": median(slow.map(({ paint }) => paint)),
      "second visit, lesson usable": median(slow.map(({ usable }) => usable)),
      "kept lesson without a network": median(offline.map(({ usable }) => usable)),
    };
  } finally {
    await browser.close();
    await school.stop();
  }
};
