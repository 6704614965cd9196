import { describe, expect, test } from "vitest";
import { getToday, type SentToday } from "../../../../src/contract/progress.ts";
import { createToday } from "../../../../src/features/progress/today.ts";
import { answerTo } from "../../../answer-to.ts";
import { openSignedIn } from "../../support/open-app.ts";
import { skeleton } from "../../support/small-course.ts";

const { lessonsOrder } = skeleton.courses.PMB;
const openToday = async () => {
  const opened = await openSignedIn();
  const { transport, language } = opened.app;
  const service = createToday({
    send: transport.send,
    language: () => language.state.language,
    weekStart: () => 7,
  });
  return { ...opened, service };
};

const TODAY = "GET /user/progress/today/10";

const today: SentToday = {
  date: "2026-03-04",
  weeklyTarget: 5,
  doneThisWeek: 1,
  lessons: [
    { id: 2, key: "pencil", title: { en: "Pencil" }, package_id: 1, menu: null, completed: false },
  ],
  assignments: [{ id: 7, lesson_id: 1, title: "Your own block", state: "open" }],
  weekStart: 1,
  days: [{ date: "2026-03-02", done: 1 }],
};

describe("today's class", () => {
  test("contains what the school proposes, for one course", async () => {
    const { service, school } = await openToday();
    school.answer(TODAY, (context) => context.json(answerTo(getToday, { today })));
    await service.load(10, lessonsOrder);
    expect(service.state.failure).toBeNull();
    expect(service.state.value).toMatchObject({ ...today, courseId: 10 });
  });

  test("counts the days from the completed lessons if the school does not", async () => {
    const { service, school } = await openToday();
    const { days: _, ...without } = today;
    school.answer(TODAY, (context) => context.json({ today: without }));
    school.answer("GET /user/progress", (context) =>
      context.json({
        progress: [
          { lesson_id: 1, opened: null, completed: "2026-03-03T10:00:00.000Z" },
          { lesson_id: 2, opened: "2026-03-03", completed: null },
        ],
      }),
    );
    await service.load(10, lessonsOrder);
    expect(service.state.value?.days).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((day) => ({ date: `2026-03-0${day}`, done: day === 3 ? 1 : 0 })),
    );
  });

  const studied = (school: Awaited<ReturnType<typeof openToday>>["school"]) =>
    school.answer("GET /user/progress", (context) =>
      context.json({
        progress: [{ lesson_id: 1, opened: null, completed: "2026-03-01T10:00:00.000Z" }],
      }),
    );

  test("starts the week on the person's first day of the week, if the school confirms it", async () => {
    const { service, school } = await openToday();
    const { days: _, ...without } = today;
    school.answer(TODAY, (context) =>
      context.json({ today: { ...without, weekStart: Number(context.req.query("weekStart")) } }),
    );
    studied(school);
    await service.load(10, lessonsOrder);
    expect(service.state.value?.weekStart).toBe(7);
    expect(service.state.value?.days.map(({ date }) => date.slice(8))).toEqual([
      "01",
      "02",
      "03",
      "04",
      "05",
      "06",
      "07",
    ]);
    expect(service.state.value?.days[0]?.done).toBe(1);
  });

  test.each([undefined, null, 0, 8, "7", 2.5])(
    "starts the week on Monday if the school answers %j",
    async (weekStart) => {
      const { service, school } = await openToday();
      const { days: _, ...without } = today;
      school.answer(TODAY, (context) => context.json({ today: { ...without, weekStart } }));
      studied(school);
      await service.load(10, lessonsOrder);
      expect(service.state.value?.weekStart).toBe(1);
      expect(service.state.value?.days[0]).toEqual({ date: "2026-03-02", done: 0 });
    },
  );

  test("stays the same when the school does not answer, or answers without a day", async () => {
    const { service, school } = await openToday();
    school.answer(TODAY, (context) => context.json(answerTo(getToday, { today })));
    await service.load(10, lessonsOrder);
    school.answer(TODAY, (context) => context.json({ today: { ...today, date: "soon" } }));
    await service.load(10, lessonsOrder);
    expect(service.state.failure).toBe("unavailable");
    expect(service.state.value?.date).toBe("2026-03-04");
    school.network.up = false;
    await service.load(10, lessonsOrder);
    expect(service.state.failure).toBe("unavailable");
  });
});

describe("the course that was studied last", () => {
  test("is restored at the start, without an overlay", async () => {
    const { study, place, boot } = await openSignedIn();
    place.selectCourse("PM", "PMB");
    const booting = boot({ restore: true });
    expect(study.state.waiting).toBeNull();
    await booting;
    expect(study.isSelected("PM", "PMB")).toBe(true);
    expect(study.state.waiting).toBeNull();
  });

  test("shows the overlay once a screen needs it", async () => {
    const { study, place, courses } = await openSignedIn();
    place.selectCourse("PM", "PMB");
    void courses.load();
    const restoring = study.restore();
    const asking = study.ensure("PM", "PMB");
    expect(study.state.waiting).toBe("course-and-progress");
    expect(await asking).toBe(true);
    await restoring;
    expect(study.state.waiting).toBeNull();
  });

  test("fails without an alert when there is no connection", async () => {
    const { study, place, courses, school, app } = await openSignedIn();
    place.selectCourse("PM", "PMB");
    school.network.up = false;
    void courses.load();
    await study.restore();
    expect(study.state.failure).toEqual({ kind: "no-connection" });
    expect(app.alerts.state.list).toEqual([]);
    await study.ensure("PM", "PMB");
    expect(app.alerts.state.list).toHaveLength(1);
  });
});
