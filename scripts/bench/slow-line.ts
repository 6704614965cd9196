import type { BrowserContext } from "playwright";
import { firstLessons, type OpenedLesson, openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { median, openBrowser, openPage, readyTime, slowLine } from "./browser.ts";
import type { Figures } from "./report.ts";
import { signIn, waitForText } from "./student.ts";

const RUNS = 3;

const firstPaint = (): number =>
  performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN;

const visit = async (context: BrowserContext, url: string) => {
  const { page } = await openPage(context, slowLine);
  await page.goto(`${url}/tls/`);
  const ready = await readyTime(page);
  await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint").length > 0,
  );
  const paint = await page.evaluate(firstPaint);
  // The second visit finds what the first one left: let it come to rest.
  await page.waitForLoadState("networkidle");
  return { page, paint, ready };
};

/** Starts a watch at the next click on a link and stops it when the text stands on the page. */
const watchFor = (text: string): void => {
  const watch = { from: Number.NaN, to: Number.NaN };
  Object.assign(window, { watch });
  document.addEventListener(
    "click",
    () => {
      watch.from = performance.now();
    },
    { capture: true, once: true },
  );
  const look = () => {
    if (Number.isNaN(watch.from) || !document.body.innerText.includes(text)) {
      requestAnimationFrame(look);
    } else {
      watch.to = performance.now();
    }
  };
  requestAnimationFrame(look);
};

const nextLesson = async (
  context: BrowserContext,
  url: string,
  [first, second]: [OpenedLesson, OpenedLesson],
): Promise<number> => {
  // A tutor's page would do as well; what counts is that the next lesson is open.
  const { page } = await openPage(context, slowLine);
  await page.goto(`${url}/tls/`);
  await readyTime(page);
  await signIn(page, "admin");
  await page.goto(`${url}/tls/lessons/PM/PMB/${first.id}`);
  await waitForText(page, first.beginning);
  await page.waitForLoadState("networkidle");
  await page.evaluate(watchFor, second.beginning);
  await page.getByRole("link", { name: "Next lesson" }).click();
  const handle = await page.waitForFunction(() => {
    const { watch } = window as unknown as { watch: { from: number; to: number } };
    return watch.to - watch.from || false;
  });
  return Number(await handle.jsonValue());
};

/** 400 kbit/s, 400 ms, the processor four times slower: the middle of three runs. */
export const measureSlowLine = async (): Promise<Figures> => {
  const school = await startSchool();
  const times = {
    paint: [] as number[],
    ready: [] as number[],
    again: [] as number[],
    next: [] as number[],
  };
  try {
    const { lessons } = await firstLessons(await openApi(school.url, "admin"), "PM", "PMB");
    const [first, second] = lessons;
    if (!first || !second) throw new Error("The first section of PMB has less than two lessons.");
    for (let run = 0; run < RUNS; run += 1) {
      const { browser, context } = await openBrowser();
      try {
        const cold = await visit(context, school.url);
        await cold.page.close();
        const warm = await visit(context, school.url);
        await warm.page.close();
        times.paint.push(cold.paint);
        times.ready.push(cold.ready);
        times.again.push(warm.ready);
        times.next.push(await nextLesson(context, school.url, [first, second]));
      } finally {
        await browser.close();
      }
    }
  } finally {
    await school.stop();
  }
  return {
    "first paint": median(times.paint),
    "sign-in working": median(times.ready),
    "sign-in working, second visit": median(times.again),
    "lesson to next lesson": median(times.next),
  };
};
