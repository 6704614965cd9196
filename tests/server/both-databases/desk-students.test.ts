import { beforeAll, describe, expect, test } from "vitest";
import { accountById } from "../../../src/server/accounts/account-rows.ts";
import { searchTextOf } from "../../../src/server/accounts/account-search.ts";
import { handIns } from "../support/hand-ins.ts";
import { addClass } from "../support/large-class.ts";
import { it } from "../support/on-sqlite.ts";
import {
  DAY,
  NOON,
  openSchool,
  type Person,
  PMB,
  SWB,
  type TestSchool,
} from "../support/test-school.ts";

type Named = Person & { token: string };

const school = openSchool.shared();
const { student: studentAtTask, handIn, answer } = handIns(() => school);
let tutor: string;
let otherTutor: string;
let manager: string;

beforeAll(async () => {
  tutor = await school.token(await school.add({ level: 10, teaches: [PMB] }));
  otherTutor = await school.token(await school.add({ level: 10, teaches: [SWB] }));
  manager = await school.token(await school.add({ level: 20 }));
});

const renameAt = (at: TestSchool, id: number, first_name: string, last_name: string) =>
  at.database.write(async (db) => {
    const { username, email } = await accountById(db, id);
    const search_text = searchTextOf({ username, email, first_name, last_name });
    const names = { first_name, last_name, search_text };
    await db.updateTable("account").set(names).where("id", "=", id).execute();
  });
const rename = (id: number, first: string, last: string) => renameAt(school, id, first, last);

const named = async (first: string, last: string, course = PMB): Promise<Named> => {
  const person = await school.student({ course });
  await rename(person.id, first, last);
  return person;
};

const list = async (token: string, query: Record<string, string> = {}) =>
  school.call(`/desk/students?${new URLSearchParams(query)}`, { token });

const names = async (token: string, query: Record<string, string> = {}): Promise<string[]> =>
  (await list(token, { limit: "200", ...query })).json.students.map(
    ({ name }: { name: string }) => name,
  );

const table = async (token: string, query: Record<string, string> = {}): Promise<string[]> => {
  const asked = `${school.url}/api/desk/students/table?${new URLSearchParams(query)}`;
  const answer = await fetch(asked, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  return (await answer.text()).split("\r\n").slice(1, -1);
};

const page = (token: string, id: number | string) => school.call(`/desk/students/${id}`, { token });

const write = (token: string, json: Record<string, unknown>, key?: string) =>
  school.call("/desk/messages", {
    method: "POST",
    token,
    json: { subject: "Fabric", body: "Bring two metres.", ...json },
    headers: key ? { "Idempotency-Key": key } : {},
  });

const subjects = async ({ token }: Named): Promise<string[]> =>
  (await school.call("/user/messages", { token })).json.messages.map(
    ({ subject }: { subject: string }) => subject,
  );

it("the list of students is taken along as a table, with what it is filtered by", async () => {
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
    expect(student.courses).toMatchObject([
      {
        course_id: PMB,
        title: "Pattern making basics",
        completed: 5,
        week: { done: today.doneThisWeek, target: today.weeklyTarget },
        from: "2026-01-15",
        until: "2027-01-20",
      },
    ]);
    expect(today.doneThisWeek).toBe(5);
    expect(student.courses[0].next).toEqual(next);
    expect(student.lesson).toEqual(last);
    expect(student.seen).toBe(new Date(NOON).toISOString());
  });

  it.each([
    ["Sunday in Jerusalem", "Asia/Jerusalem", "7", "2026-03-08T12:00:00Z", 1],
    ["Monday in Athens", "Europe/Athens", "1", "2026-03-08T12:00:00Z", 2],
    [
      "Monday in Auckland, where it is Monday already",
      "Pacific/Auckland",
      "1",
      "2026-03-08T12:00:00Z",
      0,
    ],
  ])(
    "a student whose week begins on %s has that week at the desk, too",
    async (_, zone, first, now, done) => {
      const own = await openSchool();
      const teaching = await own.token(await own.add({ level: 10 }));
      const noa = await own.add({ courses: [{ course: PMB }] });
      const token = await own.token(noa);
      own.now = Date.parse("2026-03-06T12:00:00Z");
      await own.complete(token, 101);
      // Saturday, but Sunday in Jerusalem.
      own.now = Date.parse("2026-03-07T22:30:00Z");
      await own.complete(token, 102);
      own.now = Date.parse(now);
      const query = new URLSearchParams({ zone, weekStart: first });
      const { today } = (await own.call(`/user/progress/today/${PMB}?${query}`, { token })).json;
      expect(today.doneThisWeek).toBe(done);
      const { student } = (await own.call(`/desk/students/${noa.id}`, { token: teaching })).json;
      expect(student.courses[0].week.done).toBe(done);
      const sorted = await own.call("/desk/students?sort=week", { token: teaching });
      expect(sorted.json.students[0].courses[0].week.done).toBe(done);
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
    const mine = async () => {
      const queue = (await school.call("/desk/queue?limit=200", { token: tutor })).json;
      return queue.entries.filter((entry: { student: { id: number } }) => entry.student.id === id)
        .length;
    };
    const inList = async () => {
      const { students } = (await list(tutor, { filter: "waiting", limit: "200" })).json;
      return students.find((student: { id: number }) => student.id === id)?.waiting ?? 0;
    };
    expect([await mine(), await inList()]).toEqual([0, 0]);
    await handIn(token);
    expect((await school.message(token)).status).toBe(201);
    expect([await mine(), await inList(), (await page(tutor, id)).json.student.waiting]).toEqual([
      2, 2, 2,
    ]);
    const [first] = (await list(manager, { sort: "waiting", order: "descending" })).json.students;
    expect(first.waiting).toBeGreaterThanOrEqual(2);
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
    expect((await page(tutor, id)).json).toMatchObject({
      consent: true,
      measurements: { name: "Mine", values: { waist_girth: 92 } },
    });
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
  });

  it("staff are no students, not even for themselves", async () => {
    const own = await school.add({ level: 10, teaches: [PMB], courses: [{ course: PMB }] });
    const token = await school.token(own);
    expect((await page(token, own.id)).status).toBe(404);
    expect((await write(token, { students: [own.id] })).status).toBe(404);
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
    expect(await names(manager, { course: "x" })).toEqual([]);
  });

  test("filters tell who is stuck, new, and about to end", async () => {
    const own = await openSchool();
    const teaching = await own.token(await own.add({ level: 10 }));
    const add = async (username: string, dates: Record<string, string>, level = 0) => {
      const person = await own.add({ username, level, courses: [{ course: PMB, ...dates }] });
      await renameAt(own, person.id, username, "");
      return person;
    };
    await add("never-began", {});
    const paused = await add("paused", {});
    const pausedToken = await own.token(paused);
    await own.study(pausedToken, 101);
    own.now = NOON + 13 * DAY;
    const busy = await own.token(await add("busy", {}));
    await own.study(busy, 101);
    await add("just-begun", { subDate: "2026-11-25" });
    await add("ends-soon", { subDate: "2026-11-25", expDate: "2026-12-10" });
    await add("has-ended", { expDate: "2026-06-10" });
    const listed = async (filter: string) =>
      (await own.call(`/desk/students?filter=${filter}`, { token: teaching })).json.students.map(
        ({ name }: { name: string }) => name,
      );
    expect(await listed("stuck")).toEqual(["never-began"]);
    own.now = NOON + 14 * DAY;
    expect(await listed("stuck")).toEqual(["never-began", "paused"]);
    expect(await listed("new")).toEqual(["ends-soon", "just-begun"]);
    expect(await listed("ending")).toEqual(["ends-soon"]);
    expect(await listed("waiting")).toEqual([]);
    expect(await listed("all")).toHaveLength(6);
  });

  test("the list is sorted by what was chosen, in both orders", async () => {
    const own = await openSchool();
    const teaching = await own.token(await own.add({ level: 10 }));
    const ends = { early: "2026-12-01", late: "2027-02-01", never: null };
    const ids = new Map<string, Person>();
    for (const [username, expDate] of Object.entries(ends)) {
      const person = await own.add({ username, courses: [{ course: PMB, expDate }] });
      ids.set(username, person);
      await renameAt(own, person.id, "", "");
    }
    await own.token(ids.get("early") as Person);
    own.now += 60_000;
    await own.complete(await own.token(ids.get("late") as Person), 101);
    for (const [sort, order, expected] of [
      ["seen", "ascending", ["never", "early", "late"]],
      ["seen", "descending", ["late", "early", "never"]],
      ["week", "ascending", ["early", "never", "late"]],
      ["until", "ascending", ["early", "late", "never"]],
      ["name", "descending", ["never", "late", "early"]],
    ] as const) {
      const query = `/desk/students?sort=${sort}&order=${order}`;
      const { students } = (await own.call(query, { token: teaching })).json;
      const names = students.map(({ name }: { name: string }) => name);
      expect([sort, order, names]).toEqual([sort, order, expected]);
    }
  });
});

test.each([
  ["ascending", ["Ann", "Bea", "Cem", "Dov"]],
  ["descending", ["Dov", "Cem", "Bea", "Ann"]],
])(
  "a list by name goes on after the last student, also if another one has gone: %s",
  async (order, expected) => {
    const own = await openSchool();
    const token = await own.token(await own.add({ level: 10 }));
    const ids = new Map<string, number>();
    for (const name of ["Cem", "Ann", "Dov", "Bea"]) {
      const { id } = await own.student();
      ids.set(name, id);
      await renameAt(own, id, name, "");
    }
    const pageAfter = async (before: string | null) => {
      const query = new URLSearchParams({ order, limit: "2", ...(before !== null && { before }) });
      return (await own.call(`/desk/students?${query}`, { token })).json;
    };
    const namesOf = ({ students }: { students: { name: string }[] }) =>
      students.map(({ name }) => name.trim());
    const first = await pageAfter(null);
    const second = await pageAfter(first.cursor);
    expect([namesOf(first), first.total, namesOf(second), second.cursor]).toEqual([
      ...[expected.slice(0, 2), 4, expected.slice(2), null],
    ]);
    const remove = (name = "") =>
      own.database.write((db) =>
        db
          .deleteFrom("account")
          .where("id", "=", ids.get(name) ?? 0)
          .execute(),
      );
    await remove(expected[0]);
    expect(namesOf(await pageAfter(first.cursor))).toEqual(expected.slice(2));
  },
);

describe("a message to many", () => {
  test("a message to several students begins a conversation with each of them", async () => {
    const [one, two, other] = [
      await named("One", "A"),
      await named("Two", "B"),
      await named("Three", "C"),
    ];
    const sent = await write(tutor, { students: [one.id, two.id, one.id], subject: "To two" });
    expect([sent.status, sent.json]).toEqual([201, { sent: 2 }]);
    expect(await subjects(one)).toEqual(["To two"]);
    expect(await subjects(two)).toEqual(["To two"]);
    expect(await subjects(other)).toEqual([]);
    const threads = await Promise.all(
      [one, two].map(
        async ({ token }) =>
          (await school.call("/user/messages", { token })).json.messages[0].thread,
      ),
    );
    expect(new Set(threads).size).toBe(2);
  });

  it("a message to many is news for each who gets it", async () => {
    const [one, two] = [await named("Told", "One"), await named("Told", "Two")];
    await write(tutor, { students: [one.id, two.id], subject: "News" });
    const told = await school.database.read
      .selectFrom("news")
      .innerJoin("conversation", "conversation.id", "news.subject_id")
      .select(["news.account_id", "conversation.account_id as owner"])
      .where("kind", "=", "message")
      .where("news.account_id", "in", [one.id, two.id])
      .orderBy("news.account_id")
      .execute();
    expect(told).toEqual([one, two].map(({ id }) => ({ account_id: id, owner: id })));
  });

  it("nobody gets a message if one of the students is not to be seen", async () => {
    const seen = await named("Seen", "One");
    const unseen = await named("Unseen", "Two", SWB);
    for (const stranger of [unseen.id, 2_000_000_000, "x"]) {
      const refused = await write(tutor, { students: [seen.id, stranger] });
      expect([refused.status, refused.json.code]).toEqual([404, "student/not_found"]);
    }
    expect(await subjects(seen)).toEqual([]);
    const course = await write(otherTutor, { course: PMB });
    expect([course.status, course.json.code]).toEqual([404, "course/not_found"]);
  });

  test("a message to a course goes to those who still have it", async () => {
    const own = await openSchool();
    const teaching = await own.token(await own.add({ level: 10, teaches: [PMB] }));
    const studying = await own.student({ course: PMB });
    const ended = await own.student({ course: PMB, expDate: "2026-06-01" });
    const other = await own.student({ course: SWB });
    const answered = await own.call("/desk/messages", {
      token: teaching,
      json: { subject: "All", body: "Hello", course: PMB },
    });
    expect([answered.status, answered.json]).toEqual([201, { sent: 1 }]);
    const count = async ({ token }: Named) =>
      (await own.call("/user/messages", { token })).json.messages.length;
    expect(await Promise.all([studying, ended, other].map(count))).toEqual([1, 0, 0]);
  });

  it.each([
    ["no students and no course", {}],
    ["students and a course", { students: [1], course: PMB }],
    ["no student", { students: [] }],
    ["no subject", { students: [1], subject: " " }],
    ["too many students", { students: Array.from({ length: 2001 }, (_, at) => at + 1) }],
  ])("a message is refused with %s", async (_, words) => {
    const refused = await write(manager, words);
    expect([refused.status, refused.json.code]).toEqual([422, "request/invalid"]);
  });

  it("a tutor who may store no more sends nothing", async () => {
    const own = await openSchool({ accountLimits: { messages: 1 } });
    const teaching = await own.token(await own.add({ level: 10 }));
    const people = [];
    for (let at = 0; at < 11; at += 1) people.push(await own.student({ course: PMB }));
    const refused = await own.call("/desk/messages", {
      token: teaching,
      json: { subject: "All", body: "Hello", course: PMB },
    });
    expect([refused.status, refused.json.code]).toEqual([409, "account/limit_reached"]);
    const [first] = people;
    const read = await own.call("/user/messages", { token: first?.token ?? "" });
    expect(read.json.messages).toEqual([]);
  });
});

describe("a course of 2,000 students", () => {
  const large = openSchool.shared();
  let token: string;

  beforeAll(async () => {
    token = await large.token(await large.add({ level: 10, teaches: [PMB] }));
    await addClass(large, { students: 2000, course: PMB });
  });

  test.each<Record<string, string>>([{}, { filter: "stuck", sort: "until" }])(
    "a list of 2,000 students is read page by page, each student once: %o",
    async (query) => {
      const ids = new Set<number>();
      let before: string | null = null;
      let total = 0;
      do {
        const asked = new URLSearchParams({
          ...query,
          limit: "200",
          ...(before !== null && { before }),
        });
        const { json } = await large.call(`/desk/students?${asked}`, { token });
        for (const { id } of json.students) ids.add(id);
        ({ cursor: before, total } = json);
      } while (before !== null);
      expect(ids.size).toBe(total);
      expect(total).toBe("filter" in query ? 1000 : 2000);
    },
  );

  test("a message to a course reaches all 2,000 students", async () => {
    const sent = await large.call("/desk/messages", {
      token,
      json: { subject: "All", body: "ב".repeat(20_000), course: PMB },
    });
    expect(sent.json).toEqual({ sent: 2000 });
    const rows = await large.database.read
      .selectFrom("conversation")
      .innerJoin("message", "message.id", "conversation.last_id")
      .select(["conversation.account_id", "waiting", "role"])
      .execute();
    expect(new Set(rows.map(({ account_id }) => account_id)).size).toBe(2000);
    expect(rows.every(({ waiting, role }) => waiting === 0 && role === "tutor")).toBe(true);
  });
});
