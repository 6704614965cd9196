import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext, Page } from "playwright";
import { lessonTextStart, readCourse } from "../school/course.ts";
import { openApi, startSchool } from "../school/start-school.ts";
import { type Line, openPage, openPhone, readyTime, slowLine, whenSaid } from "./browser.ts";
import {
  type Lesson,
  noteUsable,
  openLesson,
  readUsable,
  signInToLesson,
  USABLE,
} from "./first-lesson.ts";
import { type Comparison, openOlderBuild } from "./older-build.ts";
import { type Figures, median } from "./report.ts";
import { repeat, timeUntil } from "./stopwatch.ts";
import { openSignedIn, waitForText } from "./student.ts";

const FIRST_VISITS = 5;
const KEPT_VISITS = 5;
const KEPT_WITHIN_MS = 60_000;

/** The time of the first paint, from the start of the navigation. */
const paintTime = async (page: Page): Promise<number> => {
  const handle = await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? false,
  );
  return Number(await handle.jsonValue());
};

/** Opens the sign-in form. */
const visitForm = async (context: BrowserContext, school: string) => {
  const { page } = await openPage(context, slowLine);
  await page.goto(`${school}/tls/`);
  const times = { ready: await readyTime(page), paint: await paintTime(page) };
  // The second visit uses the cache of the first, so wait until that is complete.
  await page.waitForLoadState("networkidle");
  await page.close();
  return times;
};

/** An administrator may open every lesson. */
const goToNextLesson = async (context: BrowserContext, lesson: Lesson): Promise<number> => {
  const { page } = await openPage(context, slowLine);
  await openSignedIn(page, lesson.school, "admin");
  await page.goto(lesson.address);
  await waitForText(page, lesson.text);
  await page.waitForLoadState("networkidle");
  return timeUntil(page, { text: lesson.nextText }, () =>
    page.getByRole("link", { name: "Next lesson" }).click(),
  );
};

/** Runs in the page: whether the worker and the store have everything of the lesson on screen. */
const isKept = async (): Promise<boolean> => {
  const lists = (await caches.keys()).find((name) => name.endsWith("/base"));
  if (!navigator.serviceWorker.controller || !lists) return false;
  const kept = await (await caches.open(lists)).keys();
  return kept.some(({ url }) => url.includes("menu%2Finstructions"));
};

/** Opens the lesson, and waits until the browser keeps it. */
const keepLesson = async (context: BrowserContext, lesson: Lesson): Promise<void> => {
  const { page } = await openPage(context);
  await openSignedIn(page, lesson.school, "student");
  await page.goto(lesson.address);
  await waitForText(page, lesson.text);
  const end = performance.now() + KEPT_WITHIN_MS;
  // `waitForFunction` takes the promise of an async function for true.
  while (!(await page.evaluate(isKept))) {
    if (performance.now() > end) throw new Error("The lesson was not kept.");
    await pause(100);
  }
  await page.close();
};

const visitKeptLesson = async (context: BrowserContext, lesson: Lesson, line?: Line) => {
  const { page } = await openPage(context, line);
  await page.addInitScript(noteUsable, lesson.text);
  const usable = whenSaid(page, USABLE);
  await page.goto(lesson.address);
  await usable;
  const times = { paint: await paintTime(page), usable: await page.evaluate(readUsable) };
  await page.close();
  return times;
};

/** The sign-in form for the first and the second time, and a change of lesson, without a worker. */
const measureFirstVisit = async (lesson: Lesson) => {
  await using phone = await openPhone();
  const { ready, paint } = await visitForm(phone.context, lesson.school);
  const again = await visitForm(phone.context, lesson.school);
  const next = await goToNextLesson(phone.context, lesson);
  const typed = await signInToLesson(lesson, { typed: true });
  const filled = await signInToLesson(lesson, { typed: false });
  const { largest, blocked } = await openLesson(lesson);
  return {
    "first paint": paint,
    "sign-in working": ready,
    "sign-in working, second visit": again.ready,
    "sign-in to the first page": typed.page,
    "first page to the first lesson": typed.lesson,
    "sign-in to the first page, filled in at once": filled.page,
    "first page to the first lesson, filled in at once": filled.lesson,
    "lesson, largest paint": largest,
    "lesson, total blocking": blocked,
    "lesson to next lesson": next,
  };
};

const measureKeptLesson = async (lesson: Lesson): Promise<Figures> => {
  await using phone = await openPhone([], { withWorker: true });
  const { context } = phone;
  await keepLesson(context, lesson);
  const slow = await repeat(KEPT_VISITS, () => visitKeptLesson(context, lesson, slowLine));
  await context.setOffline(true);
  const offline = await repeat(KEPT_VISITS, () => visitKeptLesson(context, lesson));
  return {
    "second visit, first paint": median(slow.map(({ paint }) => paint)),
    "second visit, lesson usable": median(slow.map(({ usable }) => usable)),
    "kept lesson without a network": median(offline.map(({ usable }) => usable)),
  };
};

/** Starts a school that serves a build, and finds the first lesson of a course. @param folder absent: the present */
const openLine = async (opened: AsyncDisposableStack, folder?: string): Promise<Lesson> => {
  const settings: Record<string, string> = folder ? { WEB_DIR: folder } : {};
  const school = opened.use(await startSchool({ settings }));
  const api = await openApi(school.url, "admin");
  const { title, entries } = await readCourse(api, "PM", "PMB");
  const [first, second] = entries[0]?.lessons ?? [];
  if (!first || !second) throw new Error("The first section of PMB has less than two lessons.");
  return {
    school: school.url,
    course: title,
    address: `${school.url}/tls/lessons/PM/PMB/${first.key}`,
    text: await lessonTextStart(api, "PM", first.key),
    nextText: await lessonTextStart(api, "PM", second.key),
  };
};

const mediansOf = (visits: readonly Figures[]): Figures =>
  Object.fromEntries(
    Object.keys(visits[0] ?? {}).map((name) => [
      name,
      median(visits.map((visit) => visit[name] ?? Number.NaN)),
    ]),
  );

/** What is compared with the other build. */
const COMPARED = ["sign-in to the first page", "first page to the first lesson"];

/**
 * Measures the way from the sign-in to a lesson, a change of lesson, and a lesson that the browser keeps, on
 * 400 kbit/s, 400 ms and a four times slower processor; and the kept lesson without a network. The median of
 * several visits, which take turns with those of another build.
 */
export const measure = async ({ against }: Comparison): Promise<Figures> => {
  using older = openOlderBuild(against);
  await using opened = new AsyncDisposableStack();
  const present = await openLine(opened);
  const other = await openLine(opened, older.path);
  const ofPresent: Figures[] = [];
  const ofOther: Figures[] = [];
  while (ofPresent.length < FIRST_VISITS) {
    ofOther.push(await measureFirstVisit(other));
    ofPresent.push(await measureFirstVisit(present));
  }
  const figures = { ...mediansOf(ofPresent), ...(await measureKeptLesson(present)) };
  const before: Figures = { ...mediansOf(ofOther), ...(await measureKeptLesson(other)) };
  for (const [name, value] of Object.entries(before)) {
    console.log(`  ${name}: ${Math.round(value)} ms with the other build`);
  }
  const ratios = COMPARED.map((name) => [
    `${name}, against the other build`,
    (figures[name] ?? Number.NaN) / (before[name] ?? Number.NaN),
  ]);
  return { ...figures, ...Object.fromEntries(ratios) };
};
