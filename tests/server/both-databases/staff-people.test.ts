import { describe, expect, test } from "vitest";
import { FILES } from "../support/form.ts";
import { handIns } from "../support/hand-ins.ts";
import { it } from "../support/on-sqlite.ts";
import { sharedPerson } from "../support/shared-person.ts";
import { DAY, NOON, openSchool, type Person, PMB, SWB } from "../support/test-school.ts";
import { unzipped } from "../support/unzipped.ts";

const FIELDS = {
  ...{ username: "new", email: "new@thimble.example", first_name: "", last_name: "", level: 0 },
  ...{ last_day: null, courses: [], teaches: { all: false, courses: [] } },
};

const school = openSchool.shared();
const admin = sharedPerson(school, { level: 100 });
const manager = sharedPerson(school, { level: 20 });

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
const preview = (people: readonly number[]) =>
  school.call("/staff/people/removals/preview", { token: manager.token, json: { people } });
const remove = (people: readonly number[], count = people.length) =>
  school.call("/staff/people/removals", { token: manager.token, json: { people, count } });
const found = (search: string) => names(`search=${encodeURIComponent(search)}`);
const audited = async (id: number) => {
  const rows = await school.rows("audit", { kind: "person", subject: String(id) }, "id");
  return rows.map(({ action, actor_name, details }) => [action, actor_name, JSON.parse(details)]);
};

describe("staff find people", () => {
  test("staff find people by words of names and addresses in any spelling and order", async () => {
    const person = await school.add({ username: "o-connor", email: "siobhan@bücher.example" });
    await rename(person, "Siobhán", "Ó’Connor-Müller");
    const words = ["SIOBHAN muller", "oconnor", "Müller, Siobhán", "O-CONNOR"];
    for (const search of [...words, "@BÜCHER.example", "siobhan@xn--bcher-kva.example"]) {
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
    const give = (first_name: string) => change(person, { first_name, replaces });
    const both = await Promise.all(names.map(give));
    const late = both.findIndex(({ status }) => status === 409);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both[late]?.json.code).toBe("person/changed");
    expect((await page(person.id)).person.first_name).toBe(names[1 - late]);
  });

  test("staff add a person once for each key, with the names and the level that they may give", async () => {
    const add = (fields: object, token = manager.token, key = crypto.randomUUID()) => {
      const json = { ...FIELDS, invite: false, ...fields };
      return school.call("/staff/people", { token, headers: { "Idempotency-Key": key }, json });
    };
    const key = crypto.randomUUID();
    const courses = [{ id: PMB, from: null, until: null }];
    const first = await add({ courses }, undefined, key);
    const again = await add({ courses }, undefined, key);
    expect([first.status, again.json.id]).toEqual([201, first.json.id]);
    const other = { username: "other", email: "o@o.example" };
    for (const [json, status, code] of [
      [{}, 409, "person/username_taken"],
      [{ username: "other" }, 409, "person/email_taken"],
      [{ ...other, level: 100 }, 403, "person/level_too_high"],
      [{ ...other, email: "o@o.example\nBcc: x@y.example" }, 422, "request/invalid"],
      [{ ...other, username: "\u200b" }, 422, "request/invalid"],
      [{ ...other, courses: [{ id: 99, from: null, until: null }] }, 404, "course/not_found"],
    ] as const) {
      const answer = await add(json);
      expect([answer.status, answer.json.code]).toEqual([status, code]);
    }
    expect((await add({ ...other, level: 100 }, admin.token)).status).toBe(201);
  });

  it("nobody changes, removes or exports those who stand above them, or gives a higher level", async () => {
    const { version } = await page(admin.id);
    const student = await school.add();
    const actions = ["block", "sign-out", "reset-password", "reset-second-factor", "unlink"];
    for (const { status, json } of [
      await put(admin.id, { ...FIELDS, replaces: version }),
      await remove([admin.id]),
      await preview([admin.id]),
      await get(`/${admin.id}/zip`),
      ...(await Promise.all(actions.map((action) => act([admin.id], { action })))),
    ]) {
      expect([status, json.code]).toEqual([403, "person/above"]);
    }
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
    const people = [await school.signedIn(), await school.signedIn()];
    const ids = people.map(({ id }) => id);
    const { json } = await act([...ids, admin.id, 999_999, manager.id], { action: "block" });
    expect(json).toMatchObject({
      done: 2,
      refused: [
        { id: admin.id, code: "person/above" },
        { id: 999_999, code: "person/not_found" },
        { id: manager.id, code: "person/self" },
      ],
    });
    for (const { token } of people) {
      expect((await school.call("/user/courses", { token })).status).toBe(401);
    }
    await act(ids, { action: "unblock" });
    await act(ids, { action: "give-course", course: SWB, until: "2027-03-31" });
    const course = { id: SWB, from: "2026-11-18", until: "2027-03-31" };
    for (const id of ids) {
      expect((await page(id)).person.courses).toEqual([course]);
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
  const { token, ...boss } = await alone.signedIn({ level: 100 });
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
  const lower = ({ id }: Person) => act(id, { action: "set-level", level: 20 });
  const lowered = await Promise.all([boss, other].map(lower));
  expect(lowered.filter(({ status }) => status === 200)).toHaveLength(1);
});

describe("staff remove people", () => {
  const left = async (people: readonly number[], at = school) => {
    const ids = (await at.rows("account", {}, "id")).map(({ id }) => id);
    return ids.filter((id) => people.includes(id));
  };

  test("what is said to go with people is what goes, and what they wrote to each other does not stay", async () => {
    const { student, handIn, answer } = handIns(() => school);
    const tutor = await school.signedIn({ level: 10 });
    const pupils = [await student(), await student(), await student()] as const;
    for (const pupil of pupils) {
      const { id: upload_id } = (await handIn(pupil.token)).json.assignment.uploads[0];
      const accepted = { student_id: pupil.id, upload_id, state: "accepted", text: "" };
      expect((await answer(tutor.token, accepted)).status).toBe(200);
    }
    const [{ id: first, token }, { id: second }, { id: third }] = pupils;
    await school.call("/user/notes/101", { method: "PUT", token, json: { text: "mine" } });
    const { goes } = (await preview([first])).json;
    for (const what of ["note", "upload", "file"]) expect(goes).toContainEqual({ what, count: 1 });
    const { stays } = (await preview([tutor.id])).json;
    expect(stays).toContainEqual({ what: "answers", count: 3 });

    const people = [first, second, tutor.id];
    const said = (await preview(people)).json;
    expect(said).toMatchObject({ people: 3, refused: [] });
    expect(said.goes).toContainEqual({ what: "note", count: 1 });
    for (const what of ["upload", "file"]) expect(said.goes).toContainEqual({ what, count: 2 });
    // That to the third pupil, who stays.
    expect(said.stays).toContainEqual({ what: "answers", count: 1 });
    expect(await left(people)).toHaveLength(3);
    expect((await remove(people)).json).toEqual(said);
    expect(await left([...people, third])).toEqual([third]);
    expect((await get(`/${first}`)).status).toBe(404);
    expect((await school.call("/user/courses", { token })).status).toBe(401);
    for (const id of people) {
      expect((await audited(id)).at(-1)?.slice(0, 2)).toEqual(["removed", manager.username]);
    }
  });

  it("who stands above, oneself, and who was removed meanwhile are named, and the others are removed", async () => {
    expect((await remove([manager.id])).json.code).toBe("person/self");
    const [one, gone] = [await school.add(), await school.add()];
    expect((await remove([gone.id])).status).toBe(200);
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
    await remove([other.id]);
    const refused = [await remove(people), await remove([one.id, manager.id], 0)];
    for (const { status, json } of refused) {
      expect([status, json.code]).toEqual([409, "person/changed"]);
    }
    expect(await left(people)).toEqual([one.id]);
  });

  test("an administrator stays who can run the school, whoever is chosen and in whatever order", async () => {
    const own = await openSchool();
    const { token, ...ended } = await own.signedIn({ level: 100 });
    const [first, second] = [await own.add({ level: 100 }), await own.add({ level: 100 })];
    // Who has left still signs in, but does not count.
    await own.changeAccount(ended.id, { expire: "2026-01-15" });
    const call = (name: string, people: number[]) =>
      own.call(`/staff/people/removals${name}`, { token, json: { people, count: 1 } });
    const orders = [first.id, second.id];
    for (const people of [orders, orders.toReversed()]) {
      const { refused } = (await call("/preview", people)).json;
      expect(refused).toMatchObject([{ id: people[1], code: "person/last_administrator" }]);
    }
    expect((await call("", [second.id, first.id])).status).toBe(200);
    expect(await left(orders, own)).toEqual([first.id]);
  });
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
