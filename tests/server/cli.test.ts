import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { release } from "../../src/contract/releases.ts";
import { verifySigned } from "../../src/offline/verify-signed.ts";
import { Passwords } from "../../src/server/accounts/password/passwords.ts";
import { packResources } from "../unit/support/packed-resources.ts";
import { tlsFile } from "./support/certificates.ts";
import { contentsOf } from "./support/content-source.ts";
import { runCli } from "./support/run-cli.ts";
import { runInProcess, runWithInput } from "./support/run-in-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { FIXTURE, openSchool } from "./support/test-school.ts";

let folder: string;
let variables: Record<string, string>;
let shelf: string;
beforeEach(() => {
  folder = temporaryFolder();
  shelf = temporaryFolder();
  variables = { DATA_DIR: path.join(folder, "data"), DOWNLOADS_DIR: shelf };
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
  // With a file that the content does not name, byte for byte.
  await writeFile(path.join(copy, "PM/notes of the author.txt"), "\uFEFFdraft\r\n");
  await run(["content", "import", copy]);
  const lesson = path.join(copy, "PM/lessons/paper.md");
  await writeFile(lesson, (await readFile(lesson, "utf8")).replace("Which paper", "Any paper"));
  await run(["content", "import", copy]);
  const [latest, first] = JSON.parse((await run(["content", "versions", "--json"])).out);
  expect(latest).toMatchObject({ by: "command", lessons: expect.any(Number) });
  await source("back");
  const given = (name: string) => contentsOf(path.join(folder, name));
  expect(await given("back")).toEqual(await contentsOf(copy));
  const { code, out } = await run(["content", "rollback", String(first.version)]);
  expect([code, out]).toEqual([0, expect.stringContaining("1 lessons are different")]);
  await source("first", "--version", String(first.version));
  const { "PM/notes of the author.txt": _, ...others } = await given("first");
  expect(others).toEqual(await contentsOf(FIXTURE));
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

const CONFIG = JSON.stringify({
  applicationId: "school.learningspace.hybrid.school.example",
  version: "1.2.0",
  globalVariables: { SHELL: "0123456789abcdef" },
});

const RESOURCES = packResources({ "neutralino.config.json": CONFIG });

const sign = (...words: string[]) => run(["release", "sign", ...words]);
const put = (name: string, bytes: Buffer | string) => writeFile(path.join(shelf, name), bytes);

test("the command for releases signs every file on the shelf, with the target of the resources", async () => {
  await put("learning-space-hybrid-1.2.0-resources.neu", RESOURCES);
  await put("learning-space-hybrid-1.2.0-linux.deb", "!<arch>\n");
  await put("notes-1.2.0.md", "Faster.");
  const { code, out } = await sign();
  expect(code).toBe(0);
  expect(out).toContain("Signed learning-space-hybrid-1.2.0-linux.deb: version 1.2.0, 8 bytes.");
  const key = (await run(["key"])).out.trim().replace("SCHOOL_PUBLIC_KEY=", "");
  const read = async (name: string) =>
    verifySigned((await readFile(path.join(shelf, name), "utf8")).trim(), key, release);
  expect(await read("learning-space-hybrid-1.2.0-resources.neu.sig")).toMatchObject({
    version: "1.2.0",
    application: "school.learningspace.hybrid.school.example",
    shell: "0123456789abcdef",
  });
  expect(await read("learning-space-hybrid-1.2.0-linux.deb.sig")).toMatchObject({
    name: "learning-space-hybrid-1.2.0-linux.deb",
    size: 8,
    application: null,
  });
});

test.each([
  ["a.txt", "x", "the name must contain the system and the version"],
  ["app-1.2.0-resources.neu", "no archive", "not a resource package"],
  ["app-1.3.0-resources.neu", RESOURCES, "contains version 1.2.0"],
  ["app-1.2.0-linux.deb", "", "0 bytes"],
])("the release command signs nothing when %s is not a release", async (name, bytes, words) => {
  await put(name, bytes);
  const { code, err } = await sign(path.join(shelf, name));
  expect(code).toBe(1);
  expect(err).toContain(words);
  expect(await readdir(shelf)).toEqual([name]);
});

test("the school's command for releases of its app names the missing package or file", async () => {
  expect((await sign()).err).toContain("There is no package in");
  expect((await sign("gone-1.2.0-linux.deb")).err).toContain("There is no file");
});

const WRONG: Record<string, string[]> = {
  nonsense: [""],
  content: ["check", "check a b", "export", "export a b", "export a --colour"],
  "user list": ["x", "--level high"],
  "user set": [
    ...["", "x", "x --block --unblock", "x --until 2027-06-30", "x --teaches="],
    ...["x --course PMB --until 2027-06-31", "x --course PMB --until never --months 2"],
  ],
  "user add": [
    ...["x", "--email a@b", "x --email none", "x --email a@b.example --level high", "x --colour"],
    "x --email a@b.example --teaches PMB,,SWB",
  ],
  user: ["remove", "export x"],
  serve: ["now", "--cert", "--colour red"],
  serial: ["issue", "issue --seats 0", "issue --seats many", "list all", "revoke"],
  "serial issue": [`--seats 2 --name ${"x".repeat(101)}`],
  "site add": [
    ...["", "*", "www.school.example", "https://school.example/page"],
    ...["https://a:b@school.example", "https://school.example?x"],
  ],
  "site remove": ["https://*.school.example"],
  backup: ["", "a b"],
  restore: ["", "a --now"],
  key: ["old", "--yes"],
};

test.each(
  Object.entries(WRONG).flatMap(([command, all]) =>
    all.map((words) => `${command} ${words}`.trim()),
  ),
)("the school's commands say on one line what is wrong with %s", async (words) => {
  const { code, out, err } = await runInProcess(words.split(" "));
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^[A-Z-].*\.\n$/);
});

test.each([
  ["sreve", "Unknown command 'sreve'. Did you mean serve?"],
  ["content chekc x", "Unknown command 'chekc'. Did you mean check?"],
  ["serve --crt x", "Unknown option '--crt'. Did you mean --cert?"],
  ["help serail list", "Unknown command 'serail'. Did you mean serial?"],
  ["serial lst -h", "Unknown command 'lst'. Did you mean list?"],
  ["serve --port 9", "PORT is a setting, not an option: PORT=… npm run school -- serve."],
])("the school's commands suggest what %s may have meant", async (words, sentence) => {
  const ran = await runInProcess(words.split(" "));
  expect(ran).toEqual({ code: 2, out: "", err: `${sentence}\n` });
});

test.each(["", "content", "serial"])("incomplete commands list subcommands: %s", async (word) => {
  const { code, out, err } = await runInProcess(word ? [word] : []);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`Usage: npm run school -- ${word}`);
});

test("the school's commands name in the help of serve every setting that the documentation has", async () => {
  const { out } = await runInProcess(["serve", "--help"]);
  for (const page of ["README.md", "accounts.md"]) {
    const text = await readFile(`src/server/${page}`, "utf8");
    const tables = text.split("\n").filter((line) => /^\| `[A-Z]{4}/.test(line));
    const names = tables.flatMap((line) => line.split("|")[1]?.match(/[A-Z_]{4,}/g) ?? []);
    expect(names).not.toEqual([]);
    for (const name of names) expect(out).toContain(name);
  }
});

test("the help describes every command and its options", async () => {
  const { code, out, err } = await runInProcess(["help"]);
  expect([code, err]).toEqual([0, ""]);
  const commands = [...out.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?)/gm)].map(([, name = ""]) => name);
  expect(commands.length).toBeGreaterThan(30);
  expect((await runInProcess(["--help"])).out).toBe(out);
  for (const command of commands) {
    const help = await runInProcess([...command.split(" "), "--help"]);
    expect([help.code, help.err]).toEqual([0, ""]);
    expect(help.out).toContain(`Usage: npm run school -- ${command} [options]`);
    // A description is a sentence, and each option has one.
    expect(help.out).toMatch(/\n\n[A-Z].*\.\n/);
    expect(help.out.includes("--json")).toBe(!["serve", "content preview"].includes(command));
    expect(await runInProcess(["help", ...command.split(" ")])).toEqual(help);
  }
  expect((await runInProcess(["serial", "help", "list"])).out).toContain(
    "-- serial list [options]",
  );
});
