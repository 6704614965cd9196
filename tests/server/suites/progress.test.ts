import { expect, test } from "vitest";
import { openSchool, PMB, PMS } from "../support/test-school.ts";

const iso = (time: number) => new Date(time).toISOString();

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
    expect([answer.status, answer.json.code]).toEqual([403, "lesson/not_active"]);
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
  const foreign = await lesson(one.token, "flare");
  expect([foreign.status, foreign.json.code]).toEqual([403, "session/not_allowed"]);
  expect((await lesson(one.token, "threading", "SW")).status).toBe(403);
});

test("a course without a subscription is closed", async () => {
  const { token } = await school.student({ course: PMB, subDate: null, subMonths: null });
  expect((await lesson(token, "paper")).json.code).toBe("course/expired");
});

test("the next and the previous lesson include their place in the menu as the course shows it", async () => {
  const { token } = await school.student({ course: PMB });
  expect(await get(token, `/user/progress/previousLesson/${PMB}`)).toEqual([]);
  // The course shows the block before the tools, although it teaches the tools first.
  expect(await get(token, `/user/progress/nextLesson/${PMB}`)).toEqual([
    {
      ...{ id: 101, key: "paper", title: { en: "Paper", he: "נייר" }, package_id: 1 },
      ...{ menu: { menu1: 2, menu2: 1 }, completed: false },
    },
  ]);
  await school.complete(token, 101);
  const [previous] = await get(token, `/user/progress/previousLesson/${PMB}`);
  expect(previous).toMatchObject({ id: 101, completed: true });
  const [next] = await get(token, `/user/progress/nextLesson/${PMB}`);
  expect(next).toMatchObject({ id: 102, completed: false });
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
