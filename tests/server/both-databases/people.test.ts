import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { fileNameKey } from "../../../src/lib/file-name-key.ts";
import { safeFileName } from "../../../src/lib/safe-file-name.ts";
import { logicalTables } from "../../../src/server/backup/logical-schema.ts";
import { migrationNames } from "../../../src/server/db/migrate.ts";
import { FILES } from "../support/form.ts";
import { handIns, photo, TASK } from "../support/hand-ins.ts";
import { activationCalls, newMachine } from "../support/machine.ts";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";
import { it } from "../support/on-sqlite.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { sharedFolder } from "../support/temporary-folder.ts";
import { openSchool, PMB, SWB, type TestSchool } from "../support/test-school.ts";
import { unzipped } from "../support/unzipped.ts";

/** What is done with the people of a school. */
const peopleOf = (school: TestSchool) => {
  const folder = sharedFolder();
  const { student, handIn, answer } = handIns(() => school);
  const run = async (...words: string[]) => {
    const ran = await runInProcess(["user", ...words], school.variables);
    await school.hearOthers();
    return ran;
  };
  const json = async (...words: string[]) => {
    const ran = await run(...words, "--json");
    expect(ran).toMatchObject({ code: 0, err: "" });
    return JSON.parse(ran.out);
  };
  const courses = async (token: string) =>
    (await school.call("/user/courses", { token })).json.courses;
  const write = (token: string, body: string, more: { thread?: number } = {}) => {
    const words = { subject: "Darts", body, ...more };
    return school.message(token, words, { "../a <b>.jpg": FILES.jpeg(700) });
  };

  /** A student who has left something of every kind. */
  const busyStudent = async () => {
    const person = await student();
    const { token } = person;
    await school.call("/user/notes/101", { method: "PUT", token, json: { text: "<b>my note" } });
    const table = { name: "Mine", is_default: 1, units: "cm", values: {} };
    await school.call("/user/measurements", { token, json: table });
    expect((await handIn(token, { comment: "my block" })).status).toBe(201);
    const { message } = (await write(token, "my question")).json;
    const tutor = await school.signedIn({ level: 10 });
    await write(tutor.token, "an answer", { thread: message.thread });
    const { activate, issue } = activationCalls(() => school);
    const serial = await issue();
    const owner = { account_id: person.id };
    await school.database.write((db) =>
      db.updateTable("serial_number").set(owner).where("serial", "=", serial).execute(),
    );
    const [, licence = ""] = (await activate(newMachine(), serial)).text.split("\n");
    return { ...person, tutor, licence };
  };
  return { folder, student, handIn, answer, run, json, courses, busyStudent };
};

const school = openSchool.shared();
const { folder, student, handIn, answer, run, json, courses, busyStudent } = peopleOf(school);

test("people are listed by course, level, name and block, with their courses", async () => {
  await school.add({ username: "Zoë", level: 20, courses: [{ course: SWB }] });
  await school.add({ username: "block-me", courses: [{ course: PMB }] });
  await run("set", "block-me", "--block");
  /** Of these two: the school has other people, too. */
  const names = async (...words: string[]) =>
    (await json("list", ...words))
      .map(({ username }: { username: string }) => username)
      .filter((name: string) => ["Zoë", "block-me"].includes(name));
  expect(await names("--course", "SWB")).toEqual(["Zoë"]);
  expect(await names("--level", "20", "--search", "ZOË")).toEqual(["Zoë"]);
  expect(await names("--blocked")).toEqual(["block-me"]);
  expect(await names("--blocked", "--search", "zo")).toEqual([]);
  const [person] = await json("list", "--search", "Zoë");
  expect(person).toMatchObject({
    ...{ username: "Zoë", email: "Zoë@thimble.example", firstName: "Noa", lastName: "Brand" },
    ...{ level: 20, registered: "2026-01-15", lastDay: null, blocked: null, teaches: null },
    courses: [{ key: "SWB", from: "2026-01-15", until: "2027-01-15", months: 12 }],
  });
  const { out } = await run("list", "--search", "block-me");
  expect(out).toMatch(/^block-me {2}Noa Brand .* PMB until 2027-01-15 {2}blocked\n$/);
  expect(await run("list", "--course", "NONE")).toMatchObject({ code: 1 });
});

test("people are changed while the school is served: courses with dates, names, level, last day", async () => {
  const person = await school.student({ course: PMB });
  const set = (...words: string[]) => json("set", person.username, ...words);
  await set("--course", "PMB", "--until", "2027-06-30", "--course", "SWB");
  expect(await courses(person.token)).toMatchObject([
    { key: "PMB", user_courses: { expDate: "2027-06-30", subDate: "2026-01-15" } },
    { key: "SWB", user_courses: { expDate: "2027-06-30" } },
  ]);
  await set("--course", "SWB", "--from", "2026-10-31", "--months", "4");
  await set("--remove-course", "PMB");
  const dates = { expDate: "2027-02-28", subDate: "2026-10-31", subMonths: 4 };
  expect(await courses(person.token)).toMatchObject([{ key: "SWB", user_courses: dates }]);
  const words = ["--first-name", "Ada", "--last-name", "", "--email", "ada@thimble.example"];
  const changed = await set(...words, "--level", "10", "--last-day", "2027-01-31");
  expect(changed).toMatchObject({ firstName: "Ada", lastName: "", lastDay: "2027-01-31" });
  const { user } = (await school.login(person.username)).json;
  expect(user).toMatchObject({ firstName: "Ada", level: 10, expire: "2027-02-28" });
  school.now += 3000;
  expect((await school.call("/user/assignments?state=uploaded", person)).status).toBe(200);
  await set("--level", "0", "--last-day", "never", "--course", "SWB", "--until", "never");
  expect((await school.login(person.username)).json.user).toMatchObject({ expire: null });
  const other = await school.add();
  for (const [words, err] of [
    [[other.username, "--email", "ADA@thimble.example"], "this email already exists"],
    [["nobody", "--level", "0"], 'There is no account "nobody"'],
  ] as const) {
    const ran = await run("set", ...words);
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining(err) });
  }
});

test("people who tutor are given courses and lose them while the school is served, and are listed with them", async () => {
  const noa = await student();
  await handIn(noa.token);
  const tutor = await school.add({ level: 10, teaches: [] });
  const token = await school.token(tutor);
  const sees = async () =>
    (await school.call(`/user/assignments/${TASK}?student=${noa.id}`, { token })).status === 200;
  const hint = `A tutor without courses sees no student. Give some: user set ${tutor.username} --teaches PMB,SWB or all.`;
  for (const [given, words, seen] of [
    ["PMB,SWB", "teaches PMB, SWB", true],
    ["SWB", "teaches SWB", false],
    ["all", "teaches all", true],
    ["none", "teaches no course", false],
  ] as const) {
    const { code, out, err } = await run("set", tutor.username, "--teaches", given);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(words);
    expect(out.includes(hint)).toBe(given === "none");
    expect(await sees()).toBe(seen);
    const [listed] = await json("list", "--search", tutor.username);
    const { teaches } = listed;
    expect(teaches).toEqual(given === "all" ? "all" : given === "none" ? [] : given.split(","));
  }
  const wrong = await run("set", tutor.username, "--teaches", "PMB,NONE");
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('course "NONE"') });
  // Nobody sees students by a list alone, without the level.
  const fallen = await json("set", tutor.username, "--teaches", "all", "--level", "0");
  expect(fallen.teaches).toBe(null);
  school.now += 3000;
  expect(await sees()).toBe(false);
});

it("blocked people are signed out, and cannot sign in or use a licence until they are unblocked", async () => {
  const person = await busyStudent();
  const { licence: check } = activationCalls(() => school);
  const products = () => school.call("/products", { headers: { "X-License": person.licence } });
  expect([(await products()).status, await check(person.licence)]).toEqual([200, "ok"]);
  await json("set", person.username, "--block");
  school.now += 3000;
  expect((await school.call("/user/courses", person)).status).toBe(401);
  expect((await school.login(person.username)).json.code).toBe("login/blocked");
  // Who does not know the password learns nothing.
  expect((await school.login(person.username, "wrong")).json.code).toBe("login/user_not_found");
  expect([(await products()).status, await check(person.licence)]).toEqual([401, "revoked"]);
  const outbox = () => readdir(path.join(school.dataDir, "outbox")).catch(() => []);
  const before = await outbox();
  await school.call("/user/forgot-password", { json: { emailOrUsername: person.username } });
  await school.server.idle();
  expect(await outbox()).toEqual(before);
  await json("set", person.username, "--unblock");
  expect((await school.login(person.username)).status).toBe(200);
  expect((await products()).status).toBe(200);
});

it.each([
  ["no answer", "\n"],
  ["another word", "yesterday\n"],
  ["the end of the input", null],
])("people are not removed after the answer %s", async (_, typed) => {
  const { username } = await school.add();
  const remove = (said: string | null) =>
    runInProcess(["user", "remove", username], school.variables, said);
  const { code, out, err } = await remove(typed);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/everything of this person would be removed.*Remove it\? \[y\/N\] /s);
  expect((await school.login(username)).status).toBe(200);
  expect(await remove("Yes\n")).toMatchObject({ code: 0 });
  expect((await school.login(username)).status).toBe(404);
});

test("people who answered others are removed without their answers, which lose the name", async () => {
  const person = await busyStudent();
  const { tutor } = person;
  await school.changeAccount(tutor.id, { first_name: "Only", last_name: "Tutor" });
  const { assignments } = (await school.call("/user/assignments", person)).json;
  const upload = assignments[0].uploads[0].id;
  const returned = { student_id: person.id, upload_id: upload, state: "returned", text: "Again" };
  await answer(tutor.token, returned);
  // A namesake, whose own answers keep the name.
  const namesake = await school.add({ level: 10, teaches: [PMB, SWB] });
  const other = await student();
  const { id } = (await handIn(other.token)).json.assignment.uploads[0];
  await school.changeAccount(namesake.id, { first_name: "Only", last_name: "Tutor" });
  const said = { student_id: other.id, upload_id: id, state: "accepted", text: "" };
  await answer(await school.token(namesake), said);
  await json("remove", tutor.username, "--yes");
  const kept = (await school.call("/user/assignments", other)).json.assignments[0];
  expect(kept.uploads[0].feedback).toMatchObject({ tutor: "Only Tutor" });
  const asked = await run("remove", namesake.username);
  expect(asked.err).toContain("would be removed for good: 2 courses taught.");
  const { messages } = (await school.call("/user/messages", person)).json;
  const names = messages.map(({ from }: { from: { name: string } }) => from.name);
  expect(names.toSorted()).toEqual(["Noa Brand", "—"]);
  const after = (await school.call("/user/assignments", person)).json.assignments[0];
  expect(after.uploads[0].feedback).toMatchObject({ text: "Again", tutor: "—" });
});

test("every table with rows of persons is in their export, or left out on purpose", async () => {
  const person = await school.add();
  const { rows } = await json("export", person.username, path.join(folder, "tables.zip"));
  const tables = await logicalTables(await migrationNames());
  const ofPersons = tables.filter(({ columns }) => columns.includes("account_id"));
  const missing = ofPersons.map(({ name }) => name).filter((name) => !(name in rows));
  expect(missing.toSorted()).toEqual([
    ...["link_mail", "news_due", "openid_code", "recovery_code", "repeatable", "reset_link"],
    ...["second_step", "source_change", "source_reader", "source_version", "totp"],
  ]);
});

onDiskAndInBucket((open) => {
  const school = open.shared();
  const { folder, student, handIn, run, json, busyStudent } = peopleOf(school);

  test("people are removed with everything of theirs, files included, and nothing of others", async () => {
    const kept = await busyStudent();
    const person = await busyStudent();
    const filesBefore = (await school.sentFiles()).length;
    const refused = await run("remove", person.username);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(
      /would be removed for good: 1 course, 5 lessons studied, 1 note, 1 table of measurements, 1 hand-in, 1 conversation, 2 messages, 1 serial number, 1 activated computer, 3 files\.\nNothing has been removed\. Run it again with --yes/,
    );
    expect((await school.login(person.username)).status).toBe(200);
    const removed = await json("remove", person.username, "--yes");
    expect(removed).toMatchObject({ username: person.username, files: 3, rows: { note: 1 } });
    expect((await school.sentFiles()).length).toBe(filesBefore - 3);
    school.now += 3000;
    expect((await school.call("/user/courses", person)).status).toBe(401);
    expect((await school.login(person.username)).status).toBe(404);
    for (const { name, columns } of await logicalTables(await migrationNames())) {
      for (const column of columns.filter((each) => /^(account|author)_id$/.test(each))) {
        const theirs = { [column]: person.id } as { account_id: number };
        await expect(school.row(name as "note", theirs), `${name}.${column}`).rejects.toThrow();
      }
    }
    const { messages } = (await school.call("/user/messages", kept)).json;
    expect(messages).toHaveLength(2);
    expect((await school.call("/user/notes", kept)).json.notes).toHaveLength(1);
  });

  test("people are exported whole: a page, data of each kind without secrets, and their files", async () => {
    const person = await busyStudent();
    const keys = { endpoint: "https://push.example/1", p256dh: "p256-key", auth: "auth-key" };
    const { hash: token_hash } = await school.row("token", { account_id: person.id });
    const device = { ...keys, token_hash, created: school.now };
    await school.database.write((db) => db.insertInto("push_device").values(device).execute());
    const file = path.join(folder, "person.zip");
    const exported = await json("export", person.username, file);
    expect(exported).toMatchObject({ path: file, files: 3, missing: [] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const entries = await unzipped(await readFile(file));
    const text = (name: string) => entries.get(name)?.toString() ?? "";
    const page = text("index.html");
    for (const words of ["my question", "an answer", "&lt;b&gt;my note"]) {
      expect(page).toContain(words);
    }
    expect(page).not.toContain("<b>my note");
    const note = { lesson_id: 101, lesson: expect.any(String), text: "<b>my note" };
    expect(JSON.parse(text("note.json"))).toMatchObject([note]);
    const [sent] = JSON.parse(text("upload_file.json"));
    expect(entries.get(sent.file)).toEqual(FILES.jpeg());
    const { password } = await school.row("account", { id: person.id });
    const all = [...entries.values()].join("");
    for (const secret of [password, ...Object.values(keys)]) expect(all).not.toContain(secret);
    expect([...entries.keys()].every((name) => !name.includes(".."))).toBe(true);
    expect((await run("export", person.username, file)).err).toContain("already exists");
  });

  it("people are exported with files whose names every system can store", async () => {
    const person = await student();
    const names = [
      ...[`${"裁".repeat(100)}.jpg`, `${"裁".repeat(100)}.JPG`, "CON.jpg", "a. .jpg"],
      ...["a\u202egpj.jpg", `${"👩‍👩‍👧‍👦".repeat(20)}.jpg`],
    ];
    const files = names.map((fileName) => ({ ...photo, fileName }));
    expect((await handIn(person.token, { files })).status).toBe(201);
    /** Exports the person. @returns the names of the files, without their folder */
    const exported = async (zipName: string) => {
      const file = path.join(folder, zipName);
      const { files: count } = await json("export", person.username, file);
      const found = [...(await unzipped(await readFile(file))).keys()].flatMap((name) =>
        name.startsWith("files/") ? [name.slice("files/".length)] : [],
      );
      expect([count, new Set(found.map(fileNameKey)).size]).toEqual([names.length, names.length]);
      for (const name of found) {
        expect([name, name]).toEqual([safeFileName(name), expect.stringMatching(/\.jpg$/i)]);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }
      return found;
    };
    const [first = ""] = await exported("names.zip");
    expect(first).toMatch(/^upload-\d+-0-裁{65}\.jpg$/);
    // As an earlier version kept them.
    const { id } = await school.row("upload", { account_id: person.id });
    for (const [position, name] of names.entries()) {
      await school.database.write((db) => {
        const file = db.updateTable("upload_file").set({ name }).where("position", "=", position);
        return file.where("upload_id", "=", id).execute();
      });
    }
    const [older = ""] = await exported("older-names.zip");
    expect(older).toMatch(/^upload-\d+-0-裁{70,}\.jpg$/);
  });
});
