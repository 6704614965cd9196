import type { BrowserContext } from "playwright";
import { lessonTextStart, readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { openBrowser, openPage, readyTime, slowLine } from "./browser.ts";
import { median } from "./median.ts";
import type { Figures } from "./report.ts";
import { measureUntilText } from "./stopwatch.ts";
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
  // The second visit uses the cache of the first, so wait until that is complete.
  await page.waitForLoadState("networkidle");
  return { page, paint, ready };
};

const nextLesson = async (
  context: BrowserContext,
  url: string,
  lesson: { path: string; beginning: string; next: string },
): Promise<number> => {
  // An administrator may open every lesson.
  const { page } = await openPage(context, slowLine);
  await page.goto(`${url}/tls/`);
  await readyTime(page);
  await signIn(page, "admin");
  await page.goto(`${url}${lesson.path}`);
  await waitForText(page, lesson.beginning);
  await page.waitForLoadState("networkidle");
  return measureUntilText(page, lesson.next, () =>
    page.getByRole("link", { name: "Next lesson" }).click(),
  );
};

/** Measures on 400 kbit/s, 400 ms and a four times slower processor; the median of three runs. */
export const measureSlowLine = async (): Promise<Figures> => {
  const school = await startSchool();
  const times = {
    paint: [] as number[],
    ready: [] as number[],
    again: [] as number[],
    next: [] as number[],
  };
  try {
    const api = await openApi(school.url, "admin");
    const { entries } = await readCourse(api, "PM", "PMB");
    const [first, second] = entries[0]?.lessons ?? [];
    if (!first || !second) throw new Error("The first section of PMB has less than two lessons.");
    const lesson = {
      path: `/tls/lessons/PM/PMB/${first.id}`,
      beginning: await lessonTextStart(api, "PM", first.key),
      next: await lessonTextStart(api, "PM", second.key),
    };
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
        times.next.push(await nextLesson(context, school.url, lesson));
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
