import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getToday, type SentToday } from "../../src/contract/progress.ts";
import { courseMap } from "../../src/domain/course-map.ts";
import { CourseMapNav } from "../../src/features/progress/course-map.tsx";
import ProgressScreen from "../../src/features/progress/progress-screen.tsx";
import { answerTo } from "../answer-to.ts";
import { decodedChapter, decodedLesson } from "../unit/support/decoded-course.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { userCourses } from "../unit/support/small-course.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { focus, press } from "./person.ts";
import { act, render, renderApp, says, waitUntil } from "./render.tsx";

const DAY_MS = 24 * 3_600_000;
const TODAY = "GET /user/progress/today/10";

const yesterday: SentToday = {
  ...{ date: "2026-03-01", weeklyTarget: 3, doneThisWeek: 3, weekStart: 7 },
  ...{ lessons: [], assignments: [], days: [{ date: "2026-03-01", done: 3 }] },
};

/** The screen of a student who has completed the lessons of that day. */
const show = async (today: SentToday) => {
  const opened = await openSignedIn();
  const { completed } = opened.school.people.get("dana") ?? {};
  for (const { id } of today.lessons) completed?.set(id, `${today.date}T08:00:00Z`);
  opened.school.answerWith(TODAY, answerTo(getToday, { today }));
  await opened.boot({ restore: false });
  await opened.study.ensure("PM", "PMB");
  await renderApp(opened.app, <ProgressScreen />);
  await waitUntil(() => queryByRole("list", "Day by day"));
  return opened;
};

/** The screen after a sign-in on a machine that knows no course. */
const showFresh = async (courses: typeof userCourses, progress: object[]) => {
  const opened = await openSignedIn();
  opened.school.answerWith("GET /user/courses", { courses });
  opened.school.answerWith("GET /user/progress", { progress });
  opened.school.answerWith(TODAY, answerTo(getToday, { today: yesterday }));
  await opened.boot({ restore: false });
  await renderApp(opened.app, <ProgressScreen />);
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

test("today's class knows the course studied last after a fresh sign-in, and the only course", async () => {
  const [first, second] = userCourses;
  const both = [{ ...second, user_courses: first?.user_courses }, first] as typeof userCourses;
  const link = () => document.querySelector("h1 + p a[href='/lessons/PM/PMB']");
  await showFresh(both, [
    { lesson_id: 3, course_id: 11, opened: "2026-03-01T08:00:00Z" },
    { lesson_id: 1, course_id: 10, opened: "2026-02-01T08:00:00Z", completed: "2026-03-02" },
  ]);
  await waitUntil(link);
  document.body.replaceChildren();
  await showFresh(userCourses, []);
  await waitUntil(link);
});

test("today's class asks for a choice of several courses only where none has been studied", async () => {
  const { user_courses } = userCourses[0] ?? {};
  const open = userCourses.map((course) => ({ ...course, user_courses }));
  await showFresh(open as typeof userCourses, []);
  await says("You have not selected a course yet.");
});

test("today's class shows nothing of yesterday when it cannot be fetched", async () => {
  const { machine, school } = await show({ ...yesterday, date: "2026-03-02" });
  machine.advance(DAY_MS);
  school.answer(TODAY, () => new Response("", { status: 503 }));
  await act(() => vi.advanceTimersByTime(60_000));
  await waitUntil(() => queryByRole("alert"));
  expect(queryByRole("list", "Day by day")).toBeNull();
  expect(queryByRole("progressbar", "This week")).toBeNull();
  getByRole("button", "Try again");
});

test("today's class shows what was done today, and says when that is all", async () => {
  const days = [2, 3, 4, 5, 6, 7, 8].map((day) => ({
    ...{ date: `2026-03-0${day}`, done: day === 2 ? 2 : 0 },
  }));
  const lessons = ["paper", "lines_ml"].map((key, at) => ({
    ...{ id: at + 1, key, title: {}, package_id: 1, menu: null, completed: true },
  }));
  await show({
    ...{ date: "2026-03-02", weeklyTarget: 10, doneThisWeek: 2, assignments: [], weekStart: 1 },
    ...{ lessons, days },
  });
  const section = document.querySelector("[aria-labelledby=today-lessons]");
  const shown = Array.from(section?.querySelectorAll("li") ?? [], (each) => each.textContent);
  expect(shown).toEqual(["paper ✓\u00a0Completed", "lines_ml ✓\u00a0Completed"]);
  expect(section?.textContent).toContain("You have done the lessons for today.");
  expect(document.querySelector("[aria-current=date]")?.textContent).toContain(
    "Monday: 2 lessons done",
  );
});

const KEYS = ["paper", "pencil", "lines", "angles"];

/** The map of four lessons: one completed, the next one, one open by its completion, one closed. */
const showMap = async (language: "en" | "he" = "en") => {
  const chapters = courseMap({
    menus: [decodedChapter("tools", KEYS)],
    lessons: Object.fromEntries(KEYS.map((key, at) => [key, decodedLesson(at + 1, key)])),
    order: KEYS.map((_, index) => ({ id: index + 1 })),
    completed: new Set([1, 3]),
    next: 2,
    level: 0,
  });
  const { container } = await render(
    <CourseMapNav chapters={chapters} hrefOf={(key) => `/lessons/PM/PMB/${key}`} />,
    { language },
  );
  return container;
};

test("the course map links to the lessons that are open, and has one Tab stop at the next lesson", async () => {
  await showMap();
  expect(queryAllByRole("link").map((link) => [nameOf(link), link.tabIndex])).toEqual([
    ["paper", -1],
    ["pencil", 0],
    ["lines", -1],
  ]);
  expect(queryByRole("link", "angles")).toBeNull();
});

test.each([
  [
    "en",
    "ArrowRight lines, ArrowLeft pencil, ArrowDown lines, ArrowDown lines, ArrowUp pencil, a pencil",
  ],
  ["he", "ArrowLeft lines, ArrowRight pencil, ArrowDown lines, ArrowUp pencil"],
] as const)(
  "the course map moves the focus by arrow keys, as one reads in %s, and the Tab stop with it",
  async (language, steps) => {
    const map = (await showMap(language)).querySelector<HTMLElement>("ul + div");
    if (language === "he") map?.style.setProperty("direction", "rtl");
    await focus(getByRole("link", "pencil"));
    for (const step of steps.split(", ")) {
      const [key = ""] = step.split(" ");
      await press(key);
      expect(`${key} ${nameOf(document.activeElement as HTMLElement)}`).toBe(step);
    }
    await press("ArrowUp");
    expect(queryAllByRole("link").map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  },
);
