import { expect, test } from "vitest";
import { postTreeRemoval, type TreePlace } from "../../../src/contract/staff-tree.ts";
import { decode } from "../support/decode.ts";
import { it } from "../support/on-sqlite.ts";
import { add, atDesk, FIRST, filesOf, move, PMB, remove, TOOLS } from "../support/tree-desk.ts";

const COURSE = "PM/course.yaml";

test("a lesson's number is never that of one that students had", async () => {
  const desk = await atDesk();
  const { school } = desk;
  const student = await school.add();
  const rows = {
    account_id: student.id,
    lesson_id: 900,
    opened: 1,
    package_id: 1,
    last_seen: 1,
    seconds: 1,
  };
  await school.database.write((db) =>
    db
      .insertInto("progress")
      .values(rows as never)
      .execute(),
  );
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
  const [one, two] = [
    await school.add({ courses: [{ course: 11 }] }),
    await school.add({ courses: [{ course: 11 }] }),
  ];
  const row = (account_id: number, lesson_id: number, completed: number | null) => ({
    ...{ account_id, lesson_id, opened: 1, completed, package_id: 1, last_seen: 1, seconds: 1 },
  });
  const { tree } = { tree: await desk.read() };
  const ids = tree.products[0]?.lessons.filter(({ key }) => /^(?:paper|pencil)$/.test(key));
  const [first = 0, second = 0] = ids?.map(({ id }) => id) ?? [];
  await school.database.write((db) =>
    db
      .insertInto("progress")
      .values([row(one.id, first, 2), row(one.id, second, null), row(two.id, first, 2)] as never)
      .execute(),
  );
  const removal = async (place: TreePlace) =>
    decode(postTreeRemoval, (await desk.post("/removal", { place })).json);
  expect(await removal(FIRST)).toMatchObject({
    ...{ lessons: 2, studying: 1, completed: 2, hand_ins: 0 },
    courses: [{ key: "PMB", students: 2 }],
  });
  expect(await removal(PMB)).toMatchObject({ lessons: 0, courses: [{ key: "PMB", students: 2 }] });
});
