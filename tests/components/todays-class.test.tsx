import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getToday, type SentToday } from "../../src/contract/progress.ts";
import ProgressScreen from "../../src/features/progress/progress-screen.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { userCourses } from "../unit/support/small-course.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { act, render, says, waitUntil } from "./render.tsx";
import { withApp } from "./with-app.tsx";

const DAY_MS = 24 * 3_600_000;
const TODAY = "GET /user/progress/today/10";

const reference = (id: number, key: string) => ({
  ...{ id, key, title: {}, package_id: 1, menu: null, completed: false },
});

const yesterday: SentToday = {
  date: "2026-03-01",
  weeklyTarget: 3,
  doneThisWeek: 3,
  lessons: [],
  assignments: [],
  weekStart: 7,
  days: [{ date: "2026-03-01", done: 3 }],
};

/** The screen of a student who has completed a lesson yesterday. */
const show = async (today: SentToday) => {
  const opened = await openSignedIn();
  opened.school.people.get("dana")?.completed.set(1, "2026-03-01T10:00:00Z");
  opened.school.answerWith(TODAY, answerTo(getToday, { today }));
  await opened.boot({ restore: false });
  await opened.study.ensure("PM", "PMB");
  await render(withApp(opened.app, <ProgressScreen />));
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
  await render(withApp(opened.app, <ProgressScreen />));
  return opened;
};

const present = () => document.querySelector("[aria-current=date]")?.textContent;

describe("today's class", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
  afterEach(() => void vi.useRealTimers());

  test("counts the present day when the answer is one of yesterday, and proposes what is left", async () => {
    await show(yesterday);
    expect(present()).toContain("Monday: 0 lessons done");
    expect(getByRole("progressbar", "This week").getAttribute("aria-valuenow")).toBe("1");
    const proposed = queryAllByRole("link", getByRole("list", "Lessons for today"));
    expect(proposed.map(({ textContent }) => textContent)).toEqual(["lines_ml"]);
  });

  test("knows the course studied last after a fresh sign-in, and the only course", async () => {
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

  test("asks for a choice of several courses only where none has been studied", async () => {
    const open = userCourses.map((course) => ({
      ...course,
      user_courses: userCourses[0]?.user_courses,
    })) as typeof userCourses;
    await showFresh(open, []);
    await says("You have not selected a course yet.");
  });

  test("follows the clock while it is shown", async () => {
    const { machine, school } = await show({ ...yesterday, date: "2026-03-02" });
    expect(present()).toBeUndefined();
    await act(() => vi.advanceTimersByTime(DAY_MS));
    expect(school.count(TODAY)).toBe(1);
    machine.advance(DAY_MS);
    await act(() => vi.advanceTimersByTime(60_000));
    await waitUntil(() => present()?.includes("Tuesday"));
    expect(school.count(TODAY)).toBe(2);
  });

  test("shows nothing of yesterday when it cannot be fetched", async () => {
    const { machine, school } = await show({ ...yesterday, date: "2026-03-02" });
    machine.advance(DAY_MS);
    school.answer(TODAY, () => new Response("", { status: 503 }));
    await act(() => vi.advanceTimersByTime(60_000));
    await waitUntil(() => queryByRole("alert"));
    expect(queryByRole("list", "Day by day")).toBeNull();
    expect(queryByRole("progressbar", "This week")).toBeNull();
    getByRole("button", "Try again");
  });
});

/** The list of lessons for today, of a student who has to study some. @param completed in the answer of the school */
const showToDo = async (completed: readonly boolean[]) => {
  const opened = await openSignedIn();
  const keys = ["paper", "lines_ml"];
  const days = [2, 3, 4, 5, 6, 7, 8].map((day) => ({ date: `2026-03-0${day}`, done: 0 }));
  const done = completed.filter(Boolean).length;
  opened.school.answerWith(
    "GET /user/progress/today/10",
    answerTo(getToday, {
      today: {
        ...{ date: "2026-03-02", weeklyTarget: 10, assignments: [], weekStart: 1 },
        doneThisWeek: done,
        lessons: completed.map((is, at) => ({
          ...reference(at + 1, keys[at] ?? ""),
          completed: is,
        })),
        days: days.map((day, at) => (at === 0 ? { ...day, done } : day)),
      },
    }),
  );
  const person = opened.school.people.get("dana");
  for (const [at, is] of completed.entries()) {
    if (is) person?.completed.set(at + 1, "2026-03-02T08:00:00Z");
  }
  await opened.boot({ restore: false });
  await opened.study.ensure("PM", "PMB");
  await render(withApp(opened.app, <ProgressScreen />));
  const section = () => document.querySelector("[aria-labelledby=today-lessons]");
  const lessons = () =>
    Array.from(section()?.querySelectorAll("li") ?? [], ({ textContent }) => textContent);
  await waitUntil(() => lessons().length === completed.length);
  return { ...opened, lessons, section };
};

test("today's class shows what was done today, and says when that is all", async () => {
  const { lessons, section } = await showToDo([true, true]);
  expect(lessons()).toEqual(["paper ✓\u00a0Completed", "lines_ml ✓\u00a0Completed"]);
  expect(section()?.textContent).toContain("You have done the lessons for today.");
  expect(present()).toContain("Monday: 2 lessons done");
});

test("today's class counts a lesson that was completed without a network as done", async () => {
  const { progress, school, lessons } = await showToDo([false, false]);
  school.network.up = false;
  await act(() => progress.complete(1, 1));
  expect(lessons()).toEqual(["paper ✓\u00a0Completed", "lines_ml"]);
  expect(present()).toContain("Monday: 1 lesson done");
});
