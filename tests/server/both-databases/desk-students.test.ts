import { beforeAll, describe, expect, test } from "vitest";
import { searchTextOf } from "../../../src/server/accounts/account-search.ts";
import type { Answer } from "../support/client.ts";
import { handIns } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { DAY, NOON, openSchool, type Person, PMB, SWB } from "../support/test-school.ts";

type Named = Person & { token: string };

const school = openSchool.shared();
const { student: studentAtTask, handIn, answer } = handIns(() => school);
let tutor: string;
let otherTutor: string;
let manager: string;

beforeAll(async () => {
  tutor = (await school.signedIn({ level: 10, teaches: [PMB] })).token;
  otherTutor = (await school.signedIn({ level: 10, teaches: [SWB] })).token;
  manager = (await school.signedIn({ level: 20 })).token;
});

const rename = (person: Person, first_name: string, last_name: string, at = school) => {
  const search_text = searchTextOf({ ...person, first_name, last_name });
  return at.changeAccount(person.id, { first_name, last_name, search_text });
};

const named = async (first: string, last: string, course = PMB): Promise<Named> => {
  const person = await school.student({ course });
  await rename(person, first, last);
  return person;
};

const list = async (token: string, query: Record<string, string> = {}) =>
  school.call(`/desk/students?${new URLSearchParams(query)}`, { token });

const namesIn = (answer: Answer): string[] =>
  answer.json.students.map(({ name }: { name: string }) => name);
const names = async (token: string, query: Record<string, string> = {}): Promise<string[]> =>
  namesIn(await list(token, { limit: "200", ...query }));

/** A school of one test, and a tutor of all its courses. */
const openOwn = async (options?: Parameters<typeof openSchool>[0]) => {
  const own = await openSchool(options);
  const { token } = await own.signedIn({ level: 10 });
  const ask = (query: string) => own.call(`/desk/students?${query}`, { token });
  return { own, teaching: token, ask };
};

const page = (token: string, id: number | string) => school.call(`/desk/students/${id}`, { token });

const write = (token: string, words: Record<string, unknown>, at = school) => {
  const json = { subject: "Fabric", body: "Bring two metres.", ...words };
  return at.call("/desk/messages", { token, json });
};

const subjects = async ({ token }: Named, at = school): Promise<string[]> =>
  (await at.call("/user/messages", { token })).json.messages.map(
    ({ subject }: { subject: string }) => subject,
  );

const table = async (token: string, query: Record<string, string> = {}): Promise<string[]> => {
  const path = `/desk/students/table?${new URLSearchParams(query)}`;
  const { headers, text } = await school.call(path, { token });
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  return text.split("\r\n").slice(1, -1);
};

test("the list of students is taken along as a table, with what it is filtered by", async () => {
  const { id } = await named("=Ada", "Tabular");
  await named("Ada", "Tabular", SWB);
  const [row = "", ...others] = await table(tutor, { search: "tabular" });
  expect(others).toEqual([]);
  const cells = row.split(",");
  expect(cells.slice(0, 2)).toEqual([String(id), "'=Ada Tabular"]);
  expect(cells[4]).toBe("Pattern making basics");
  expect(await table(tutor, { search: "tabular", filter: "ending" })).toEqual([]);
  const ids = async (query: Record<string, string>) => [
    ...new Set((await table(manager, query)).map((line) => Number(line.split(",")[0]))),
  ];
  const query = { sort: "seen", order: "descending" };
  const { students } = (await list(manager, { ...query, limit: "200" })).json;
  expect(await ids(query)).toEqual(students.map((student: { id: number }) => Number(student.id)));
});

describe("a student of one's courses", () => {
  it("a student's page has the progress that the student sees", async () => {
    const { id, token } = await studentAtTask();
    const today = (await school.call(`/user/progress/today/${PMB}`, { token })).json.today;
    const [next] = (await school.call(`/user/progress/nextLesson/${PMB}`, { token })).json;
    const [last] = (await school.call(`/user/progress/previousLesson/${PMB}`, { token })).json;
    const { student } = (await page(tutor, id)).json;
    const course = {
      ...{ course_id: PMB, title: "Pattern making basics", completed: 5, next },
      ...{ week: { done: 5, target: today.weeklyTarget }, from: "2026-01-15", until: "2027-01-20" },
    };
    expect(student).toMatchObject({ courses: [course], lesson: last });
    expect(student.seen).toBe(new Date(NOON).toISOString());
  });

  it.each([
    ["Sunday in Jerusalem", "Asia/Jerusalem", "7", 1],
    ["Monday in Athens", "Europe/Athens", "1", 2],
    ["Monday in Auckland, where it is Monday already", "Pacific/Auckland", "1", 0],
  ])(
    "a student whose week begins on %s has that week at the desk, too",
    async (_, zone, first, done) => {
      const { own, teaching, ask } = await openOwn();
      const { id, token } = await own.student({ course: PMB });
      own.now = Date.parse("2026-03-06T12:00:00Z");
      await own.complete(token, 101);
      // Saturday, but Sunday in Jerusalem.
      own.now = Date.parse("2026-03-07T22:30:00Z");
      await own.complete(token, 102);
      own.now = Date.parse("2026-03-08T12:00:00Z");
      const query = new URLSearchParams({ zone, weekStart: first });
      const { today } = (await own.call(`/user/progress/today/${PMB}?${query}`, { token })).json;
      expect(today.doneThisWeek).toBe(done);
      const { student } = (await own.call(`/desk/students/${id}`, { token: teaching })).json;
      const [listed] = (await ask("sort=week")).json.students;
      for (const { courses } of [student, listed]) expect(courses[0].week.done).toBe(done);
    },
  );

  it("a student's page has their hand-ins and conversations, and counts what waits", async () => {
    const { id, token } = await studentAtTask();
    const first = (await handIn(token, { comment: "First try" })).json.assignment.uploads[0].id;
    const said = { student_id: id, upload_id: first, state: "returned", text: "Press the seam." };
    expect((await answer(tutor, said)).status).toBe(200);
    await handIn(token, { comment: "Second try" });
    expect((await write(tutor, { students: [id], subject: "Well done" })).status).toBe(201);

    const { student, hand_ins, conversations } = (await page(tutor, id)).json;
    expect(student.hand_ins).toEqual({ waiting: 1, accepted: 0, returned: 0 });
    expect(hand_ins).toMatchObject([
      { state: "uploaded", comment: "Second try", feedback: "" },
      { state: "returned", comment: "First try", feedback: "Press the seam." },
    ]);
    expect(conversations).toMatchObject([{ subject: "Well done", waiting: false }]);
    expect(await names(tutor, { filter: "waiting", limit: "200" })).toContain(student.name);
  });

  test("what waits of a student is counted as in the queue: hand-ins and messages", async () => {
    const { id, token } = await studentAtTask();
    /** How much waits: in the queue, in the list and on the student's page. */
    const counts = async () => {
      const { entries } = (await school.call("/desk/queue?limit=200", { token: tutor })).json;
      const { students } = (await list(tutor, { filter: "waiting", limit: "200" })).json;
      const mine = entries.filter(({ student }: { student: { id: number } }) => student.id === id);
      const listed = students.find((student: { id: number }) => student.id === id);
      const { student } = (await page(tutor, id)).json;
      return [mine.length, listed?.waiting ?? 0, student.waiting];
    };
    expect(await counts()).toEqual([0, 0, 0]);
    await handIn(token);
    expect((await school.message(token)).status).toBe(201);
    expect(await counts()).toEqual([2, 2, 2]);
  });

  it("measurements are shown only while the student's consent is valid", async () => {
    const { id, token } = await school.student({ course: PMB });
    const table = { name: "Mine", values: { waist_girth: 92 } };
    expect((await school.call("/user/measurements", { token, json: table })).status).toBe(201);
    const agree = (accepted_personaldata: string | null) =>
      school.changeAccount(id, { accepted_personaldata });
    for (const accepted of [null, "2026-05-01"]) {
      await agree(accepted);
      const answered = await page(tutor, id);
      expect(answered.json).toMatchObject({ consent: false, measurements: null });
      expect(answered.text).not.toContain("Mine");
    }
    await agree("2026-11-01");
    expect((await page(tutor, id)).json).toMatchObject({ consent: true, measurements: table });
  });

  it("a tutor sees nothing of a student's courses that others teach", async () => {
    const both = await school.student({ course: PMB }, { course: SWB });
    await school.complete(both.token, 101);
    const seen = async (token: string) => (await page(token, both.id)).json.student;
    const course = ({ course_id }: { course_id: number }) => course_id;
    expect((await seen(tutor)).courses.map(course)).toEqual([PMB]);
    const others = await seen(otherTutor);
    expect(others.courses.map(course)).toEqual([SWB]);
    expect(others.lesson).toBeNull();
    expect((await seen(manager)).courses.map(course)).toEqual([PMB, SWB]);
    // Staff are no students, not even for themselves.
    const staff = await school.signedIn({ level: 10, teaches: [PMB], courses: [{ course: PMB }] });
    expect((await page(staff.token, staff.id)).status).toBe(404);
    expect((await write(staff.token, { students: [staff.id] })).status).toBe(404);
  });
});

describe("a list of students", () => {
  test.each(["zoë müller", "Müller Zoë", "MULLER zoe", "mull zo", "zoe"])(
    "a search for %s finds names in any spelling and order",
    async (search) => {
      const person = await named("Zoë", "Müller");
      const found = (await list(tutor, { search, limit: "200" })).json.students;
      expect(found.map(({ id }: { id: number }) => id)).toContain(person.id);
    },
  );

  test("a course limits the list to its students", async () => {
    await named("Only", "Other Course", SWB);
    expect(await names(manager, { course: `${SWB}` })).toContain("Only Other Course");
    expect(await names(manager, { course: `${PMB}` })).not.toContain("Only Other Course");
    expect(await names(tutor, { course: `${SWB}` })).toEqual([]);
    const { courses } = (await list(tutor)).json;
    expect(courses.map(({ id }: { id: number }) => id)).toEqual([PMB]);
  });

  test("filters tell who is stuck, new, and about to end", async () => {
    const { own, ask } = await openOwn();
    const add = async (username: string, dates: Record<string, string>) => {
      const person = await own.add({ username, courses: [{ course: PMB, ...dates }] });
      await rename(person, username, "", own);
      return person;
    };
    const studies = async (username: string) =>
      own.study(await own.token(await add(username, {})), 101);
    await add("never-began", {});
    await studies("paused");
    own.now = NOON + 13 * DAY;
    await studies("busy");
    await add("just-begun", { subDate: "2026-11-25" });
    await add("ends-soon", { subDate: "2026-11-25", expDate: "2026-12-10" });
    await add("has-ended", { expDate: "2026-06-10" });
    const listed = async (filter: string) => namesIn(await ask(`filter=${filter}`));
    expect(await listed("stuck")).toEqual(["never-began"]);
    own.now = NOON + 14 * DAY;
    expect(await listed("stuck")).toEqual(["never-began", "paused"]);
    expect(await listed("new")).toEqual(["ends-soon", "just-begun"]);
    expect(await listed("ending")).toEqual(["ends-soon"]);
    expect(await listed("waiting")).toEqual([]);
    expect(await listed("all")).toHaveLength(6);
  });

  test("the list is sorted by what was chosen, in both orders", async () => {
    const { own, ask } = await openOwn();
    const add = async (username: string, expDate: string | null) => {
      const person = await own.add({ username, courses: [{ course: PMB, expDate }] });
      await rename(person, "", "", own);
      return person;
    };
    const [early, late] = [await add("early", "2026-12-01"), await add("late", "2027-02-01")];
    await add("never", null);
    await own.token(early);
    own.now += 60_000;
    await own.complete(await own.token(late), 101);
    for (const [query, expected] of [
      ["sort=seen&order=ascending", ["never", "early", "late"]],
      ["sort=seen&order=descending", ["late", "early", "never"]],
      ["sort=week&order=ascending", ["early", "never", "late"]],
      ["sort=until&order=ascending", ["early", "late", "never"]],
      ["sort=name&order=descending", ["never", "late", "early"]],
    ] as const) {
      expect([query, namesIn(await ask(query))]).toEqual([query, expected]);
    }
  });
});

test.each([
  ["ascending", ["Ann", "Bea", "Cem", "Dov"]],
  ["descending", ["Dov", "Cem", "Bea", "Ann"]],
])(
  "a list by name goes on after the last student, also if another one has gone: %s",
  async (order, expected) => {
    const { own, ask } = await openOwn();
    const ids = new Map<string, number>();
    for (const name of ["Cem", "Ann", "Dov", "Bea"]) {
      const person = await own.student();
      ids.set(name, person.id);
      await rename(person, name, "", own);
    }
    const pageAfter = async (before: string) => {
      const query = new URLSearchParams({ order, limit: "2", ...(before && { before }) });
      const answer = await ask(`${query}`);
      return { ...answer.json, names: namesIn(answer).map((name) => name.trim()) };
    };
    const first = await pageAfter("");
    const second = await pageAfter(first.cursor);
    expect([first.names, first.total, second.names, second.cursor]).toEqual([
      ...[expected.slice(0, 2), 4, expected.slice(2), null],
    ]);
    const gone = ids.get(expected[0] ?? "") ?? 0;
    await own.database.write((db) => db.deleteFrom("account").where("id", "=", gone).execute());
    expect((await pageAfter(first.cursor)).names).toEqual(expected.slice(2));
  },
);

describe("a message to many", () => {
  it("nobody gets a message if one of the students is not to be seen", async () => {
    const seen = await named("Seen", "One");
    const unseen = await named("Unseen", "Two", SWB);
    for (const stranger of [unseen.id, 2_000_000_000, "x"]) {
      const refused = await write(tutor, { students: [seen.id, stranger] });
      expect([refused.status, refused.json.code]).toEqual([404, "student/not_found"]);
    }
    expect(await subjects(seen)).toEqual([]);
    const sent = await write(tutor, { students: [seen.id, seen.id], subject: "Once" });
    expect([sent.json, await subjects(seen)]).toEqual([{ sent: 1 }, ["Once"]]);
    const course = await write(otherTutor, { course: PMB });
    expect([course.status, course.json.code]).toEqual([404, "course/not_found"]);
  });

  test("a message to a course goes to those who still have it", async () => {
    const { own, teaching } = await openOwn();
    const studying = await own.student({ course: PMB });
    const ended = await own.student({ course: PMB, expDate: "2026-06-01" });
    const other = await own.student({ course: SWB });
    const { status, json } = await write(teaching, { course: PMB }, own);
    expect([status, json]).toEqual([201, { sent: 1 }]);
    const got = await Promise.all([studying, ended, other].map((one) => subjects(one, own)));
    expect(got).toEqual([["Fabric"], [], []]);
  });

  it("a tutor who may store no more sends nothing", async () => {
    const { own, teaching } = await openOwn({ accountLimits: { messages: 1 } });
    const student = await own.student({ course: PMB });
    for (let at = 0; at < 10; at += 1) await own.add({ courses: [{ course: PMB }] });
    const refused = await write(teaching, { course: PMB }, own);
    expect([refused.status, refused.json.code]).toEqual([409, "account/limit_reached"]);
    expect(await subjects(student, own)).toEqual([]);
  });

  test("a message to a course reaches all 2,000 students", async () => {
    const { own, teaching } = await openOwn();
    const { id: _, ...model } = await own.row("account", { level: 10 });
    const accountOf = (id: number) => {
      const [name, email] = [`student-${id}`, `student-${id}@class.example`];
      return {
        ...{ ...model, id, level: 0, teaches_all: 0, serial_number: `serial-${id}` },
        ...{ username: name, username_key: name, username_like: name },
        ...{ email, email_key: email, email_like: email },
      };
    };
    const dates = { sub_date: "2026-01-15", sub_months: 12, exp_date: "2027-01-15" };
    await own.database.write(async (db) => {
      for (let from = 100_000; from < 102_000; from += 250) {
        const accounts = Array.from({ length: 250 }, (_, at) => accountOf(from + at));
        await db.insertInto("account").values(accounts).execute();
        const courses = accounts.map(({ id }) => ({ account_id: id, course_id: PMB, ...dates }));
        await db.insertInto("subscription").values(courses).execute();
      }
    });
    const sent = await write(teaching, { body: "ב".repeat(20_000), course: PMB }, own);
    expect(sent.json).toEqual({ sent: 2000 });
    const rows = await own.database.read
      .selectFrom("conversation")
      .innerJoin("message", "message.id", "conversation.last_id")
      .select(["conversation.account_id", "waiting", "role"])
      .execute();
    expect(new Set(rows.map(({ account_id }) => account_id)).size).toBe(2000);
    expect(rows.every(({ waiting, role }) => waiting === 0 && role === "tutor")).toBe(true);
    // Each is told of a conversation of their own.
    const told = await own.database.read
      .selectFrom("news")
      .innerJoin("conversation", "conversation.id", "news.subject_id")
      .whereRef("conversation.account_id", "=", "news.account_id")
      .select("news.account_id")
      .execute();
    expect(told).toHaveLength(2000);
  });
});
