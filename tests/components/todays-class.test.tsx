import { expect, test } from "vitest";
import { getToday } from "../../src/contract/progress.ts";
import ProgressScreen from "../../src/features/progress/progress-screen.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { act, render, waitUntil } from "./render.tsx";
import { withApp } from "./with-app.tsx";

const reference = (id: number, key: string) => ({
  ...{ id, key, title: {}, package_id: 1, menu: null, completed: false },
});

test("today's class does not propose a lesson that was completed without a network", async () => {
  const { app, courses, study, progress, school } = await openSignedIn();
  school.answer("GET /user/progress/today/10", (context) =>
    context.json(
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
    ),
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
