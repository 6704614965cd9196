import type { Page } from "playwright";
import { readCourse, type ShownCourse } from "../school/course.ts";
import { openApi, startSchool } from "../school/start-school.ts";
import { openPage, openPhone, slowLine } from "./browser.ts";
import { LARGE_COURSE, LARGE_PRODUCT, writeLargeSchool } from "./large-school.ts";
import type { Figures } from "./report.ts";
import { timeUntil } from "./stopwatch.ts";
import { openSignedIn } from "./student.ts";

const RUNS = 5;
/** The demo course has seven entries; the first is open at the start. */
const MOVES = 6;

interface Times {
  opening: number;
  moving: number;
}

const firstTitle = (course: ShownCourse, entry: number) => ({
  text: course.entries[entry]?.lessons[0]?.title ?? "",
});

const open = async (page: Page, course: ShownCourse): Promise<number> => {
  await page.getByRole("button", { name: "Courses" }).click();
  return timeUntil(page, firstTitle(course, 0), () =>
    page.getByRole("menuitem", { name: course.title }).click(),
  );
};

const move = async (page: Page, course: ShownCourse): Promise<number> => {
  const menu = page.getByRole("navigation", { name: "Course menu" });
  let total = 0;
  for (let entry = 1; entry <= MOVES; entry += 1) {
    const name = course.entries[entry]?.title ?? "";
    total += await timeUntil(page, firstTitle(course, entry), () =>
      menu.getByText(name, { exact: true }).click(),
    );
  }
  return total;
};

const visit = async (school: string, course: ShownCourse): Promise<Times> => {
  await using phone = await openPhone();
  const { page } = await openPage(phone.context, { ...slowLine, latency: 0, speed: 0 });
  await openSignedIn(page, school, "admin");
  await page.waitForLoadState("networkidle");
  const opening = await open(page, course);
  await page.waitForLoadState("networkidle");
  return { opening, moving: await move(page, course) };
};

/** The best of several runs, since other load on the machine only adds to the time. */
const best = (times: readonly Times[]): Times => ({
  opening: Math.min(...times.map(({ opening }) => opening)),
  moving: Math.min(...times.map(({ moving }) => moving)),
});

const rounded = ({ opening, moving }: Times): string =>
  `opening ${Math.round(opening)} ms, ${MOVES} moves ${Math.round(moving)} ms`;

/** Compares a course of 2,000 lessons with the demo course on a four times slower processor. */
export const measure = async (): Promise<Figures> => {
  using folder = writeLargeSchool();
  await using demo = await startSchool();
  await using large = await startSchool({ folder: folder.path });
  const demoCourse = await readCourse(await openApi(demo.url, "admin"), "PM", "PMB");
  const largeApi = await openApi(large.url, "admin");
  const largeCourse = await readCourse(largeApi, LARGE_PRODUCT, LARGE_COURSE);
  const visits: { demo: Times[]; large: Times[] } = { demo: [], large: [] };
  // Alternating, so that other load on the machine affects both equally.
  for (let run = 0; run < RUNS; run += 1) {
    visits.demo.push(await visit(demo.url, demoCourse));
    visits.large.push(await visit(large.url, largeCourse));
  }
  const demoTimes = best(visits.demo);
  const largeTimes = best(visits.large);
  console.log(`  demo course: ${rounded(demoTimes)}\n  2,000 lessons: ${rounded(largeTimes)}`);
  return {
    "opening 2,000 lessons against the demo course": largeTimes.opening / demoTimes.opening,
    "moving between its menus against the demo course": largeTimes.moving / demoTimes.moving,
  };
};
