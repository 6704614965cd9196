import { expect, test } from "vitest";
import { getToday } from "../../../src/contract/progress.ts";
import { firstDayOfWeek } from "../../../src/domain/week-start.ts";
import { progress } from "../../../src/features/progress/route.ts";
import { createToday } from "../../../src/features/progress/today-service.ts";
import { answerTo } from "../../answer-to.ts";
import { openSignedIn } from "../support/open-app.ts";

const proposed = {
  date: "2026-03-02",
  weeklyTarget: 3,
  doneThisWeek: 0,
  lessons: [],
  assignments: [],
  weekStart: 7,
  days: [],
};

test("today's class is fetched once, at the address that its screen uses", async () => {
  const { app, school, ...services } = await openSignedIn();
  await services.boot({ restore: false });
  await services.study.ensure("PM", "PMB");
  const course = services.study.state.selection?.course;
  if (!course) throw new Error("The course was not selected");
  school.answerWith("GET /user/progress/today/10", answerTo(getToday, { today: proposed }));

  progress.prefetch(app);
  const language = () => app.language.state.language;
  const firstDay = () => firstDayOfWeek(navigator.languages, language());
  const today = createToday({ send: app.transport.send, machine: app.machine, language, firstDay });
  await today.load(course.id, course.lessonsOrder);

  expect(today.state.value?.courseId).toBe(10);
  expect(school.count("GET /user/progress/today/10")).toBe(1);
});
