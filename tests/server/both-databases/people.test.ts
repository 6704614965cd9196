import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
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
    await school.call("/user/measurements", {
      token,
      json: { name: "Mine", is_default: 1, units: "cm", values: {} },
    });
    expect((await handIn(token, { comment: "my block" })).status).toBe(201);
    const { message } = (await write(token, "my question")).json;
    const tutor = await school.add({ level: 10 });
    const tutorToken = await school.token(tutor);
    await write(tutorToken, "an answer", { thread: message.thread });
    const { activate, issue } = activationCalls(() => school);
    const serial = await issue();
    await school.database.write((db) =>
      db
        .updateTable("serial_number")
        .set({ account_id: person.id })
        .where("serial", "=", serial)
        .execute(),
    );
    const machine = newMachine();
    const activated = (await activate(machine, serial)).text.split("\n");
    return { ...person, tutor, tutorToken, thread: message.thread, licence: activated[1] ?? "" };
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
  expect(person).toEqual({
    username: "Zoë",
    email: "Zoë@thimble.example",
    firstName: "Noa",
    lastName: "Brand",
    level: 20,
    registered: "2026-01-15",
    lastDay: null,
    blocked: null,
    lastLogin: null,
    courses: [{ key: "SWB", from: "2026-01-15", until: "2027-01-15", months: 12 }],
    teaches: null,
    mailRefused: null,
    sameAs: null,
    noPassword: false,
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
  expect(await courses(person.token)).toMatchObject([
    {
      key: "SWB",
      user_courses: { expDate: "2027-02-28", subDate: "2026-10-31", subMonths: 4 },
    },
  ]);
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
  expect(await run("set", other.username, "--email", "ADA@thimble.example")).toMatchObject({
    code: 1,
    err: "An account with this email already exists.\n",
  });
  expect(await run("set", "nobody", "--level", "0")).toMatchObject({
    code: 1,
    err: 'There is no account "nobody".\n',
  });
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
  expect(await school.login(person.username)).toMatchObject({
    status: 403,
    json: { code: "login/blocked" },
  });
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
  ["no", "n\n"],
  ["another word", "yesterday\n"],
  ["the end of the input", null],
])("people are not removed after the answer %s", async (_, typed) => {
  const { username } = await school.add();
  const ran = await runInProcess(["user", "remove", username], school.variables, typed);
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toContain(`${username} and everything of this person would be removed`);
  expect(ran.err).toContain("Remove it? [y/N] ");
  expect(ran.err).toContain("Nothing has been removed.");
  expect((await school.login(username)).status).toBe(200);
});

it.each(["y\n", "Yes\n"])("people are removed after the answer %j", async (typed) => {
  const { username } = await school.add();
  const ran = await runInProcess(["user", "remove", username], school.variables, typed);
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining(`Removed ${username}`) });
  expect((await school.login(username)).status).toBe(404);
});

test("people who answered others are removed without their answers, which lose the name", async () => {
  const person = await busyStudent();
  const { tutor, tutorToken } = person;
  await school.changeAccount(tutor.id, { first_name: "Only", last_name: "Tutor" });
  const { assignments } = (await school.call("/user/assignments", person)).json;
  const upload = assignments[0].uploads[0].id;
  await answer(
    tutorToken,
    { student_id: person.id, upload_id: upload, state: "returned", text: "Again" },
    TASK,
  );
  // A namesake, whose own answers keep the name.
  const namesake = await school.add({ level: 10, teaches: [PMB, SWB] });
  const other = await student();
  const { id } = (await handIn(other.token)).json.assignment.uploads[0];
  await school.changeAccount(namesake.id, { first_name: "Only", last_name: "Tutor" });
  const said = { student_id: other.id, upload_id: id, state: "accepted", text: "" };
  await answer(await school.token(namesake), said, TASK);
  await json("remove", tutor.username, "--yes");
  const kept = (await school.call("/user/assignments", other)).json.assignments[0];
  expect(kept.uploads[0].feedback).toMatchObject({ tutor: "Only Tutor" });
  const asked = await run("remove", namesake.username);
  expect(asked.err).toContain("would be removed for good: 2 courses taught.");
  const { messages } = (await school.call("/user/messages", person)).json;
  expect(messages.map((message: { from: { name: string } }) => message.from.name).sort()).toEqual([
    "Noa Brand",
    "—",
  ]);
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
    "link_mail",
    "news_due",
    "openid_code",
    "recovery_code",
    "repeatable",
    "reset_link",
    "second_step",
    "source_change",
    "source_reader",
    "source_version",
    "totp",
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
        const rows = await school.database.read
          .selectFrom(name as "note")
          .select(column as "account_id")
          .where(column as "account_id", "=", person.id)
          .execute();
        expect([name, column, rows]).toEqual([name, column, []]);
      }
    }
    const { messages } = (await school.call("/user/messages", kept)).json;
    expect(messages).toHaveLength(2);
    expect((await school.call("/user/notes", kept)).json.notes).toHaveLength(1);
  });

  test("people are exported whole: a page, data of each kind without secrets, and their files", async () => {
    const person = await busyStudent();
    const file = path.join(folder, "person.zip");
    const exported = await json("export", person.username, file);
    expect(exported).toMatchObject({ path: file, files: 3, missing: [] });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const zip = new ZipReader(new BlobReader(new Blob([await readFile(file)])));
    const entries = new Map((await zip.getEntries()).map((entry) => [entry.filename, entry]));
    const text = async (name: string) => {
      const entry = entries.get(name);
      if (!entry || entry.directory) throw new Error(`There is no ${name}`);
      return entry.getData(new TextWriter());
    };
    const page = await text("index.html");
    expect(page).toContain("my question");
    expect(page).toContain("an answer");
    expect(page).toContain("&lt;b&gt;my note");
    expect(page).not.toContain("<b>my note");
    expect(JSON.parse(await text("note.json"))).toMatchObject([
      {
        lesson_id: 101,
        lesson: expect.any(String),
        text: "<b>my note",
        updated: expect.stringMatching(/^2026-/),
      },
    ]);
    const [sent] = JSON.parse(await text("upload_file.json"));
    const handedIn = entries.get(sent.file);
    if (!handedIn || handedIn.directory) throw new Error("The hand-in is missing");
    expect(Buffer.from(await handedIn.getData(new Uint8ArrayWriter()))).toEqual(FILES.jpeg());
    const all = await Promise.all(
      [...entries.keys()].filter((name) => !name.startsWith("files/")).map(text),
    );
    const { password } = await school.row("account", { id: person.id });
    expect(all.join("")).not.toContain(password);
    expect([...entries.keys()].every((name) => !name.includes(".."))).toBe(true);
    expect((await run("export", person.username, file)).err).toContain("already exists");
  });

  it("people are exported with files whose names every system can store", async () => {
    const person = await student();
    const names = [
      `${"裁".repeat(100)}.jpg`,
      `${"裁".repeat(100)}.JPG`,
      "CON.jpg",
      "nul.jpg",
      "a. .jpg",
      "a\u202egpj.jpg",
      `${"👩‍👩‍👧‍👦".repeat(20)}.jpg`,
    ];
    const files = names.map((fileName) => ({ ...photo, fileName }));
    expect((await handIn(person.token, { files })).status).toBe(201);
    /** Exports the person. @returns the names of the files, without their folder */
    const exported = async (zipName: string) => {
      const file = path.join(folder, zipName);
      const { files: count } = await json("export", person.username, file);
      const zip = new ZipReader(new BlobReader(new Blob([await readFile(file)])));
      const found = (await zip.getEntries()).flatMap(({ filename }) =>
        filename.startsWith("files/") ? [filename.slice("files/".length)] : [],
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
    const rows = school.database.read
      .selectFrom("upload_file")
      .innerJoin("upload", "upload.id", "upload_id")
      .where("account_id", "=", person.id);
    for (const { upload_id, position } of await rows.select(["upload_id", "position"]).execute()) {
      await school.database.write((db) =>
        db
          .updateTable("upload_file")
          .set({ name: names[position] ?? "" })
          .where("upload_id", "=", upload_id)
          .where("position", "=", position)
          .execute(),
      );
    }
    const [older = ""] = await exported("older-names.zip");
    expect(older).toMatch(/^upload-\d+-0-裁{70,}\.jpg$/);
  });
});
