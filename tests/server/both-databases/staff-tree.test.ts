import { expect, test } from "vitest";
import { postTreeRemoval, type TreePlace } from "../../../src/contract/staff-tree.ts";
import { decode } from "../support/decode.ts";
import { it } from "../support/on-sqlite.ts";
import type { TestSchool } from "../support/test-school.ts";
import { add, atDesk, FIRST, filesOf, move, PMB, remove, TOOLS } from "../support/tree-desk.ts";

const COURSE = "PM/course.yaml";

/** Lessons that people have opened, and perhaps completed. */
const studied = (
  { database }: TestSchool,
  ...rows: [account_id: number, lesson_id: number, completed: number | null][]
) => {
  const all = rows.map(([account_id, lesson_id, completed]) => ({
    ...{ account_id, lesson_id, completed, opened: 1, package_id: 1, last_seen: 1, seconds: 1 },
    course_id: 11,
  }));
  return database.write((db) => db.insertInto("progress").values(all).execute());
};

test("a lesson's number is never that of one that students had", async () => {
  const desk = await atDesk();
  const { school } = desk;
  await studied(school, [(await school.add()).id, 900, null]);
  const added = async (title: string) => {
    const { tree, place } = (await desk.change(add("lesson", FIRST, title))).done();
    const lesson = tree.products[0]?.lessons.find(({ key }) => key === place?.lesson);
    return { id: lesson?.id, place: place as TreePlace };
  };
  const first = await added("One");
  expect(first.id).toBe(901);
  await desk.change(remove(first.place));
  expect((await added("Two")).id).toBe(902);
});

it("what is decided by an older file is refused, and nothing is changed", async () => {
  const desk = await atDesk();
  const seen = await desk.seen();
  expect((await desk.change(move(TOOLS, PMB, 0), seen)).status).toBe(200);
  const after = await filesOf(desk.school);
  const second = await desk.change(move(TOOLS, PMB, 0), seen);
  expect([second.status, second.json.code]).toEqual([409, "content/conflict"]);
  expect(second.json.errors).toEqual([expect.objectContaining({ path: COURSE })]);
  // Without the file that decides, too.
  expect((await desk.change(move(TOOLS, PMB, 0), [])).status).toBe(409);
  expect(await filesOf(desk.school)).toEqual(after);
  // Two at once: one of them is first.
  const [again, next] = [await desk.seen(), add("lesson", FIRST, "Both")];
  const answers = await Promise.all([desk.change(next, again), desk.change(next, again)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it("a removal says what it means to students", async () => {
  const desk = await atDesk();
  const { school } = desk;
  const courses = [{ course: 11 }];
  const [one, two] = [await school.add({ courses }), await school.add({ courses })];
  await studied(school, [one.id, 101, 2], [one.id, 102, null], [two.id, 101, 2]);
  const removal = async (place: TreePlace) =>
    decode(postTreeRemoval, (await desk.post("/removal", { place })).json);
  expect(await removal(FIRST)).toMatchObject({
    ...{ lessons: 2, studying: 1, completed: 2, hand_ins: 0 },
    courses: [{ key: "PMB", students: 2 }],
  });
  expect(await removal(PMB)).toMatchObject({ lessons: 0, courses: [{ key: "PMB", students: 2 }] });
});
