import { rmSync } from "node:fs";
import type { Page } from "playwright";
import { readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { openBrowser, openPage, readyTime, slowLine } from "./browser.ts";
import { fillInbox, walkInbox } from "./inbox.ts";
import { LARGE_COURSE, LARGE_PRODUCT, writeLargeSchool } from "./large-school.ts";
import type { Figures } from "./report.ts";
import { chooseCourse, signIn } from "./student.ts";

const RUNS = 3;

/** Runs in the page: records how long each click or key press took until the next paint. */
const watchInteractions = (): void => {
  const slowest = { duration: 0 };
  Object.assign(window, { slowest });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId = 0 } = entry as PerformanceEventTiming;
      if (interactionId > 0) slowest.duration = Math.max(slowest.duration, entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
};

/** The slowest interaction since `watchInteractions` in milliseconds, in steps of 8. */
const slowestInteraction = async (page: Page): Promise<number> => {
  // An event is reported after the paint that follows it.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))),
  );
  return page.evaluate(
    () => (window as unknown as { slowest: { duration: number } }).slowest.duration,
  );
};

/** Goes through chapters and sections of the course of 2,000 lessons. */
const walkMenus = async (page: Page): Promise<void> => {
  for (const [menu, count] of [
    ["Course menu", 6],
    ["Sections", 6],
  ] as const) {
    const buttons = page.getByRole("navigation", { name: menu }).getByRole("button");
    for (let at = 1; at <= count; at += 1) {
      await buttons.nth(at).click();
      await page.waitForFunction(
        ([name, index]) =>
          document
            .querySelector(`nav[aria-label="${name}"]`)
            ?.querySelectorAll("button")
            [index]?.getAttribute("aria-current") === "true",
        [menu, at] as const,
      );
    }
  }
};

/** The slowest interaction of a person who signs in, prepares, and then does the given steps. */
const walked = async (
  url: string,
  name: string,
  getReady: (page: Page) => Promise<void>,
  walk: (page: Page) => Promise<void>,
): Promise<number> => {
  const { browser, context } = await openBrowser();
  try {
    const { page } = await openPage(context, { ...slowLine, latency: 0, speed: 0 });
    await page.goto(`${url}/tls/`);
    await readyTime(page);
    await signIn(page, name);
    await getReady(page);
    await page.waitForLoadState("networkidle");
    await page.evaluate(watchInteractions);
    await walk(page);
    return await slowestInteraction(page);
  } finally {
    await browser.close();
  }
};

/** Measures the time from an input to the next paint on a four times slower processor; best of several runs. */
export const measureInteraction = async (): Promise<Figures> => {
  const folder = writeLargeSchool();
  const school = await startSchool({ folder });
  try {
    const api = await openApi(school.url, "admin");
    const { title } = await readCourse(api, LARGE_PRODUCT, LARGE_COURSE);
    await fillInbox(school.url, await openApi(school.url, "student"));
    const course: number[] = [];
    const inbox: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const choose = (page: Page) => chooseCourse(page, title);
      course.push(await walked(school.url, "admin", choose, walkMenus));
      inbox.push(await walked(school.url, "tutor", async () => undefined, walkInbox));
    }
    return {
      "menus of 2,000 lessons, to next paint": Math.min(...course),
      "inbox of 1,000 messages, to next paint": Math.min(...inbox),
    };
  } finally {
    await school.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
