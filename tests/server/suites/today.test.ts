import { expect, test } from "vitest";
import { DAY, NOON, openSchool, PMB, SWB } from "../support/test-school.ts";

/** The day of the tests is a Wednesday. */
const MONDAY = NOON - 2 * DAY;

const school = openSchool.shared();

const today = async (token: string, course = PMB, language = "en") =>
  (await school.call(`/user/progress/today/${course}?language=${language}`, { token })).json.today;

const ids = (lessons: { id: number }[]) => lessons.map(({ id }) => id);

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
  expect(ids((await today(token)).lessons)).toEqual([101, 102, 103]);
});

test("today's class counts from the person's first day of the week, and confirms it", async () => {
  const SUNDAY = MONDAY - DAY;
  const { token } = await school.student({ course: PMB });
  await study(token, SUNDAY, 101);
  await study(token, NOON, 102);
  for (const [asked, weekStart, doneThisWeek, date] of [
    ["7", 7, 2, "2026-11-15"],
    ["6", 6, 2, "2026-11-14"],
    ...["1", "0", "2.5", "", "__proto__"].map((wrong) => [wrong, 1, 1, "2026-11-16"] as const),
  ] as const) {
    const path = `/user/progress/today/${PMB}?language=en&weekStart=${asked}`;
    const week = (await school.call(path, { token })).json.today;
    expect(week).toMatchObject({ weekStart, doneThisWeek });
    expect(week.days[0].date).toBe(date);
  }
});

test("today's class lists the assignments of open lessons, in the requested language", async () => {
  school.now = MONDAY;
  const { token } = await school.student({ course: PMB });
  const admin = await school.token(await school.add({ level: 100 }));
  expect((await today(token)).assignments).toEqual([]);
  const [english] = (await today(admin)).assignments;
  expect(english).toMatchObject({ lesson_id: 108, title: "Your own block", state: "open" });
  const [hebrew] = (await today(admin, PMB, "he")).assignments;
  expect(hebrew.title).toMatch(/[א-ת]/);
  for (const language of ["xx", "__proto__", "constructor"]) {
    expect((await today(admin, PMB, language)).assignments).toEqual([english]);
  }
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
