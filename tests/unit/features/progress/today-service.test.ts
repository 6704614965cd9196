import { expect, test } from "vitest";
import { getToday, type SentToday } from "../../../../src/contract/progress.ts";
import { createToday } from "../../../../src/features/progress/today-service.ts";
import { createMemoryMachine } from "../../../../src/platform/memory/memory-machine.ts";
import { answerTo } from "../../../answer-to.ts";
import { openSignedIn } from "../../support/open-app.ts";
import { skeleton } from "../../support/small-course.ts";

const { lessonsOrder } = skeleton.courses.PMB;
/** On the machine it is the day of the answer. */
const openToday = async () => {
  const machine = createMemoryMachine(Date.parse("2026-03-04T09:00:00Z"));
  const opened = await openSignedIn("dana", { machine });
  const { transport, language } = opened.app;
  const service = createToday({
    send: transport.send,
    machine,
    language: () => language.state.language,
    firstDay: () => 7,
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

type Opened = Awaited<ReturnType<typeof openToday>>;
const proposed = (school: Opened["school"], changes: Partial<SentToday> = {}) =>
  school.answerWith(TODAY, answerTo(getToday, { today: { ...today, ...changes } }));
const completed = (school: Opened["school"], times: Readonly<Record<number, string>>) =>
  school.answerWith("GET /user/progress", {
    progress: Object.entries(times).map(([id, at]) => ({
      ...{ lesson_id: Number(id), opened: null, completed: at },
    })),
  });
const asked = ({ requests }: Opened["school"]) =>
  requests.filter(({ call }) => call === TODAY).map(({ request }) => new URL(request.url));
const doneOn = ({ service }: Opened) =>
  service.state.value?.days.filter(({ done }) => done > 0).map(({ date }) => date);

test("today's class contains what the school proposes, for one course", async () => {
  const { service, school } = await openToday();
  proposed(school);
  await service.load(10, lessonsOrder);
  expect(service.state.failure).toBeNull();
  expect(service.state.value).toMatchObject({ ...today, courseId: 10 });
});

test("today's class counts the days from the completed lessons if the school does not", async () => {
  const { service, school } = await openToday();
  const { days: _, ...without } = today;
  school.answerWith(TODAY, { today: without });
  school.answerWith("GET /user/progress", {
    progress: [
      { lesson_id: 1, opened: null, completed: "2026-03-03T10:00:00.000Z" },
      { lesson_id: 2, opened: "2026-03-03", completed: null },
    ],
  });
  await service.load(10, lessonsOrder);
  expect(service.state.value?.days).toEqual(
    [2, 3, 4, 5, 6, 7, 8].map((day) => ({ date: `2026-03-0${day}`, done: day === 3 ? 1 : 0 })),
  );
});

test("today's class starts the week on the person's first day of the week, if the school confirms it", async () => {
  const { service, school } = await openToday();
  const { days: _, ...without } = today;
  school.answer(TODAY, (context) =>
    context.json({ today: { ...without, weekStart: Number(context.req.query("weekStart")) } }),
  );
  completed(school, { 1: "2026-03-01T10:00:00.000Z" });
  await service.load(10, lessonsOrder);
  expect(service.state.value?.weekStart).toBe(7);
  expect(service.state.value?.days.map(({ date }) => Number(date.slice(8)))).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(service.state.value?.days[0]?.done).toBe(1);
});

test("today's class stays the same when the school does not answer, or answers without a day", async () => {
  const { service, school } = await openToday();
  proposed(school);
  await service.load(10, lessonsOrder);
  school.answerWith(TODAY, { today: { ...today, date: "soon" } });
  await service.load(10, lessonsOrder);
  expect(service.state.failure).not.toBeNull();
  expect(service.state.value?.date).toBe("2026-03-04");
  school.network.up = false;
  await service.load(10, lessonsOrder);
  expect(service.state.failure).not.toBeNull();
});

test("the day of today's class is counted here when the answer is one of yesterday that was kept", async () => {
  const opened = await openToday();
  const { service, school } = opened;
  proposed(school, { date: "2026-03-03", weeklyTarget: 2, doneThisWeek: 0 });
  completed(school, { 1: "2026-03-03T10:00:00Z" });
  await service.load(10, lessonsOrder);
  expect(service.state.value).toMatchObject({
    date: "2026-03-04",
    weeklyTarget: 2,
    doneThisWeek: 1,
    assignments: today.assignments,
    lessons: [{ id: 2, completed: false }],
  });
  expect(doneOn(opened)).toEqual(["2026-03-03"]);
});

test("the day of today's class is the student's at a school that counts in its own zone", async () => {
  const opened = await openToday();
  const { service, school, machine } = opened;
  // Tuesday evening in Los Angeles is Wednesday in UTC.
  machine.travel("America/Los_Angeles");
  machine.advance(-5 * 3_600_000);
  proposed(school, { days: null });
  completed(school, { 1: "2026-03-04T03:30:00Z" });
  await service.load(10, lessonsOrder);
  expect(service.state.value?.date).toBe("2026-03-03");
  expect(doneOn(opened)).toEqual(["2026-03-03"]);
});

test("the day of today's class counts a lesson on the day that a school tells without a time, wherever the student is", async () => {
  const opened = await openToday();
  const { service, school, machine } = opened;
  machine.travel("America/Los_Angeles");
  proposed(school, { days: null });
  completed(school, { 1: "2026-03-03" });
  await service.load(10, lessonsOrder);
  expect(doneOn(opened)).toEqual(["2026-03-03"]);
});

test("the day of today's class is unavailable when neither the school's count nor the progress is there", async () => {
  const { service, school } = await openToday();
  proposed(school, { date: "2026-03-03" });
  school.answer("GET /user/progress", () => new Response("", { status: 503 }));
  await service.load(10, lessonsOrder);
  expect(service.state).toMatchObject({ value: null, failure: { status: 503 } });
});

test("the day of today's class has passed at midnight where the student is", async () => {
  const { service, school, machine } = await openToday();
  machine.travel("Asia/Tokyo");
  proposed(school);
  await service.load(10, lessonsOrder);
  machine.advance(6 * 3_600_000 - 1);
  expect(service.isPast()).toBe(false);
  machine.advance(1);
  expect(service.isPast()).toBe(true);
  proposed(school, { date: "2026-03-05" });
  await service.load(10, lessonsOrder);
  expect(service.isPast()).toBe(false);
});

test("the day of today's class has passed when the student travels to where it is over", async () => {
  const { service, school, machine } = await openToday();
  proposed(school);
  await service.load(10, lessonsOrder);
  machine.travel("Pacific/Kiritimati");
  machine.advance(2 * 3_600_000);
  expect(service.isPast()).toBe(true);
  await service.load(10, lessonsOrder);
  expect(asked(school).at(-1)?.searchParams.get("zone")).toBe("Pacific/Kiritimati");
  expect(service.state.value?.date).toBe("2026-03-05");
});

test("the course that was studied last shows the overlay once a screen needs it", async () => {
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
