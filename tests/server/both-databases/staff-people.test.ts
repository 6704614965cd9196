import { BlobReader, ZipReader } from "@zip.js/zip.js";
import { beforeAll, describe, expect, test } from "vitest";
import { FILES } from "../support/form.ts";
import { handIns } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { DAY, NOON, openSchool, type Person, PMB, SWB } from "../support/test-school.ts";

const FIELDS = {
  ...{ username: "new", email: "new@thimble.example", first_name: "", last_name: "", level: 0 },
  ...{ last_day: null, courses: [], teaches: { all: false, courses: [] } },
};

const school = openSchool.shared();
let admin: Person & { token: string };
let manager: Person & { token: string };
beforeAll(async () => {
  admin = await school.signedIn({ level: 100 });
  manager = await school.signedIn({ level: 20 });
});

const get = (path: string, token = manager.token) => school.call(`/staff/people${path}`, { token });
const page = async (id: number, token?: string) => (await get(`/${id}`, token)).json;
const names = async (query: string) =>
  (await get(`?${query}`)).json.people.map(({ username }: { username: string }) => username);
const rename = (id: number, first_name: string, last_name: string) =>
  school.row("account", { id }).then(async (account) => {
    const { version } = await page(id, admin.token);
    return put(
      id,
      {
        ...FIELDS,
        ...{ username: account.username, email: account.email, level: account.level },
        ...{ first_name, last_name, replaces: version },
      },
      admin.token,
    );
  });
const put = (id: number, json: object, token = manager.token) =>
  school.call(`/staff/people/${id}`, { method: "PUT", token, json });
const act = (people: number[], json: object, token = manager.token) =>
  school.call("/staff/people/actions", { token, json: { people, ...json } });
const remove = (id: number, token = manager.token) =>
  school.call("/staff/people/removals", { token, json: { people: [id], count: 1 } });
const preview = (people: number[], token = manager.token) =>
  school.call("/staff/people/removals/preview", { token, json: { people } });
const audited = async (id: number) => {
  const rows = await school.database.read
    .selectFrom("audit")
    .selectAll()
    .where("kind", "=", "person")
    .where("subject", "=", String(id))
    .orderBy("id")
    .execute();
  return rows.map(({ action, actor_name, details }) => [action, actor_name, JSON.parse(details)]);
};

describe("staff find people", () => {
  test("staff find people by words of names and addresses in any spelling and order", async () => {
    const person = await school.add({ username: "o-connor", email: "siobhan@bücher.example" });
    await rename(person.id, "Siobhán", "Ó’Connor-Müller");
    for (const search of [
      "SIOBHAN muller",
      "oconnor",
      "Müller, Siobhán",
      "siobhan@xn--bcher-kva.example",
      "@BÜCHER.example",
      "O-CONNOR",
    ]) {
      expect(await names(`search=${encodeURIComponent(search)}`)).toEqual(["o-connor"]);
    }
    for (const search of ["siobhan meier", "☺", "%", "siobham@bücher.example"]) {
      expect(await names(`search=${encodeURIComponent(search)}`)).toEqual([]);
    }
  });

  test("staff find names with one typing error, in other spellings and in Latin letters", async () => {
    for (const [username, first, last] of [
      ["spelled-1", "Μαρία", "Παπαδάκη"],
      ["spelled-2", "דנה", "מזרחי"],
      ["spelled-3", "Ruth", "Levi"],
      ["spelled-4", "Friedrich", "Schneider"],
    ] as const) {
      await rename((await school.add({ username })).id, first, last);
    }
    for (const [search, found] of [
      ["papadak", "spelled-1"],
      ["Papadakis", "spelled-1"],
      ["Mizrachi", "spelled-2"],
      ["Ruth Levy", "spelled-3"],
      ["Freidrich Schnider", "spelled-4"],
    ] as const) {
      expect([search, await names(`search=${encodeURIComponent(search)}`)]).toEqual([
        ...[search, [found]],
      ]);
    }
  });

  test("staff find people with names of 500 characters in Hebrew and Latin", async () => {
    const person = await school.add({ username: "long-name" });
    const long = "שָׁלוֹם Anne ".repeat(50).slice(0, 499);
    expect((await rename(person.id, `${long}!`, `${long}?`)).status).toBe(200);
    expect(await names("search=שלום anne&sort=name")).toEqual(["long-name"]);
    const before = (await get("?limit=1&search=long")).json.cursor;
    expect(before).toBe(null);
    expect((await rename(person.id, `${long}!!`, "")).status).toBe(422);
  });

  test("staff get all pages of people in every order, each person once", async () => {
    const { total } = (await get("?limit=1")).json;
    for (const sort of ["name", "level", "seen", "registered", "until"]) {
      const orders: string[][] = [];
      for (const order of ["ascending", "descending"]) {
        const found: string[] = [];
        let before = "";
        do {
          const answer = (await get(`?sort=${sort}&order=${order}&limit=2${before}`)).json;
          expect(answer.total).toBe(total);
          for (const { username } of answer.people) found.push(username);
          before = answer.cursor && `&before=${encodeURIComponent(answer.cursor)}`;
        } while (before);
        expect(new Set(found).size).toBe(total);
        expect(found.length).toBe(total);
        orders.push(found);
      }
      expect(orders[1]).toEqual(orders[0]?.toReversed());
    }
  });

  test("staff filter people by level, course, state, when they were seen, and what ends", async () => {
    const found = async (query: string) => names(`search=filtered&${query}`);
    const ending = await school.add({
      username: "filtered-1",
      courses: [{ course: PMB, expDate: "2026-11-30" }],
    });
    await school.add({ username: "filtered-2", level: 10, courses: [{ course: SWB }] });
    await school.add({
      username: "filtered-3",
      courses: [{ course: SWB, expDate: "2026-12-01" }],
    });
    await school.token(ending);
    expect(await found("level=10")).toEqual(["filtered-2"]);
    expect(await found(`course=${PMB}`)).toEqual(["filtered-1"]);
    expect(await found("ending=this-month")).toEqual(["filtered-1"]);
    expect(await found(`ending=this-month&course=${SWB}`)).toEqual([]);
    expect(await found("ending=next-month")).toEqual(["filtered-3"]);
    expect(await found("unseen=never")).toEqual(["filtered-2", "filtered-3"]);
    school.now += 31 * DAY;
    const { json } = await get("?search=filtered&unseen=30", await school.token(manager));
    school.now = NOON;
    expect(json.total).toBe(3);
    expect(await found("unseen=30")).toEqual(["filtered-2", "filtered-3"]);
    await act([ending.id], { action: "block" });
    expect(await found("state=blocked")).toEqual(["filtered-1"]);
    expect(await found("state=active")).toEqual(["filtered-2", "filtered-3"]);
  });

  it.each([
    "before=x",
    "sort=until&before=YQA.YQ.1",
    "level=-1",
    "unseen=31",
    `search=${"a".repeat(201)}`,
  ])("staff get a clear error for the query %s", async (query) => {
    const answer = await get(`?${query}`);
    expect([answer.status, answer.json.code]).toEqual([422, "request/invalid"]);
  });
});

describe("staff change people", () => {
  test("staff change names, level, days and courses at once, and all of it is recorded", async () => {
    const person = await school.add({ courses: [{ course: PMB }] });
    const { version } = await page(person.id);
    const changed = await put(person.id, {
      ...FIELDS,
      ...{ username: "renamed", email: "renamed@thimble.example", first_name: " Ada " },
      ...{ level: 10, last_day: "2027-01-31", replaces: version },
      courses: [{ id: SWB, from: null, until: "2027-06-30" }],
      teaches: { all: false, courses: [PMB] },
    });
    expect(changed.status).toBe(200);
    const now = await page(person.id);
    expect(now).toMatchObject({
      version: changed.json.version,
      teaches: { all: false, courses: [PMB] },
      person: {
        ...{ username: "renamed", first_name: "Ada", level: 10, last_day: "2027-01-31" },
        courses: [{ id: SWB, from: "2026-11-18", until: "2027-06-30" }],
      },
    });
    expect(await audited(person.id)).toEqual([
      [
        "changed",
        manager.username,
        {
          fields: ["email", "first_name", "last_name"],
          username: [person.username, "renamed"],
          level: [0, 10],
          last_day: [null, "2027-01-31"],
          teaches: [[], ["PMB"]],
          courses: ["SWB 2026-11-18/2027-06-30"],
          courses_removed: ["PMB 2026-01-15/2027-01-15"],
        },
      ],
    ]);
    expect((await school.login("renamed")).status).toBe(200);
  });

  test("the second of two people who change the same person is refused and changes nothing", async () => {
    const person = await school.add();
    const { version } = await page(person.id);
    const fields = { ...FIELDS, username: person.username, email: person.email };
    const both = await Promise.all([
      put(person.id, { ...fields, first_name: "One", replaces: version }),
      put(person.id, { ...fields, first_name: "Two", replaces: version }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409);
    expect(late?.json.code).toBe("person/changed");
    const { first_name } = (await page(person.id)).person;
    expect(first_name).toBe(both[0]?.status === 200 ? "One" : "Two");
  });

  test("staff add a person once for each key, with the names and the level that they may give", async () => {
    const add = (json: object, token = manager.token, key = crypto.randomUUID()) =>
      school.call("/staff/people", {
        token,
        headers: { "Idempotency-Key": key },
        json: { ...FIELDS, invite: false, ...json },
      });
    const key = crypto.randomUUID();
    const first = await add({ courses: [{ id: PMB, from: null, until: null }] }, undefined, key);
    const again = await add({ courses: [{ id: PMB, from: null, until: null }] }, undefined, key);
    expect([first.status, again.json.id]).toEqual([201, first.json.id]);
    const refusals = [
      [{}, 409, "person/username_taken"],
      [{ username: "other" }, 409, "person/email_taken"],
      [{ username: "other", email: "o@o.example", level: 100 }, 403, "person/level_too_high"],
      [{ username: "other", email: "o@o.example\nBcc: x@y.example" }, 422, "request/invalid"],
      [{ username: "o\nther", email: "o@o.example" }, 422, "request/invalid"],
      [{ username: "\u200b", email: "o@o.example" }, 422, "request/invalid"],
      [{ username: "other", email: "o@o.example", level: 0.5 }, 422, "request/invalid"],
      [{ username: "other", email: "o@o.example", last_day: "2027-02-30" }, 422, "request/invalid"],
      [
        {
          username: "other",
          email: "o@o.example",
          courses: [{ id: 99, from: null, until: null }],
        },
        404,
        "course/not_found",
      ],
    ] as const;
    for (const [json, status, code] of refusals) {
      const answer = await add(json);
      expect([answer.status, answer.json.code]).toEqual([status, code]);
    }
    expect(
      (await add({ username: "a2", email: "a2@o.example", level: 100 }, admin.token)).status,
    ).toBe(201);
    await remove((await get("?search=a2", admin.token)).json.people[0].id, admin.token);
  });

  it("nobody changes, removes or exports those who stand above them, or gives a higher level", async () => {
    const { version } = await page(admin.id);
    const student = await school.add();
    const above = [
      await put(admin.id, { ...FIELDS, replaces: version }),
      await remove(admin.id),
      await preview([admin.id]),
      await get(`/${admin.id}/zip`),
      ...(await Promise.all(
        ["block", "sign-out", "reset-password", "reset-second-factor", "unlink"].map((action) =>
          act([admin.id], { action }),
        ),
      )),
    ];
    expect(above.map(({ status, json }) => [status, json.code])).toEqual(
      above.map(() => [403, "person/above"]),
    );
    expect((await page(admin.id)).above).toBe(true);
    const { version: own } = await page(student.id);
    const risen = [
      await put(student.id, {
        ...FIELDS,
        ...{ username: student.username, email: student.email, level: 100, replaces: own },
      }),
      await act([student.id], { action: "set-level", level: 21 }),
    ];
    for (const { status, json } of risen) {
      expect([status, json.code]).toEqual([403, "person/level_too_high"]);
    }
    expect((await page(student.id)).person.level).toBe(0);
    expect((await school.call("/user/courses", { token: admin.token })).status).toBe(200);
  });

  it("a person whose course ended before it began can still be changed", async () => {
    const { id, username, email } = await school.add();
    await act([id], { action: "give-course", course: PMB, until: "2026-11-01" });
    const { version, person } = await page(id);
    const fields = { ...FIELDS, username, email, courses: person.courses, replaces: version };
    expect((await put(id, { ...fields, first_name: "Ilse" })).status).toBe(200);
    const { version: next } = await page(id);
    const courses = [{ ...person.courses[0], until: "2026-11-02" }];
    expect((await put(id, { ...fields, courses, replaces: next })).status).toBe(422);
  });

  it("nobody resets their own second factor, for which the Profile asks for the password", async () => {
    const answer = await act([manager.id], { action: "reset-second-factor" });
    expect([answer.status, answer.json.code]).toEqual([409, "person/self"]);
  });

  it("a manager who has been lowered meanwhile changes nobody", async () => {
    const lowered = await school.add({ level: 20 });
    const token = await school.token(lowered);
    const student = await school.add();
    expect((await get("", token)).status).toBe(200);
    await act([lowered.id], { action: "set-level", level: 0 });
    expect((await act([student.id], { action: "block" }, token)).status).toBe(403);
    expect((await get("", token)).status).toBe(403);
  });

  it("the same is done to several people, and those to whom it is not are named", async () => {
    const people = [await school.add(), await school.add()];
    const tokens = await Promise.all(people.map((person) => school.token(person)));
    const ids = people.map(({ id }) => id);
    const answer = await act([...ids, admin.id, 999_999, manager.id], { action: "block" });
    expect(answer.json).toMatchObject({
      done: 2,
      refused: [
        { id: admin.id, code: "person/above" },
        { id: 999_999, code: "person/not_found" },
        { id: manager.id, code: "person/self" },
      ],
    });
    for (const token of tokens) {
      expect((await school.call("/user/courses", { token })).status).toBe(401);
    }
    await act(ids, { action: "unblock" });
    await act(ids, { action: "give-course", course: SWB, until: "2027-03-31" });
    for (const id of ids) {
      expect((await page(id)).person.courses).toEqual([
        { id: SWB, from: "2026-11-18", until: "2027-03-31" },
      ]);
      expect((await audited(id)).map(([action]) => action)).toEqual([
        "blocked",
        "unblocked",
        "changed",
      ]);
    }
    await act(ids, { action: "take-course", course: SWB });
    expect((await page(ids[0] ?? 0)).person.courses).toEqual([]);
    const wrong = [
      await act([], { action: "give-course", course: 99 }),
      await act([], { action: "set-level" }),
      await act([0.5], { action: "block" }),
      await act(
        Array.from({ length: 2001 }, (_, at) => at + 1),
        { action: "block" },
      ),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([404, 422, 422, 422]);
  });
});

test("the last administrator is not lowered, blocked, ended or removed", async () => {
  const alone = await openSchool();
  const boss = await alone.add({ level: 100 });
  const token = await alone.token(boss);
  const people = (path: string, asking: object) =>
    alone.call(`/staff/people${path}`, { token, ...asking });
  const { version } = (await people(`/${boss.id}`, {})).json;
  const fields = { ...FIELDS, username: boss.username, email: boss.email, replaces: version };
  const ended = await alone.add({ level: 100 });
  await alone.changeAccount(ended.id, { expire: "2026-01-15" });
  const answers = [
    await people(`/${boss.id}`, { method: "PUT", json: { ...fields, level: 20 } }),
    await people(`/${boss.id}`, {
      method: "PUT",
      json: { ...fields, level: 100, last_day: "2026-11-17" },
    }),
    await people("/removals", { json: { people: [boss.id], count: 1 } }),
    await people("/actions", { json: { people: [boss.id], action: "block" } }),
    await people("/actions", { json: { people: [boss.id], action: "set-level", level: 0 } }),
  ];
  for (const { status, json } of answers) {
    expect([status, json.code]).toEqual([409, "person/last_administrator"]);
  }
  const other = await alone.add({ level: 100 });
  const lowered = await Promise.all(
    [boss, other].map(({ id }) =>
      people("/actions", { json: { people: [id], action: "set-level", level: 20 } }),
    ),
  );
  expect(lowered.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("what is said to go with a person is what goes, and answers to others stay without the name", async () => {
  const { student, handIn, answer } = handIns(() => school);
  const tutor = await school.add({ level: 10 });
  const tutorToken = await school.token(tutor);
  const pupil = await student();
  const { id: upload } = (await handIn(pupil.token)).json.assignment.uploads[0];
  const accepted = { student_id: pupil.id, upload_id: upload, state: "accepted", text: "" };
  expect((await answer(tutorToken, accepted)).status).toBe(200);
  await school.call("/user/notes/101", {
    method: "PUT",
    token: pupil.token,
    json: { text: "mine" },
  });
  const said = (await preview([pupil.id])).json;
  expect(said.goes).toEqual(
    expect.arrayContaining([
      { what: "note", count: 1 },
      { what: "upload", count: 1 },
      { what: "file", count: 1 },
    ]),
  );
  expect((await preview([tutor.id])).json.stays).toEqual(
    expect.arrayContaining([{ what: "answers", count: 1 }]),
  );
  expect((await remove(pupil.id)).json).toEqual(said);
  expect((await get(`/${pupil.id}`)).status).toBe(404);
  expect((await school.call("/user/courses", { token: pupil.token })).status).toBe(401);
  expect((await audited(pupil.id)).at(-1)?.[0]).toBe("removed");
  expect((await remove(manager.id)).json.code).toBe("person/self");
});

it("everything about a person comes as a zip, and that it was taken is recorded", async () => {
  const person = await school.student({ course: PMB });
  await school.message(person.token, undefined, { "a.jpg": FILES.jpeg(700) });
  const answer = await get(`/${person.id}/zip`);
  expect(answer.headers["content-type"]).toBe("application/zip");
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(answer.bytes)])));
  const files = (await zip.getEntries()).map(({ filename }) => filename);
  expect(files).toContain("index.html");
  expect(files.filter((name) => name.startsWith("files/"))).toHaveLength(1);
  await zip.close();
  expect((await audited(person.id)).at(-1)).toEqual(["exported", manager.username, {}]);
});
