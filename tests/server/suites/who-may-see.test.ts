import { beforeAll, expect, test } from "vitest";
import { maySee, type Viewer } from "../../../src/domain/staff-rights.ts";
import { insertUpload } from "../../../src/server/assignments/uploads.ts";
import { CatalogueHolder } from "../../../src/server/content/catalogue.ts";
import { setTaughtCourses } from "../../../src/server/desk/viewer.ts";
import { visibleTo } from "../../../src/server/desk/visible-rows.ts";
import { insertConversation } from "../../../src/server/messages/conversations.ts";
import { FILES } from "../support/form.ts";
import { handIns, TASK } from "../support/hand-ins.ts";
import { NOON, openSchool, type Person, PMB, PMS, SWB } from "../support/test-school.ts";

type Staff = "of the course" | "of another course" | "without courses" | "manager";

const school = openSchool.shared();
const { student, handIn, answer } = handIns(() => school);
const tokens = {} as Record<Staff, string>;
let noa: Person & { token: string };
let upload: number;
let thread: number;
let message: number;
let tutor: Person;

/** The row of a hand-in that waits. */
const OPEN = {
  ...{ lesson_id: TASK, created: NOON, comment: "", state: "uploaded" as const },
  ...{ feedback: null, feedback_at: null, tutor: null },
};

const ask = (token: string, words: Record<string, string | number>) =>
  school.message(token, words, { "hem.jpg": FILES.jpeg() });

beforeAll(async () => {
  tutor = await school.add({ level: 10, teaches: [PMB] });
  const other = { level: 10, teaches: [SWB, PMS], courses: [{ course: PMB }] };
  Object.assign(tokens, {
    "of the course": await school.token(tutor),
    "of another course": (await school.signedIn(other)).token,
    "without courses": (await school.signedIn({ level: 10, teaches: [] })).token,
    manager: (await school.signedIn({ level: 20, teaches: [] })).token,
  });
  noa = await student();
  upload = (await handIn(noa.token)).json.assignment.uploads[0].id;
  ({ thread, id: message } = (
    await ask(noa.token, { subject: "Darts", body: "How deep?" })
  ).json.message);
});

/** What each call that opens a student's work answers: its status, or whether Noa is in its list. */
const calls = (token: string) => {
  const status = async (path: string) => (await school.call(path, { token })).status;
  const holds = async (path: string) =>
    (await school.call(path, { token })).text.includes(`"id":${noa.id},`) ? 200 : 404;
  return {
    waiting: holds("/user/assignments?state=uploaded"),
    queue: holds("/desk/queue?limit=200"),
    students: holds("/desk/students?limit=200"),
    student: status(`/desk/students/${noa.id}`),
    handIn: status(`/desk/hand-ins/${upload}`),
    assignment: status(`/user/assignments/${TASK}?student=${noa.id}`),
    file: status(`/user/assignments/${TASK}/uploads/${upload}/block.jpg`),
    inbox: holds("/user/messages"),
    conversations: holds("/user/conversations"),
    conversation: status(`/user/messages?thread=${thread}`),
    message: status(`/user/messages/${message}`),
    addresses: status(`/user/messages/${message}?files=url`),
    attachment: status(`/user/messages/${message}/attachments/0`),
  };
};

const all = async (token: string) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(calls(token)).map(async ([name, result]) => [name, await result] as const),
    ),
  );

test.each<[Staff, 200 | 404]>([
  ["of the course", 200],
  ["of another course", 404],
  ["without courses", 404],
  ["manager", 200],
])("a student's work is opened by each call or by none: for staff %s", async (who, status) => {
  const expected = Object.keys(calls(tokens[who])).map((name) => [name, status]);
  expect(await all(tokens[who])).toEqual(Object.fromEntries(expected));
});

test.each<Staff>(["of another course", "without courses"])(
  "a student's work is neither answered nor written to by a tutor %s",
  async (who) => {
    const said = { student_id: noa.id, upload_id: upload, state: "accepted", text: "" };
    expect((await answer(tokens[who], said)).outcome).toEqual([404, "assignment/not_found"]);
    const written = await ask(tokens[who], { thread, body: "May I?" });
    expect(written.outcome).toEqual([404, "message/not_found"]);
    expect((await school.row("upload", { id: upload })).state).toBe("uploaded");
  },
);

test("a course that a tutor loses is closed at once, also for addresses with a ticket", async () => {
  const token = tokens["of the course"];
  const opened = await school.call(`/user/messages/${message}?files=url`, { token });
  const { url } = opened.json.attachments[0];
  const take = (courses: number[]) =>
    school.database.write((db) => setTaughtCourses(db, tutor.id, courses));
  expect((await school.call(url)).status).toBe(200);
  await take([SWB]);
  expect((await school.call(url)).outcome).toEqual([404, "message/not_found"]);
  expect(new Set(Object.values(await all(token)))).toEqual(new Set([404]));
  await take([SWB, PMB]);
  expect((await school.call(url)).status).toBe(200);
});

test("a course that the student loses closes the student's work to its tutors", async () => {
  const { id, token } = await student();
  await handIn(token);
  const path = `/user/assignments/${TASK}?student=${id}`;
  const status = async () => (await school.call(path, { token: tokens["of the course"] })).status;
  expect(await status()).toBe(200);
  // A subscription that has ended counts.
  await school.update("subscription", { exp_date: "2020-01-01" }, { account_id: id });
  expect(await status()).toBe(200);
  await school.remove("subscription", { account_id: id });
  expect(await status()).toBe(404);
});

let both: Person & { token: string };
let about: number;
let general: number;
beforeAll(async () => {
  both = await school.student({ course: PMB }, { course: SWB });
  [about, general] = await school.database.write(async (db) => {
    const upload_id = await insertUpload(db, { ...OPEN, account_id: both.id });
    const about = { upload_id, course_id: PMB };
    return [
      await insertConversation(db, both.id, about),
      await insertConversation(db, both.id),
    ] as const;
  });
  for (const on of [about, general]) await ask(both.token, { thread: on, body: "Please look" });
});

test.each<[Staff, object]>([
  ["of the course", { assignment: 200, about: 200, general: 200 }],
  ["of another course", { assignment: 404, about: 404, general: 200 }],
  ["without courses", { assignment: 404, about: 404, general: 404 }],
  ["manager", { assignment: 200, about: 200, general: 200 }],
])("a student of two courses shows work to its course alone: %s", async (who, expected) => {
  const token = tokens[who];
  const status = async (path: string) => (await school.call(path, { token })).status;
  expect({
    assignment: await status(`/user/assignments/${TASK}?student=${both.id}`),
    about: await status(`/user/messages?thread=${about}`),
    general: await status(`/user/messages?thread=${general}`),
  }).toEqual(expected);
});

test("a conversation stays with the course in which it began, once the lesson of its hand-in is gone", async () => {
  const set = (lesson_id: number) =>
    school.update("upload", { lesson_id }, { account_id: both.id });
  const status = async (who: Staff) =>
    (await school.call(`/user/messages?thread=${about}`, { token: tokens[who] })).status;
  await set(9999);
  expect([await status("of the course"), await status("of another course")]).toEqual([200, 404]);
  await set(TASK);
});

test("the queries find what the rule of the domain lets everybody see, and nothing else", async () => {
  const students: { id: number; courses: number[] }[] = [];
  for (const courses of [[], [PMB], [SWB], [PMS, SWB], [PMB, PMS, SWB]]) {
    const { id } = await school.add({ courses: courses.map((course) => ({ course })) });
    students.push({ id, courses });
  }
  await school.database.write(async (db) => {
    for (const { id } of students) {
      await insertUpload(db, { ...OPEN, account_id: id });
      await insertConversation(db, id);
    }
  });
  const viewers: Viewer[] = [];
  for (const [level, teaches] of [
    [0, []],
    [0, "all"],
    [10, []],
    [10, [PMB]],
    [10, [PMS, SWB]],
    [10, "all"],
    [20, []],
    [100, [SWB]],
  ] as [number, number[] | "all"][]) {
    const { id } = await school.add({ level, teaches });
    viewers.push({ id, level, teaches: teaches === "all" ? teaches : new Set(teaches) });
  }
  const ids = students.map(({ id }) => id);
  const { read } = school.database;
  const catalogue = await CatalogueHolder.open(read);
  for (const viewer of viewers) {
    const person = { accountId: Number(viewer.id), level: viewer.level };
    const visible = await visibleTo({ catalogue }, read, person);
    const accounts = read.selectFrom("account").select("id").where(visible.accounts());
    const uploads = read.selectFrom("upload").select("account_id as id");
    const talks = read.selectFrom("conversation").select("account_id as id");
    const seen = {
      accounts: await accounts.where("id", "in", ids).execute(),
      handIns: await uploads.where("account_id", "in", ids).where(visible.handIns()).execute(),
      conversations: await talks
        .where("account_id", "in", ids)
        .where(visible.conversations())
        .execute(),
    };
    for (const found of Object.values(seen)) found.sort((a, b) => a.id - b.id);
    const expected = (coursesOf: (own: number[]) => number[]) =>
      students
        .filter(({ id, courses: own }) => maySee(viewer, { owner: id, courses: coursesOf(own) }))
        .map(({ id }) => ({ id }));
    expect({ viewer, seen }).toEqual({
      viewer,
      seen: {
        accounts: expected((own) => own),
        handIns: expected((own) => own.filter((course) => course === PMB)),
        conversations: expected((own) => own),
      },
    });
  }
});
