import { beforeAll, expect, test } from "vitest";
import { handIns } from "../support/hand-ins.ts";
import { addClass } from "../support/large-class.ts";
import { it } from "../support/on-sqlite.ts";
import { openSchool, type Person, PMB } from "../support/test-school.ts";

const school = openSchool.shared();
let admin: Person & { token: string };
let manager: Person & { token: string };
beforeAll(async () => {
  admin = await school.signedIn({ level: 100 });
  manager = await school.signedIn({ level: 20 });
});

const preview = (people: readonly number[], token = manager.token) =>
  school.call("/staff/people/removals/preview", { token, json: { people } });
const remove = (people: readonly number[], count: number, token = manager.token) =>
  school.call("/staff/people/removals", { token, json: { people, count } });
const left = async (people: readonly number[], at = school) => {
  const rows = await at.database.read
    .selectFrom("account")
    .select("id")
    .where("id", "in", people)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
};
const removals = async (people: readonly number[], at = school) =>
  at.database.read
    .selectFrom("audit")
    .select(["subject", "actor_name", "details"])
    .where("action", "=", "removed")
    .where("subject", "in", people.map(String))
    .execute();

test("what goes with several people is summed up, and what they wrote to each other does not stay", async () => {
  const { student, handIn, answer } = handIns(() => school);
  const tutor = await school.add({ level: 10 });
  const tutorToken = await school.token(tutor);
  const pupils = [await student(), await student(), await student()] as const;
  for (const pupil of pupils) {
    const { id: upload_id } = (await handIn(pupil.token)).json.assignment.uploads[0];
    const accepted = { student_id: pupil.id, upload_id, state: "accepted", text: "" };
    expect((await answer(tutorToken, accepted)).status).toBe(200);
  }
  const people = [pupils[0].id, pupils[1].id, tutor.id];
  const said = (await preview(people)).json;
  expect(said).toMatchObject({ people: 3, refused: [] });
  expect(said.goes).toEqual(
    expect.arrayContaining([
      { what: "upload", count: 2 },
      { what: "file", count: 2 },
    ]),
  );
  // That to the third pupil, who stays.
  expect(said.stays).toEqual(expect.arrayContaining([{ what: "answers", count: 1 }]));
  expect(await left(people)).toHaveLength(3);
  expect((await remove(people, 3)).json).toEqual(said);
  expect(await left([...people, pupils[2].id])).toEqual([pupils[2].id]);
  const recorded = await removals(people);
  expect(recorded.map(({ subject }) => Number(subject)).toSorted((a, b) => a - b)).toEqual(
    people.toSorted((a, b) => a - b),
  );
  expect(recorded.every(({ actor_name }) => actor_name === manager.username)).toBe(true);
  expect((await school.call("/user/courses", { token: pupils[0].token })).status).toBe(401);
});

it("who stands above, oneself, and who was removed meanwhile are named, and the others are removed", async () => {
  const [one, gone] = [await school.add(), await school.add()];
  expect((await remove([gone.id], 1)).status).toBe(200);
  const people = [admin.id, manager.id, one.id, gone.id];
  const said = (await preview(people)).json;
  expect(said.people).toBe(1);
  expect(said.refused).toEqual([
    { id: admin.id, name: "Noa Brand", code: "person/above" },
    { id: manager.id, name: "Noa Brand", code: "person/self" },
    { id: gone.id, name: "", code: "person/not_found" },
  ]);
  expect((await remove(people, 1)).json.refused).toEqual(said.refused);
  expect(await left(people)).toEqual([admin.id, manager.id]);
});

it("nobody is removed when it would be others than those who were shown", async () => {
  const [one, other] = [await school.add(), await school.add()];
  const people = [one.id, other.id];
  expect((await preview(people)).json.people).toBe(2);
  await remove([other.id], 1);
  const late = await remove(people, 2);
  expect([late.status, late.json.code]).toEqual([409, "person/changed"]);
  expect(await left(people)).toEqual([one.id]);
  const none = await remove([one.id, manager.id], 0);
  expect([none.status, none.json.code]).toEqual([409, "person/changed"]);
});

test("an administrator stays who can run the school, whoever is chosen and in whatever order", async () => {
  const own = await openSchool();
  const ended = await own.add({ level: 100 });
  const token = await own.token(ended);
  const [first, second] = [await own.add({ level: 100 }), await own.add({ level: 100 })];
  // Who has left still signs in, but does not count.
  await own.changeAccount(ended.id, { expire: "2026-01-15" });
  for (const people of [
    [first.id, second.id],
    [second.id, first.id],
  ]) {
    const json = { people, count: 1 };
    const said = (await own.call("/staff/people/removals/preview", { token, json: { people } }))
      .json;
    expect(said.refused).toMatchObject([{ id: people[1], code: "person/last_administrator" }]);
    if (people[0] === first.id) continue;
    expect((await own.call("/staff/people/removals", { token, json })).status).toBe(200);
  }
  expect(await left([first.id, second.id], own)).toEqual([first.id]);
});

test("several hundred people are removed at once, each with a record", async () => {
  await addClass(school, { students: 300, course: PMB });
  const rows = await school.database.read
    .selectFrom("account")
    .select("id")
    .where("email", "like", "%@class.example")
    .execute();
  const people = rows.map(({ id }) => id);
  expect((await preview(people)).json).toMatchObject({ people: people.length, refused: [] });
  expect((await remove(people, people.length)).json.people).toBe(people.length);
  expect(await left(people)).toEqual([]);
  expect(await removals(people)).toHaveLength(people.length);
});
