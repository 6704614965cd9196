import { beforeAll, expect, test } from "vitest";
import { handIns } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { openSchool, type Person } from "../support/test-school.ts";

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
  const rows = at.database.read.selectFrom("account").select("id").where("id", "in", people);
  return (await rows.orderBy("id").execute()).map(({ id }) => id);
};
/** Whose removal is recorded as the manager's. */
const removals = async (people: readonly number[]) => {
  const all = school.database.read.selectFrom("audit").selectAll().where("action", "=", "removed");
  const rows = await all.where("subject", "in", people.map(String)).execute();
  return rows.filter(({ actor_name }) => actor_name === manager.username);
};

test("what goes with several people is summed up, and what they wrote to each other does not stay", async () => {
  const { student, handIn, answer } = handIns(() => school);
  const tutor = await school.signedIn({ level: 10 });
  const pupils = [await student(), await student(), await student()] as const;
  for (const pupil of pupils) {
    const { id: upload_id } = (await handIn(pupil.token)).json.assignment.uploads[0];
    const accepted = { student_id: pupil.id, upload_id, state: "accepted", text: "" };
    expect((await answer(tutor.token, accepted)).status).toBe(200);
  }
  const people = [pupils[0].id, pupils[1].id, tutor.id];
  const said = (await preview(people)).json;
  expect(said).toMatchObject({ people: 3, refused: [] });
  for (const what of ["upload", "file"]) expect(said.goes).toContainEqual({ what, count: 2 });
  // That to the third pupil, who stays.
  expect(said.stays).toContainEqual({ what: "answers", count: 1 });
  expect(await left(people)).toHaveLength(3);
  expect((await remove(people, 3)).json).toEqual(said);
  expect(await left([...people, pupils[2].id])).toEqual([pupils[2].id]);
  expect(await removals(people)).toHaveLength(3);
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
  const call = (name: string, people: number[]) =>
    own.call(`/staff/people/removals${name}`, { token, json: { people, count: 1 } });
  for (const people of [
    [first.id, second.id],
    [second.id, first.id],
  ]) {
    const { refused } = (await call("/preview", people)).json;
    expect(refused).toMatchObject([{ id: people[1], code: "person/last_administrator" }]);
  }
  expect((await call("", [second.id, first.id])).status).toBe(200);
  expect(await left([first.id, second.id], own)).toEqual([first.id]);
});
