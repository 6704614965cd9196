import { cp, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Passwords } from "../../src/server/accounts/password/passwords.ts";
import { tlsFile } from "./support/certificates.ts";
import { contentsOf } from "./support/content-source.ts";
import { runCli } from "./support/run-cli.ts";
import { runInProcess, runWithInput } from "./support/run-in-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { FIXTURE, openSchool } from "./support/test-school.ts";

let folder: string;
let variables: Record<string, string>;
beforeEach(async () => {
  folder = temporaryFolder();
  variables = { DATA_DIR: path.join(folder, "data") };
});

const run = (words: string[], input?: string) =>
  input === undefined ? runInProcess(words, variables) : runWithInput(words, variables, input);

test("the school's commands end without an error when nobody reads on, as in `help | head`", async () => {
  const ended = await runCli(["help"], variables, "", { reads: false });
  expect(ended).toEqual({ code: 0, out: "", err: "" });
});

test("the school's commands content check lists by language what is not translated yet", async () => {
  const { code, out } = await run(["content", "check", FIXTURE, "--languages"]);
  expect(code).toBe(0);
  expect(out).toContain(
    "he, not translated yet:\n  titles (1): PM: Labelled\n  lessons (10): PM: block-frame, PM: block-task,",
  );
  expect(out).toContain("\n  questions (1): Can I print the sheets?\n");
  expect(out).toContain("\n  captions (1): PM: flare.webm\n");
  expect(out).not.toContain("terms (");
  const plain = await run(["content", "check", FIXTURE]);
  expect(plain).toMatchObject({ code: 0, err: "" });
  expect(plain.out).toContain("2 products, 3 courses (PMB, PMS, SWB), 11 lessons");
  expect(plain.out).not.toContain("translated");
});

test("the school's commands name what nothing reads as a warning, and import the rest", async () => {
  const copy = path.join(folder, "school");
  await cp(FIXTURE, copy, { recursive: true });
  await writeFile(path.join(copy, "PM/assets/flare.he.VTT"), "WEBVTT\n");
  await writeFile(path.join(copy, "PM/old\u001b[31m.svg"), "<svg/>");
  await writeFile(path.join(copy, ".DS_Store"), "x");
  for (const action of ["check", "import"]) {
    const { code, out, err } = await run(["content", action, copy]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^PM\/assets\/flare\.he\.VTT:1 warning: This is not read: captions are/);
    expect(out).toContain("\nPM/old\uFFFD[31m.svg:1 warning: Nothing names this file");
    const notKept = action === "import" ? "PM/old\uFFFD\\[31m\\.svg is not kept: [^\n]+\n" : "";
    expect(out).toMatch(new RegExp(`\n2 warnings\\.\n${notKept}[^\n]+: 2 products`));
  }
  const { out } = await run(["content", "check", copy, "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    problems: [],
    warnings: [{ file: "PM/assets/flare.he.VTT", line: 1 }, { file: "PM/old\u001b[31m.svg" }],
  });
});

test("the school's commands give back each folder that was imported, and publish an earlier one again", async () => {
  const copy = path.join(folder, "school");
  await cp(FIXTURE, copy, { recursive: true });
  const source = (name: string, ...words: string[]) =>
    run(["content", "export-source", path.join(folder, name), ...words]);
  expect((await source("none")).err).toMatch(/^The school keeps no folder of its content yet/);
  await run(["content", "import", copy]);
  const lesson = path.join(copy, "PM/lessons/paper.md");
  await writeFile(lesson, (await readFile(lesson, "utf8")).replace("Which paper", "Any paper"));
  await run(["content", "import", copy]);
  const [latest, first] = JSON.parse((await run(["content", "versions", "--json"])).out);
  expect(latest).toMatchObject({ by: "command", lessons: expect.any(Number) });
  await source("back");
  expect(await contentsOf(path.join(folder, "back"))).toEqual(await contentsOf(copy));
  const { code, out } = await run(["content", "rollback", String(first.version)]);
  expect([code, out]).toEqual([0, expect.stringContaining("1 lessons are different")]);
  await source("first", "--version", String(first.version));
  expect(await contentsOf(path.join(folder, "first"))).toEqual(await contentsOf(FIXTURE));
  const wrong = await run(["content", "rollback", "999"]);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("There is no version 999")]);
});

test("the school's commands name file and line of an error, and import nothing", async () => {
  const broken = path.join(folder, "school");
  await cp(FIXTURE, broken, { recursive: true });
  await writeFile(path.join(broken, "PM/lessons/pencil.md"), "---\nid: 101\n---\n");
  for (const action of ["check", "import"]) {
    const err = expect.stringMatching(/^PM\/lessons\/pencil\.md:\d+ /m);
    expect(await run(["content", action, broken])).toEqual({ code: 1, out: "", err });
  }
  const { out } = await run(["content", "check", broken, "--json"]);
  const [problem] = JSON.parse(out).problems;
  expect(Object.keys(problem).toSorted()).toEqual(["file", "line", "message"]);
  const err = expect.stringMatching(/^There is no folder "no\/such\/folder"\.\n/);
  expect(await run(["content", "check", "no/such/folder"])).toEqual({ code: 1, out: "", err });
});

test("the school's commands add an account that can sign in, with its courses", async () => {
  const school = await openSchool({ passwords: new Passwords() });
  variables = school.variables;
  const words = ["user", "add", "Noa", "--email", "noa@thimble.example", "--level", "10"];
  const more = ["--course", "PMB", "--course", "SWB", "--months", "6", "--teaches", "SWB, PMS"];
  const given = [...words, ...more, "--password-stdin"];
  const added = await run(given, "a good password\nanother line\n");
  const out = "Added Noa, level 10, with PMB, SWB, teaches SWB, PMS.\n";
  expect(added).toEqual({ code: 0, out, err: "" });

  const again = await run([...words, "--password-stdin"], "a good password\n");
  expect(again).toMatchObject({ code: 1, err: "An account with this username already exists.\n" });

  const { json } = await school.login("noa", "a good password");
  expect(json.user).toMatchObject({ username: "Noa", level: 10 });
  const courses = await school.call("/user/courses", { token: json.token });
  expect(courses.json.courses).toMatchObject([
    { key: "PMB", user_courses: { subMonths: 6 } },
    { key: "SWB" },
  ]);

  const changed = await run(["user", "password", "noa", "--json"], "a better password\n");
  expect(changed).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(changed.out)).toEqual({ username: "noa" });
  expect((await school.login("noa", "a good password")).status).toBe(404);
  expect((await school.login("noa", "a better password")).status).toBe(200);
});

const other = createServer();
beforeAll(() => void other.listen(0, "127.0.0.1"));
afterAll(() => void other.close());

test.each<[Record<string, string>, string]>([
  [{ PORT: "eighty" }, "PORT must be a number from 0 to 65535."],
  [{ TLS_CERT: "/no.crt", TLS_KEY: "/no.key" }, "There is no file /no.crt."],
  [{ TLS_CERT: tlsFile("school.crt"), TLS_KEY: tlsFile("other.key") }, "does not belong to the"],
  [{ PORT: "0", HOST: "192.0.2.1" }, "This machine does not have the address 192.0.2.1."],
  [{ PORT: "used" }, "is already in use. Set PORT to another port, or stop the program"],
])("the school's commands say in one sentence that %j is not possible", async (wrong, sentence) => {
  const used = String((other.address() as AddressInfo).port);
  const settings = wrong.PORT === "used" ? { PORT: used } : wrong;
  const { code, err } = await runInProcess(["serve"], { ...variables, ...settings });
  expect([code, err]).toEqual([1, expect.stringContaining(sentence)]);
  expect(err).not.toMatch(/\n\s+at /);
});
