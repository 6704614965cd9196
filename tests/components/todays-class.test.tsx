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

test("today's class does not propose a lesson that was completed without a network", async () => {
  const { app, courses, study, progress, school } = await openSignedIn();
  school.answerWith(
    "GET /user/progress/today/10",
    answerTo(getToday, {
      today: {
        date: "2026-03-02",
        weeklyTarget: 3,
        doneThisWeek: 0,
        lessons: [reference(1, "paper"), reference(2, "lines_ml")],
        assignments: [],
        weekStart: 1,
        days: [],
      },
    }),
  );
  await courses.load();
  await study.ensure("PM", "PMB");
  await render(withApp(app, <ProgressScreen />));
  const proposed = () =>
    Array.from(
      document.querySelectorAll("[aria-labelledby=today-lessons] li"),
      ({ textContent }) => textContent,
    );
  await waitUntil(() => proposed().length === 2);
  school.network.up = false;
  await act(() => progress.complete(1, 1));
  expect(proposed()).toEqual(["lines_ml"]);
});
