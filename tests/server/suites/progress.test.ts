import { expect, test } from "vitest";
import { DAY, NOON, openSchool, PMB, PMS, SWB } from "../support/test-school.ts";

const iso = (time: number) => new Date(time).toISOString();

/** The day of the tests is a Wednesday. */
const MONDAY = NOON - 2 * DAY;

const school = openSchool.shared();
const get = async (token: string, path: string) => (await school.call(path, { token })).json;
const lesson = (token: string, key: string, product = "PM") =>
  school.call(`/products/${product}/lessons/${key}`, { token });

test("completing lessons opens one after another, sub-lessons with their main lesson", async () => {
  const { token } = await school.student({ course: PMB });
  const open = async () => {
    const keys = ["paper", "pencil", "lines_ml", "line-straight", "right-angles"];
    const all = await Promise.all(
      keys.map(async (key) => [key, (await lesson(token, key)).status]),
    );
    return all.flatMap(([key, status]) => (status === 200 ? [key] : []));
  };
  expect(await open()).toEqual(["paper"]);
  for (const answer of [
    await school.complete(token, 102),
    await school.study(token, 102),
    await lesson(token, "pencil"),
  ]) {
    expect(answer.outcome).toEqual([403, "lesson/not_active"]);
  }
  expect((await get(token, "/user/progress")).progress).toEqual([]);
  const done = await school.complete(token, 101);
  expect(done.json.progress).toEqual({
    ...{ lesson_id: 101, package_id: 1, course_id: PMB, seconds: 0 },
    ...{ opened: iso(school.now), completed: iso(school.now) },
  });
  expect(await open()).toEqual(["paper", "pencil"]);
  await school.complete(token, 102);
  expect((await school.complete(token, 105)).status).toBe(200);
  expect(await open()).toEqual(["paper", "pencil", "lines_ml", "line-straight"]);
});

test("a lesson is open that is open in any of the person's courses, and for administrators", async () => {
  const both = await school.student({ course: PMB }, { course: PMS });
  expect((await lesson(both.token, "paper")).status).toBe(200);
  expect((await lesson(both.token, "flare")).status).toBe(200);
  const admin = await school.token(await school.add({ level: 100 }));
  expect((await lesson(admin, "block-task")).status).toBe(200);
  const one = await school.student({ course: PMB });
  expect((await lesson(one.token, "flare")).outcome).toEqual([403, "session/not_allowed"]);
  expect((await lesson(one.token, "threading", "SW")).status).toBe(403);
  for (const name of ["nextLesson", "previousLesson", "today"]) {
    expect((await get(one.token, `/user/progress/${name}/${PMS}`)).code).toBe("course/not_found");
  }
});

test("a course without a subscription is closed", async () => {
  const { token } = await school.student({ course: PMB, subDate: null, subMonths: null });
  expect((await lesson(token, "paper")).json.code).toBe("course/expired");
});

const today = async (token: string, course = PMB, language = "en") =>
  (await school.call(`/user/progress/today/${course}?language=${language}`, { token })).json.today;

const study = async (token: string, at: number, ...lessons: number[]) => {
  school.now = at;
  for (const lesson of lessons) {
    expect((await school.complete(token, lesson)).status).toBe(200);
  }
};

test("today's class spreads the week's target over the remaining days, starting with the next lesson", async () => {
  school.now = MONDAY;
  const { token } = await school.student({ course: PMB });
  const days = ["16", "17", "18", "19", "20", "21", "22"];
  expect(await today(token)).toEqual({
    ...{ date: "2026-11-16", weeklyTarget: 5, doneThisWeek: 0, weekStart: 1 },
    lessons: [expect.objectContaining({ id: 101, menu: { menu1: 2, menu2: 1 }, completed: false })],
    assignments: [],
    days: days.map((day) => ({ date: `2026-11-${day}`, done: 0 })),
  });
  school.now = MONDAY + 5 * DAY;
  expect((await today(token)).lessons).toMatchObject([{ id: 101 }, { id: 102 }, { id: 103 }]);
});

test("today's class asks for the same lessons all day, on each device and after each sign-in", async () => {
  school.now = MONDAY + 5 * DAY;
  const { username, token } = await school.student({ course: PMB }, { course: SWB });
  const asked = async (session: string, course?: number) =>
    (await today(session, course)).lessons.map(
      ({ id, completed }: { id: number; completed: boolean }) => (completed ? `${id} done` : id),
    );
  const ofOther = await asked(token, SWB);
  await study(token, school.now, 101, 102);
  // To read it again changes nothing.
  await school.study(token, 101);
  expect(await asked(token)).toEqual(["101 done", "102 done", 103]);
  await study(token, school.now, 103, 106);
  const { token: again } = (await school.login(username)).json;
  expect(await asked(again)).toEqual(["101 done", "102 done", "103 done"]);
  expect(await asked(again, SWB)).toEqual(ofOther);
  school.now += DAY;
  expect(await asked(again)).toEqual([107]);
});
