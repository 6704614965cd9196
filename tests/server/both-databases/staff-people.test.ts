import { beforeAll, describe, expect, test } from "vitest";
import { FILES } from "../support/form.ts";
import { handIns } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { DAY, NOON, openSchool, type Person, PMB, SWB } from "../support/test-school.ts";
import { unzipped } from "../support/unzipped.ts";

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
const put = (id: number, json: object, token = manager.token) =>
  school.call(`/staff/people/${id}`, { method: "PUT", token, json });
/** Changes fields of a person, whom nobody else changes meanwhile. */
const change = async ({ id, username, email }: Person, fields: object) => {
  const { version: replaces } = await page(id);
  return put(id, { ...FIELDS, username, email, replaces, ...fields });
};
const rename = (person: Person, first_name: string, last_name: string) =>
  change(person, { first_name, last_name });
const act = (people: number[], json: object, token = manager.token) =>
  school.call("/staff/people/actions", { token, json: { people, ...json } });
const remove = (id: number, token = manager.token) =>
  school.call("/staff/people/removals", { token, json: { people: [id], count: 1 } });
const preview = (people: number[], token = manager.token) =>
  school.call("/staff/people/removals/preview", { token, json: { people } });
const found = (search: string) => names(`search=${encodeURIComponent(search)}`);
const audited = async (id: number) => {
  const about = school.database.read.selectFrom("audit").selectAll().where("kind", "=", "person");
  const rows = await about.where("subject", "=", String(id)).orderBy("id").execute();
  return rows.map(({ action, actor_name, details }) => [action, actor_name, JSON.parse(details)]);
};

describe("staff find people", () => {
  test("staff find people by words of names and addresses in any spelling and order", async () => {
    const person = await school.add({ username: "o-connor", email: "siobhan@bücher.example" });
    await rename(person, "Siobhán", "Ó’Connor-Müller");
    for (const search of [
      ...["SIOBHAN muller", "oconnor", "Müller, Siobhán", "O-CONNOR", "@BÜCHER.example"],
      "siobhan@xn--bcher-kva.example",
    ]) {
      expect(await found(search)).toEqual(["o-connor"]);
    }
    const long = "שָׁלוֹם Anne ".repeat(50).slice(0, 499);
    expect((await rename(person, `${long}!!`, "")).status).toBe(422);
    for (const search of ["siobhan meier", "☺", "%", "siobham@bücher.example"]) {
      expect(await found(search)).toEqual([]);
    }
    expect((await rename(person, `${long}!`, `${long}?`)).status).toBe(200);
    expect(await names("search=שלום anne&sort=name")).toEqual(["o-connor"]);
  });

  test("staff find names with one typing error, in other spellings and in Latin letters", async () => {
    for (const [username, first, last] of [
      ["spelled-1", "Μαρία", "Παπαδάκη"],
      ["spelled-2", "דנה", "מזרחי"],
      ["spelled-3", "Ruth", "Levi"],
      ["spelled-4", "Friedrich", "Schneider"],
    ] as const) {
      await rename(await school.add({ username }), first, last);
    }
    for (const [search, name] of [
      ["papadak", "spelled-1"],
      ["Papadakis", "spelled-1"],
      ["Mizrachi", "spelled-2"],
      ["Ruth Levy", "spelled-3"],
      ["Freidrich Schnider", "spelled-4"],
    ] as const) {
      expect([search, await found(search)]).toEqual([search, [name]]);
    }
  });

  test("staff get all pages of people in every order, each person once", async () => {
    const { total } = (await get("?limit=1")).json;
    for (const sort of ["name", "level", "seen", "registered", "until"]) {
      const all = async (order: string) => {
        const found: string[] = [];
        for (let before: string | null = ""; before !== null; ) {
          const more: string = before && `&before=${encodeURIComponent(before)}`;
          const answer = (await get(`?sort=${sort}&order=${order}&limit=2${more}`)).json;
          expect(answer.total).toBe(total);
          for (const { username } of answer.people) found.push(username);
          before = answer.cursor;
        }
        return found;
      };
      const ascending = await all("ascending");
      expect([ascending.length, new Set(ascending).size]).toEqual([total, total]);
      expect(await all("descending")).toEqual(ascending.toReversed());
    }
  });

  test("staff filter people by level, course, state, when they were seen, and what ends", async () => {
    const add = (username: string, course: number, expDate?: string, level = 0) =>
      school.add({ username, level, courses: [{ course, ...(expDate && { expDate }) }] });
    const one = await add("filtered-1", PMB, "2026-11-30");
    await add("filtered-2", SWB, undefined, 10);
    await add("filtered-3", SWB, "2026-12-01");
    await school.token(one);
    await act([one.id], { action: "block" });
    for (const [query, numbers] of [
      ["level=10", [2]],
      [`course=${PMB}`, [1]],
      ["ending=this-month", [1]],
      [`ending=this-month&course=${SWB}`, []],
      ["ending=next-month", [3]],
      ["unseen=never", [2, 3]],
      ["unseen=30", [2, 3]],
      ["state=blocked", [1]],
      ["state=active", [2, 3]],
    ] as const) {
      const wanted = numbers.map((number) => `filtered-${number}`);
      expect([query, await names(`search=filtered&${query}`)]).toEqual([query, wanted]);
    }
    school.now += 31 * DAY;
    const { json } = await get("?search=filtered&unseen=30", await school.token(manager));
    school.now = NOON;
    expect(json.total).toBe(3);
  });
});

describe("staff change people", () => {
  test("staff change names, level, days and courses at once, and all of it is recorded", async () => {
    const person = await school.add({ courses: [{ course: PMB }] });
    const changed = await change(person, {
      ...{ username: "renamed", email: "renamed@thimble.example", first_name: " Ada " },
      ...{ level: 10, last_day: "2027-01-31" },
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
    const details = {
      ...{ fields: ["email", "first_name", "last_name"], username: [person.username, "renamed"] },
      ...{ level: [0, 10], last_day: [null, "2027-01-31"], teaches: [[], ["PMB"]] },
      courses: ["SWB 2026-11-18/2027-06-30"],
      courses_removed: ["PMB 2026-01-15/2027-01-15"],
    };
    expect(await audited(person.id)).toEqual([["changed", manager.username, details]]);
    expect((await school.login("renamed")).status).toBe(200);
  });

  test("the second of two people who change the same person is refused and changes nothing", async () => {
    const person = await school.add();
    const { version: replaces } = await page(person.id);
    const names = ["One", "Two"];
    const both = await Promise.all(
      names.map((first_name) => change(person, { first_name, replaces })),
    );
    const late = both.findIndex(({ status }) => status === 409);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both[late]?.json.code).toBe("person/changed");
    expect((await page(person.id)).person.first_name).toBe(names[1 - late]);
  });

  test("staff add a person once for each key, with the names and the level that they may give", async () => {
    const add = (json: object, token = manager.token, key = crypto.randomUUID()) =>
      school.call("/staff/people", {
        token,
        headers: { "Idempotency-Key": key },
        json: { ...FIELDS, invite: false, ...json },
      });
    const key = crypto.randomUUID();
    const courses = [{ id: PMB, from: null, until: null }];
    const first = await add({ courses }, undefined, key);
    const again = await add({ courses }, undefined, key);
    expect([first.status, again.json.id]).toEqual([201, first.json.id]);
    const other = { username: "other", email: "o@o.example" };
    const refusals = [
      [{}, 409, "person/username_taken"],
      [{ username: "other" }, 409, "person/email_taken"],
      [{ ...other, level: 100 }, 403, "person/level_too_high"],
      [{ ...other, email: "o@o.example\nBcc: x@y.example" }, 422, "request/invalid"],
      [{ ...other, username: "\u200b" }, 422, "request/invalid"],
      [{ ...other, courses: [{ id: 99, from: null, until: null }] }, 404, "course/not_found"],
    ] as const;
    for (const [json, status, code] of refusals) {
      const answer = await add(json);
      expect([answer.status, answer.json.code]).toEqual([status, code]);
    }
    const chief = await add({ ...other, level: 100 }, admin.token);
    expect(chief.status).toBe(201);
    await remove(chief.json.id, admin.token);
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
    for (const { status, json } of above)
      expect([status, json.code]).toEqual([403, "person/above"]);
    expect((await page(admin.id)).above).toBe(true);
    for (const { status, json } of [
      await change(student, { level: 100 }),
      await act([student.id], { action: "set-level", level: 21 }),
    ]) {
      expect([status, json.code]).toEqual([403, "person/level_too_high"]);
    }
    expect((await page(student.id)).person.level).toBe(0);
    expect((await school.call("/user/courses", { token: admin.token })).status).toBe(200);
  });

  it("a person whose course ended before it began can still be changed", async () => {
    const student = await school.add();
    await act([student.id], { action: "give-course", course: PMB, until: "2026-11-01" });
    const { courses } = (await page(student.id)).person;
    expect((await change(student, { courses, first_name: "Ilse" })).status).toBe(200);
    const later = [{ ...courses[0], until: "2026-11-02" }];
    expect((await change(student, { courses: later })).status).toBe(422);
  });

  it("a manager who has been lowered meanwhile changes nobody", async () => {
    const { id, token } = await school.signedIn({ level: 20 });
    const student = await school.add();
    expect((await get("", token)).status).toBe(200);
    await act([id], { action: "set-level", level: 0 });
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
      const actions = (await audited(id)).map(([action]) => action);
      expect(actions).toEqual(["blocked", "unblocked", "changed"]);
    }
    await act(ids, { action: "take-course", course: SWB });
    expect((await page(ids[0] ?? 0)).person.courses).toEqual([]);
    const many = Array.from({ length: 2001 }, (_, at) => at + 1);
    const wrong = [
      await act([], { action: "give-course", course: 99 }),
      await act([], { action: "set-level" }),
      await act(many, { action: "block" }),
      // The Profile asks for the password for that.
      await act([manager.id], { action: "reset-second-factor" }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([404, 422, 422, 409]);
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
  const put = (more: object) =>
    people(`/${boss.id}`, { method: "PUT", json: { ...fields, level: 100, ...more } });
  const act = (id: number, more: object) => people("/actions", { json: { people: [id], ...more } });
  for (const { status, json } of [
    await put({ level: 20 }),
    await put({ last_day: "2026-11-17" }),
    await people("/removals", { json: { people: [boss.id], count: 1 } }),
    await act(boss.id, { action: "block" }),
    await act(boss.id, { action: "set-level", level: 0 }),
  ]) {
    expect([status, json.code]).toEqual([409, "person/last_administrator"]);
  }
  const other = await alone.add({ level: 100 });
  const lowered = await Promise.all(
    [boss, other].map(({ id }) => act(id, { action: "set-level", level: 20 })),
  );
  expect(lowered.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("what is said to go with a person is what goes, and answers to others stay without the name", async () => {
  const { student, handIn, answer } = handIns(() => school);
  const tutor = await school.signedIn({ level: 10 });
  const pupil = await student();
  const { id: upload } = (await handIn(pupil.token)).json.assignment.uploads[0];
  const accepted = { student_id: pupil.id, upload_id: upload, state: "accepted", text: "" };
  expect((await answer(tutor.token, accepted)).status).toBe(200);
  const note = { method: "PUT", token: pupil.token, json: { text: "mine" } };
  await school.call("/user/notes/101", note);
  const said = (await preview([pupil.id])).json;
  for (const what of ["note", "upload", "file"])
    expect(said.goes).toContainEqual({ what, count: 1 });
  const { stays } = (await preview([tutor.id])).json;
  expect(stays).toContainEqual({ what: "answers", count: 1 });
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
  const files = [...(await unzipped(answer.bytes)).keys()].join("\n");
  expect(files).toMatch(/^index\.html$/m);
  expect(files.match(/^files\//gm)).toHaveLength(1);
  expect((await audited(person.id)).at(-1)).toEqual(["exported", manager.username, {}]);
});
