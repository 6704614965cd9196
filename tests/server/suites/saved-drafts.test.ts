import { expect, test } from "vitest";
import { writeDraftFile } from "../../../src/contract/draft-file.ts";
import { MAX_SAVED_DRAFTS } from "../../../src/contract/saved-drafts.ts";
import { MINUTE, NOON, openSchool, PMB, SWB, sharedPerson } from "../support/test-school.ts";

const school = openSchool.shared();
const tutor = sharedPerson(school, { level: 10, teaches: [PMB] });
const otherTutor = sharedPerson(school, { level: 10, teaches: [SWB] });

const skirt = (waist = 70) =>
  writeDraftFile({
    table: { name: "Me", units: "cm" },
    ...{ block: "skirt-block", values: { waist_girth: waist }, options: {}, lengths: {} },
  });

const save = (token: string, json: object, key?: string) =>
  school.call("/user/drafts", {
    ...{ method: "POST", token, json },
    headers: key ? { "Idempotency-Key": key } : {},
  });
const share = (token: string, id: number, is_shared: boolean) =>
  school.call(`/user/drafts/${id}`, { method: "PUT", token, json: { is_shared } });
const remove = (token: string, id: number) =>
  school.call(`/user/drafts/${id}`, { method: "DELETE", token });
const list = async (token: string) => (await school.call("/user/drafts", { token })).json.drafts;
const seenBy = async (by: { token: string }, student: number) => {
  const { drafts } = (await school.call(`/desk/students/${student}`, by)).json;
  return drafts?.map(({ name }: { name: string }) => name);
};

test("drafts are saved by name, the same name again as a further version, each as it was", async () => {
  const { token } = await school.student({ course: PMB });
  await save(token, { name: " Summer skirt ", draft: skirt(70) });
  school.now = NOON + MINUTE;
  await save(token, { name: "Summer skirt", draft: skirt(72) });
  const saved = await list(token);
  expect(saved.map(({ name, draft }: { name: string; draft: string }) => [name, draft])).toEqual([
    ["Summer skirt", skirt(72)],
    ["Summer skirt", skirt(70)],
  ]);
  expect((await remove(token, saved[0].id)).status).toBe(204);
  expect(await list(token)).toHaveLength(1);
});

test("a draft whose answer was lost is saved once", async () => {
  const { token } = await school.student({ course: PMB });
  const send = () =>
    save(token, { name: "Once", draft: skirt() }, "3b241101-e2bb-4255-8caf-4136c566a962");
  const first = await send();
  const again = await send();
  expect([again.status, again.json]).toEqual([201, first.json]);
  expect(await list(token)).toHaveLength(1);
});

test("a shared draft is seen by the tutors of the student's courses, with its later versions, and by nobody else", async () => {
  const student = await school.student({ course: PMB });
  const { id } = (await save(student.token, { name: "Skirt", draft: skirt() })).json.draft;
  await save(student.token, { name: "Private", draft: skirt() });
  expect(await seenBy(tutor, student.id)).toEqual([]);
  await share(student.token, id, true);
  await save(student.token, { name: "Skirt", draft: skirt(74) });
  expect(await seenBy(tutor, student.id)).toEqual(["Skirt", "Skirt"]);
  expect(await seenBy(otherTutor, student.id)).toBeUndefined();
  await share(student.token, id, false);
  expect(await seenBy(tutor, student.id)).toEqual([]);
});

test("a saved draft of another person is not there", async () => {
  const [one, other] = [
    await school.student({ course: PMB }),
    await school.student({ course: PMB }),
  ];
  const { id } = (await save(one.token, { name: "Mine", draft: skirt() })).json.draft;
  for (const answer of [await share(other.token, id, true), await remove(other.token, id)]) {
    expect(answer.outcome).toEqual([404, "draft/not_found"]);
  }
  expect(await list(one.token)).toMatchObject([{ name: "Mine", is_shared: false }]);
});

test("a person keeps a hundred drafts, also with two requests at once", async () => {
  const student = await school.student({ course: PMB });
  const saved = { account_id: student.id, draft: skirt(), is_shared: 0, created: NOON };
  const names = Array.from({ length: MAX_SAVED_DRAFTS - 1 }, (_, at) => `${at}`);
  const rows = names.map((name) => ({ ...saved, name }));
  await school.database.write((db) => db.insertInto("saved_draft").values(rows).execute());
  const answers = await Promise.all(
    ["a", "b"].map((name) => save(student.token, { name, draft: skirt() })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await list(student.token)).toHaveLength(MAX_SAVED_DRAFTS);
});
