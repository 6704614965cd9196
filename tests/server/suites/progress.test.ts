import { expect, test } from "vitest";
import { MINUTE, openSchool, PMB, PMS } from "../support/test-school.ts";

const iso = (time: number) => new Date(time).toISOString();

const school = openSchool.shared();
const get = async (token: string, path: string) => (await school.call(path, { token })).json;
const lesson = (token: string, key: string, product = "PM") =>
  school.call(`/products/${product}/lessons/${key}`, { token });

test("completing lessons opens one after another", async () => {
  const { token } = await school.student({ course: PMB });
  expect((await lesson(token, "paper")).status).toBe(200);
  for (const key of ["pencil", "right-angles", "block-task"]) {
    const closed = await lesson(token, key);
    expect([closed.status, closed.json.code]).toEqual([403, "lesson/not_active"]);
  }
  const done = await school.complete(token, 101);
  expect(done.status).toBe(200);
  expect(done.json.progress).toEqual({
    lesson_id: 101,
    package_id: 1,
    course_id: PMB,
    opened: iso(school.now),
    completed: iso(school.now),
    seconds: 0,
  });
  expect((await lesson(token, "pencil")).status).toBe(200);
  expect((await lesson(token, "lines_ml")).status).toBe(403);
  expect((await lesson(token, "paper")).status).toBe(200);
});

test("a closed lesson can be neither opened nor completed", async () => {
  const { token } = await school.student({ course: PMB });
  for (const answer of [await school.complete(token, 102), await school.study(token, 102)]) {
    expect([answer.status, answer.json.code]).toEqual([403, "lesson/not_active"]);
  }
  expect((await get(token, "/user/progress")).progress).toEqual([]);
  expect((await lesson(token, "pencil")).status).toBe(403);
});

test("sub-lessons open with their main lesson", async () => {
  const { token } = await school.student({ course: PMB });
  expect((await lesson(token, "line-straight")).status).toBe(403);
  await school.complete(token, 101);
  await school.complete(token, 102);
  expect((await lesson(token, "lines_ml")).status).toBe(200);
  expect((await lesson(token, "line-straight")).status).toBe(200);
  expect((await school.complete(token, 105)).status).toBe(200);
  expect((await lesson(token, "right-angles")).status).toBe(403);
});

test("a lesson is open that is open in any of the person's courses", async () => {
  const both = await school.student({ course: PMB }, { course: PMS });
  expect((await lesson(both.token, "paper")).status).toBe(200);
  expect((await lesson(both.token, "flare")).status).toBe(200);
  const one = await school.student({ course: PMB });
  const foreign = await lesson(one.token, "flare");
  expect([foreign.status, foreign.json.code]).toEqual([403, "session/not_allowed"]);
  expect((await lesson(one.token, "threading", "SW")).status).toBe(403);
});

test("a course without a subscription is closed", async () => {
  const { token } = await school.student({ course: PMB, subDate: null, subMonths: null });
  expect((await lesson(token, "paper")).json.code).toBe("course/expired");
});

test("a course is open everywhere for administrators", async () => {
  const token = await school.token(await school.add({ level: 100 }));
  expect((await lesson(token, "block-task")).status).toBe(200);
  expect((await lesson(token, "flare")).status).toBe(200);
  expect((await school.complete(token, 108)).status).toBe(200);
});

test("the next and the previous lesson include their place in the menu as the course shows it", async () => {
  const { token } = await school.student({ course: PMB });
  expect(await get(token, `/user/progress/previousLesson/${PMB}`)).toEqual([]);
  // The course shows the block before the tools, although it teaches the tools first.
  expect(await get(token, `/user/progress/nextLesson/${PMB}`)).toEqual([
    {
      id: 101,
      key: "paper",
      title: { en: "Paper", he: "נייר" },
      package_id: 1,
      menu: { menu1: 2, menu2: 1 },
      completed: false,
    },
  ]);
  await school.complete(token, 101);
  const [previous] = await get(token, `/user/progress/previousLesson/${PMB}`);
  expect(previous).toMatchObject({ id: 101, completed: true });
  const [next] = await get(token, `/user/progress/nextLesson/${PMB}`);
  expect(next).toMatchObject({ id: 102, completed: false });
});

test("the next and the previous lesson include the place of the main lesson for a sub-lesson", async () => {
  const { token } = await school.student({ course: PMB });
  await school.complete(token, 101);
  await school.complete(token, 102);
  await school.study(token, 105);
  school.now += MINUTE;
  await school.study(token, 105);
  const [previous] = await get(token, `/user/progress/previousLesson/${PMB}`);
  expect(previous).toMatchObject({ id: 105, menu: { menu1: 2, menu2: 2 }, package_id: 1 });
});

test.each(["12", "99", "abc", "%00", "1e1", "99999999999999999999"])(
  "the next and the previous lesson are answered with 404 for the course %s, which is not the student's",
  async (course) => {
    const { token } = await school.student({ course: PMB });
    for (const name of ["nextLesson", "previousLesson"]) {
      const answer = await school.call(`/user/progress/${name}/${course}`, { token });
      expect([answer.status, answer.json.code]).toEqual([404, "course/not_found"]);
    }
  },
);
