import { describe, expect, test } from "vitest";
import { PUBLISHED_AFTER_MS } from "../../../src/domain/hand-in-answer.ts";
import { FILES } from "../support/form.ts";
import { handIns, markFirstFile, TASK } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { sharedPerson } from "../support/shared-person.ts";
import { MINUTE, NOON, openSchool, PMB, SWB } from "../support/test-school.ts";

type Student = { id: number; token: string };

const school = openSchool.shared();
const { get, mine, student, handIn, answer } = handIns(() => school);
const tutor = sharedPerson(school, { level: 10 });

/** Takes an answer to a student who has handed in; it is told at this time. */
const answered = async (state: "accepted" | "returned", published_at: number | null) => {
  const noa = await student();
  const { id } = (await handIn(noa.token)).json.assignment.uploads[0];
  await markFirstFile(school.database, id);
  await answer(tutor.token, { student_id: noa.id, upload_id: id, state, text: "Mend the hem" });
  await school.database.write((db) =>
    db.updateTable("upload").set({ published_at }).where("id", "=", id).execute(),
  );
  return { ...noa, upload: id as number };
};

const marked = (token: string, upload: number, position: unknown = 0) =>
  school.call(`/user/assignments/${TASK}/uploads/${upload}/marked/${position}`, { token });

/** What each call of the student says of the answer. */
const knows = async ({ token }: Student, upload: number) => {
  const today = (await get(token, `/user/progress/today/${PMB}`)).today.assignments;
  const firstOf = async (path: string) =>
    (await get(token, `/user/assignments${path}`)).assignments[0];
  const lists = await Promise.all(["", `/course/${PMB}`, `/uploaded/${PMB}`].map(firstOf));
  const one = (await get(token, `/user/assignments/${TASK}`)).assignment;
  return {
    states: [...lists, one].map(({ state }) => state),
    texts: [...lists, one].map(({ uploads }) => uploads.at(-1).feedback?.text ?? null),
    copies: [...lists, one].map(({ uploads }) => uploads.at(-1).files[0].marked?.name ?? null),
    today: today.map(({ state }: { state: string }) => state),
    file: (await marked(token, upload)).status,
  };
};

const NOTHING = {
  ...{ states: Array(4).fill("uploaded"), texts: Array(4).fill(null) },
  ...{ copies: Array(4).fill(null), today: [], file: 404 },
};

test("a student knows nothing of an answer until it is told, and then all of it", async () => {
  const noa = await answered("returned", NOON + PUBLISHED_AFTER_MS);
  expect(await knows(noa, noa.upload)).toEqual(NOTHING);
  const path = `/user/assignments/${TASK}?student=${noa.id}`;
  expect((await get(tutor.token, path)).assignment).toMatchObject({
    state: "returned",
    uploads: [{ feedback: { text: "Mend the hem" } }],
  });
  expect((await marked(tutor.token, noa.upload)).status).toBe(200);
  school.now = NOON + PUBLISHED_AFTER_MS - 1;
  expect(await knows(noa, noa.upload)).toEqual(NOTHING);
  school.now = NOON + PUBLISHED_AFTER_MS;
  expect(await knows(noa, noa.upload)).toEqual({
    ...{ states: Array(4).fill("returned"), texts: Array(4).fill("Mend the hem") },
    ...{ copies: Array(4).fill("marked-block.jpg"), today: ["returned"], file: 200 },
  });
  school.now = NOON;
});

it("a student may hand in again while an answer is not told, also if it accepts", async () => {
  const { token } = await answered("accepted", NOON + PUBLISHED_AFTER_MS);
  expect((await handIn(token)).status).toBe(201);
  school.now = NOON + PUBLISHED_AFTER_MS;
  const [{ state, uploads }] = await mine(token);
  expect([state, uploads[0].feedback?.text]).toEqual(["uploaded", "Mend the hem"]);
  school.now = NOON;
});

test("a student is told by a server whose clock differs", async () => {
  for (const published_at of [NOON + 60 * MINUTE, NOON - 60 * MINUTE]) {
    const noa = await answered("returned", published_at);
    expect((await mine(noa.token))[0].state).toBe("returned");
  }
});

const isNew = async ({ token }: Student) =>
  (await mine(token))[0].uploads.map(
    ({ feedback }: { feedback: { new?: boolean } | null }) => feedback?.new ?? false,
  );
const see = ({ token }: Student) =>
  school.call(`/user/assignments/${TASK}/seen`, { method: "PUT", token });

test("an answer is new until its student has seen it, and new again when it is replaced", async () => {
  const noa = await answered("returned", NOON + PUBLISHED_AFTER_MS);
  // To look before it is told is not to see it.
  expect((await see(noa)).status).toBe(204);
  school.now = NOON + PUBLISHED_AFTER_MS;
  expect(await isNew(noa)).toEqual([true]);
  expect((await see(noa)).status).toBe(204);
  expect(await isNew(noa)).toEqual([false]);
  school.now = NOON;
  const said = { student_id: noa.id, upload_id: noa.upload, state: "accepted", text: "Good" };
  await answer(tutor.token, said);
  expect(await isNew(noa)).toEqual([true]);
  expect((await see(noa)).status).toBe(204);
  expect(await isNew(noa)).toEqual([false]);
  // What is accepted is done.
  expect((await handIn(noa.token)).json.code).toBe("assignment/accepted");
});

it("a marked copy is given to its student and to tutors who may see it, as a picture", async () => {
  const noa = await answered("returned", NOON);
  const other = (await student()).token;
  const [theirs, another] = [
    await school.token(await school.add({ level: 10, teaches: [PMB] })),
    await school.token(await school.add({ level: 10, teaches: [SWB] })),
  ];
  for (const token of [noa.token, tutor.token, theirs]) {
    const { headers, bytes } = await marked(token, noa.upload);
    expect(headers["content-type"]).toBe("image/jpeg");
    expect(headers["content-disposition"]).toContain("marked-block.jpg");
    expect(bytes).toEqual(FILES.jpeg());
  }
  for (const token of [other, another]) {
    const refused = await marked(token, noa.upload);
    expect([refused.status, refused.json.code]).toEqual([404, "asset/not_found"]);
  }
  for (const position of ["1", "0x0", "%00"]) {
    expect((await marked(noa.token, noa.upload, position)).status).toBe(404);
  }
});

describe("conversations about hand-ins", () => {
  const ask = (token: string, words: Record<string, unknown>) => school.message(token, words);
  const QUESTION = { subject: "The block", body: "Why?" };

  it("a conversation about a hand-in begins with the first message about it, of a student or a tutor, and goes on with the next", async () => {
    const noa = await answered("returned", NOON);
    expect((await mine(noa.token))[0].uploads[0]).not.toHaveProperty("thread");
    const first = (await ask(noa.token, { ...QUESTION, upload: noa.upload })).json.message;
    expect(first).toMatchObject(QUESTION);
    expect((await mine(noa.token))[0].uploads[0].thread).toBe(first.thread);
    const again = await ask(tutor.token, { ...QUESTION, body: "So", upload: noa.upload });
    const from = { role: "tutor" };
    expect(again.json.message).toMatchObject({ thread: first.thread, subject: "", from });
    const row = await school.row("conversation", { id: first.thread });
    expect(row).toMatchObject({ account_id: noa.id, course_id: PMB });

    const other = await answered("returned", NOON);
    const { thread } = (await ask(tutor.token, { ...QUESTION, upload: other.upload })).json.message;
    const list = (await get(other.token, "/user/messages")).messages;
    expect(list).toMatchObject([{ thread, read: false, from: { role: "tutor" } }]);
  });

  test("a conversation about a hand-in is one, though student and tutors begin it at the same moment", async () => {
    const { upload, token } = await answered("returned", NOON);
    const asking = [token, tutor.token, token, tutor.token, token];
    const asked = await Promise.all(asking.map((who) => ask(who, { ...QUESTION, upload })));
    expect(asked.map(({ status }) => status)).toEqual(Array(5).fill(201));
    expect(new Set(asked.map(({ json }) => json.message.thread)).size).toBe(1);
    const subjects = asked.map(({ json }) => json.message.subject);
    expect(subjects.filter((subject) => subject !== "")).toEqual([QUESTION.subject]);
  });

  it("a conversation about a hand-in is begun by nobody who may not see the hand-in, nor beside another conversation", async () => {
    const { upload, token } = await answered("returned", NOON);
    const other = (await student()).token;
    const another = await school.token(await school.add({ level: 10, teaches: [SWB] }));
    for (const [who, about] of [
      [other, upload],
      [another, upload],
      [token, ""],
      [token, "-1"],
    ] as const) {
      const refused = await ask(who, { ...QUESTION, upload: about });
      expect([refused.status, refused.json.code]).toEqual([404, "message/not_found"]);
    }
    const { thread } = (await ask(token, QUESTION)).json.message;
    const both = await ask(token, { ...QUESTION, upload, thread });
    expect([both.status, both.json.errors[0].path]).toEqual([422, "upload"]);
    expect((await ask(token, { body: "Why?", upload })).status).toBe(422);
    await expect(school.row("conversation", { upload_id: upload })).rejects.toThrow();
  });
});

describe("what is new for a person", () => {
  const unseen = async (token: string, language = "en") =>
    (await school.call(`/user/unseen?language=${language}`, { token })).json.unseen;
  const write = async (token: string, words: Record<string, string>) =>
    (await school.message(token, words)).json.message;
  const NONE = { answers: [], messages: 0, desk: null };

  test("an answer is new from when the student is told of it until the student has seen it", async () => {
    const other = await student();
    await handIn(other.token);
    const noa = await answered("returned", NOON + PUBLISHED_AFTER_MS);
    expect(await unseen(noa.token)).toEqual(NONE);
    school.now = NOON + PUBLISHED_AFTER_MS;
    const { answers } = await unseen(noa.token);
    expect(answers).toEqual([
      { id: TASK, title: expect.any(String), date: new Date(NOON).toISOString() },
    ]);
    const assignment = (await school.call(`/user/assignments/${TASK}`, { token: noa.token })).json;
    const titles: { language: string; title: string }[] = assignment.assignment.translations;
    for (const { language, title } of titles) {
      expect((await unseen(noa.token, language)).answers[0].title).toBe(title);
    }
    expect(await unseen(other.token)).toEqual(NONE);
    await see(noa);
    expect(await unseen(noa.token)).toEqual(NONE);
    school.now = NOON;
  });

  it("a message of a tutor is new until the student has opened it, one's own never is", async () => {
    const noa = await student();
    const { thread } = await write(noa.token, { subject: "Darts", body: "How deep?" });
    expect((await unseen(noa.token)).messages).toBe(0);
    const said = await write(tutor.token, { thread: String(thread), body: "2 cm" });
    await write(tutor.token, { thread: String(thread), body: "And 1 cm at the back" });
    expect((await unseen(noa.token)).messages).toBe(2);
    await school.call(`/user/messages/${said.id}`, { token: noa.token });
    expect((await unseen(noa.token)).messages).toBe(1);
  });
});
