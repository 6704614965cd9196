import { expect, test } from "vitest";
import { getToday, type SentToday } from "../../../../src/contract/progress.ts";
import { createToday } from "../../../../src/features/progress/today-service.ts";
import { createMemoryMachine } from "../../../../src/platform/memory/memory-machine.ts";
import { answerTo } from "../../../answer-to.ts";
import { openSignedIn } from "../../support/open-app.ts";
import { skeleton } from "../../support/small-course.ts";

/** On the machine it is the day of the answer. */
const openToday = async () => {
  const machine = createMemoryMachine(Date.parse("2026-03-04T09:00:00Z"));
  const opened = await openSignedIn("dana", { machine });
  const { transport, language } = opened.app;
  const { send } = transport;
  const own = { language: () => language.state.language, firstDay: () => 7 };
  const service = createToday({ send, machine, ...own });
  return { ...opened, service, load: () => service.load(10, skeleton.courses.PMB.lessonsOrder) };
};

const TODAY = "GET /user/progress/today/10";

const today: SentToday = {
  ...{ date: "2026-03-04", weeklyTarget: 5, doneThisWeek: 1, weekStart: 1 },
  lessons: [{ id: 2, key: "pencil", title: {}, package_id: 1, menu: null, completed: false }],
  assignments: [{ id: 7, lesson_id: 1, title: "Your own block", state: "open" }],
  days: [{ date: "2026-03-02", done: 1 }],
};

type Opened = Awaited<ReturnType<typeof openToday>>;
const proposed = (school: Opened["school"], changes: Partial<SentToday> = {}) =>
  school.answerWith(TODAY, answerTo(getToday, { today: { ...today, ...changes } }));
const completed = (school: Opened["school"], times: Readonly<Record<number, string | null>>) =>
  school.answerWith("GET /user/progress", {
    progress: Object.entries(times).map(([id, at]) => {
      return { lesson_id: Number(id), opened: "2026-03-03", completed: at };
    }),
  });
const doneOn = ({ service }: Opened) =>
  service.state.value?.days.filter(({ done }) => done > 0).map(({ date }) => date);

test.each([
  // Monday, unless the school confirms the first day of the person.
  [1, [2, 3, 4, 5, 6, 7, 8]],
  [7, [1, 2, 3, 4, 5, 6, 7]],
])(
  "today's class counts the days from the completed lessons if the school does not, in a week from day %i",
  async (weekStart, days) => {
    const { service, school, load } = await openToday();
    const { days: _, ...without } = today;
    school.answerWith(TODAY, { today: { ...without, weekStart } });
    completed(school, { 1: "2026-03-03T10:00:00.000Z", 2: null });
    await load();
    expect(school.searches(TODAY)[0]).toContain("weekStart=7");
    expect(service.state.value?.days).toEqual(
      days.map((day) => ({ date: `2026-03-0${day}`, done: day === 3 ? 1 : 0 })),
    );
  },
);

test("today's class stays the same when the school answers without a day", async () => {
  const { service, school, load } = await openToday();
  proposed(school);
  await load();
  school.answerWith(TODAY, { today: { ...today, date: "soon" } });
  await load();
  expect(service.state.failure).not.toBeNull();
  expect(service.state.value?.date).toBe("2026-03-04");
});

test("the day of today's class is counted here when the answer is one of yesterday that was kept", async () => {
  const opened = await openToday();
  const { service, school, load } = opened;
  proposed(school, { date: "2026-03-03", weeklyTarget: 2, doneThisWeek: 0 });
  completed(school, { 1: "2026-03-03T10:00:00Z" });
  await load();
  expect(service.state.value).toMatchObject({
    ...{ date: "2026-03-04", weeklyTarget: 2, doneThisWeek: 1, assignments: today.assignments },
    lessons: [{ id: 2, completed: false }],
  });
  expect(doneOn(opened)).toEqual(["2026-03-03"]);
});

test.each([
  // Tuesday evening in Los Angeles is Wednesday in UTC.
  ["a lesson was completed in the evening", -5, "2026-03-04T03:30:00Z"],
  ["the school tells a day without a time", 0, "2026-03-03"],
])(
  "the day of today's class is the student's at a school that counts in its own zone, where %s",
  async (_, hours, at) => {
    const opened = await openToday();
    const { service, school, machine, load } = opened;
    machine.travel("America/Los_Angeles");
    machine.advance(hours * 3_600_000);
    proposed(school, { days: null });
    completed(school, { 1: at });
    await load();
    if (hours) expect(service.state.value?.date).toBe("2026-03-03");
    expect(doneOn(opened)).toEqual(["2026-03-03"]);
  },
);

test("the day of today's class is unavailable when neither the school's count nor the progress is there", async () => {
  const { service, school, load } = await openToday();
  proposed(school, { date: "2026-03-03" });
  school.answer("GET /user/progress", () => new Response("", { status: 503 }));
  await load();
  expect(service.state).toMatchObject({ value: null, failure: { status: 503 } });
});

test("the day of today's class has passed at midnight where the student is", async () => {
  const { service, school, machine, load } = await openToday();
  machine.travel("Asia/Tokyo");
  proposed(school);
  await load();
  machine.advance(6 * 3_600_000 - 1);
  expect(service.isPast()).toBe(false);
  machine.advance(1);
  expect(service.isPast()).toBe(true);
  proposed(school, { date: "2026-03-05" });
  await load();
  expect(service.isPast()).toBe(false);
});
