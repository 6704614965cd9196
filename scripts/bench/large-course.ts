import { rmSync } from "node:fs";
import type { Page } from "playwright";
import { readCourse, type ShownCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { startSchool } from "../school/start-school.ts";
import { openBrowser, openPage, readyTime, slowLine } from "./browser.ts";
import { LARGE_COURSE, LARGE_PRODUCT, writeLargeSchool } from "./large-school.ts";
import { median } from "./median.ts";
import type { Figures } from "./report.ts";
import { timeUntilText } from "./stopwatch.ts";
import { signIn } from "./student.ts";

const RUNS = 5;
/** The demo course has seven entries; the first one is open from the start. */
const MOVES = 6;

interface Times {
  opening: number;
  moving: number;
}

const firstTitle = (course: ShownCourse, entry: number): string =>
  course.entries[entry]?.lessons[0]?.title ?? "";

const open = async (page: Page, course: ShownCourse): Promise<number> => {
  await page.getByRole("button", { name: "Courses" }).click();
  return timeUntilText(page, firstTitle(course, 0), () =>
    page.getByRole("menuitem", { name: course.title }).click(),
  );
};

const move = async (page: Page, course: ShownCourse): Promise<number> => {
  const menu = page.getByRole("navigation", { name: "Course menu" });
  let total = 0;
  for (let entry = 1; entry <= MOVES; entry += 1) {
    const name = course.entries[entry]?.title ?? "";
    total += await timeUntilText(page, firstTitle(course, entry), () =>
      menu.getByText(name, { exact: true }).click(),
    );
  }
  return total;
};

const measureCourse = async (
  product: string,
  courseKey: string,
  folder?: string,
): Promise<Times> => {
  const school = await startSchool({ folder });
  const opening: number[] = [];
  const moving: number[] = [];
  try {
    const course = await readCourse(await openApi(school.url, "admin"), product, courseKey);
    for (let run = 0; run < RUNS; run += 1) {
      const { browser, context } = await openBrowser();
      try {
        const { page } = await openPage(context, { ...slowLine, latency: 0, speed: 0 });
        await page.goto(`${school.url}/tls/`);
        await readyTime(page);
        await signIn(page, "admin");
        await page.waitForLoadState("networkidle");
        opening.push(await open(page, course));
        await page.waitForLoadState("networkidle");
        moving.push(await move(page, course));
      } finally {
        await browser.close();
      }
    }
  } finally {
    await school.stop();
  }
  return { opening: median(opening), moving: median(moving) };
};

/** A course of 2,000 lessons against the demo course, with the processor four times slower. */
export const measureLargeCourse = async (): Promise<Figures> => {
  const folder = writeLargeSchool();
  try {
    const demo = await measureCourse("PM", "PMB");
    const large = await measureCourse(LARGE_PRODUCT, LARGE_COURSE, folder);
    const rounded = (times: Times) =>
      `opening ${Math.round(times.opening)} ms, ${MOVES} moves ${Math.round(times.moving)} ms`;
    console.log(`  demo course: ${rounded(demo)}\n  2,000 lessons: ${rounded(large)}`);
    return {
      "opening 2,000 lessons against the demo course": large.opening / demo.opening,
      "moving between its menus against the demo course": large.moving / demo.moving,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
