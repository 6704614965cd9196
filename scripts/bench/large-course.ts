import { rmSync } from "node:fs";
import type { Page } from "playwright";
import { readCourse, type ShownCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { type RunningSchool, startSchool } from "../school/start-school.ts";
import { openBrowser, openPage, readyTime, slowLine } from "./browser.ts";
import { LARGE_COURSE, LARGE_PRODUCT, writeLargeSchool } from "./large-school.ts";
import type { Figures } from "./report.ts";
import { measureUntilText } from "./stopwatch.ts";
import { signIn } from "./student.ts";

const RUNS = 5;
/** The demo course has seven entries; the first is open at the start. */
const MOVES = 6;

interface Times {
  opening: number;
  moving: number;
}

const firstTitle = (course: ShownCourse, entry: number): string =>
  course.entries[entry]?.lessons[0]?.title ?? "";

const open = async (page: Page, course: ShownCourse): Promise<number> => {
  await page.getByRole("button", { name: "Courses" }).click();
  return measureUntilText(page, firstTitle(course, 0), () =>
    page.getByRole("menuitem", { name: course.title }).click(),
  );
};

const move = async (page: Page, course: ShownCourse): Promise<number> => {
  const menu = page.getByRole("navigation", { name: "Course menu" });
  let total = 0;
  for (let entry = 1; entry <= MOVES; entry += 1) {
    const name = course.entries[entry]?.title ?? "";
    total += await measureUntilText(page, firstTitle(course, entry), () =>
      menu.getByText(name, { exact: true }).click(),
    );
  }
  return total;
};

const visit = async (school: RunningSchool, course: ShownCourse): Promise<Times> => {
  const { browser, context } = await openBrowser();
  try {
    const { page } = await openPage(context, { ...slowLine, latency: 0, speed: 0 });
    await page.goto(`${school.url}/tls/`);
    await readyTime(page);
    await signIn(page, "admin");
    await page.waitForLoadState("networkidle");
    const opening = await open(page, course);
    await page.waitForLoadState("networkidle");
    return { opening, moving: await move(page, course) };
  } finally {
    await browser.close();
  }
};

/** The best of several runs, since other load on the machine only adds to the time. */
const best = (times: readonly Times[]): Times => ({
  opening: Math.min(...times.map(({ opening }) => opening)),
  moving: Math.min(...times.map(({ moving }) => moving)),
});

const rounded = ({ opening, moving }: Times): string =>
  `opening ${Math.round(opening)} ms, ${MOVES} moves ${Math.round(moving)} ms`;

/** Compares a course of 2,000 lessons with the demo course on a four times slower processor. */
export const measureLargeCourse = async (): Promise<Figures> => {
  const folder = writeLargeSchool();
  const demoSchool = await startSchool();
  const largeSchool = await startSchool({ folder });
  try {
    const demoCourse = await readCourse(await openApi(demoSchool.url, "admin"), "PM", "PMB");
    const largeCourse = await readCourse(
      await openApi(largeSchool.url, "admin"),
      LARGE_PRODUCT,
      LARGE_COURSE,
    );
    const visits: { demo: Times[]; large: Times[] } = { demo: [], large: [] };
    // Alternating, so that other load on the machine affects both equally.
    for (let run = 0; run < RUNS; run += 1) {
      visits.demo.push(await visit(demoSchool, demoCourse));
      visits.large.push(await visit(largeSchool, largeCourse));
    }
    const demo = best(visits.demo);
    const large = best(visits.large);
    console.log(`  demo course: ${rounded(demo)}\n  2,000 lessons: ${rounded(large)}`);
    return {
      "opening 2,000 lessons against the demo course": large.opening / demo.opening,
      "moving between its menus against the demo course": large.moving / demo.moving,
    };
  } finally {
    await Promise.all([demoSchool.stop(), largeSchool.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
};
