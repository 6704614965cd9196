import { describe, expect, test } from "vitest";
import { schoolLanguages } from "../../src/server/content/import-school.ts";
import { send } from "./support/client.ts";
import { FORM, openNewSchool, sendForm, testFirstStart } from "./support/first-start.ts";
import { runInProcess, runWithInput } from "./support/run-in-process.ts";
import { startServerProcess } from "./support/server-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

describe("on SQLite", () => testFirstStart(async () => undefined));

test("what is wrong in the form is said at its field, and the link still works", async () => {
  const { school, path } = await openNewSchool();
  const wrong = await sendForm(school, path, {
    ...{ name: "<b>Seam</b>", address: "ftp://seam", mail: "seam", admin: " ", email: "ada" },
    ...{ password: "12345678", repeat: "123456789" },
  });
  expect(wrong.status).toBe(422);
  for (const field of ["admin", "email", "password", "repeat"]) {
    expect(wrong.text).toContain(`id="${field}-problem"`);
  }
  expect(wrong.text).toContain("&lt;b&gt;Seam");
  expect(wrong.text).not.toContain("12345678");
  const german = { "Accept-Language": "de" };
  for (const [field, words] of [
    [{ address: "ftp://seam" }, "Das muss eine Adresse wie https://school.example sein."],
    [{ "mail-host": "no server" }, "Das muss der Name eines Servers sein"],
  ] as const) {
    const refused = await sendForm(school, path, { ...FORM, ...field }, german);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(words)]);
    expect(refused.text).not.toContain("must be");
  }
  expect(await school.rows("account")).toEqual([]);
  expect((await sendForm(school, path, FORM)).status).toBe(200);
});

test("the form asks for languages and a mail server as people know them", async () => {
  const { school, path } = await openNewSchool();
  const page = await school.call(path, { headers: { "Accept-Language": "de" } });
  expect(page.text).toContain('<option value="de" selected>');
  const form = {
    ...{ ...FORM, first: "tr", language: "de", "mail-provider": "smtp.gmail.com" },
    ...{ "mail-user": "desk@seam.example", "mail-password": "p@ss word" },
  };
  expect((await sendForm(school, path, form)).status).toBe(200);
  expect(await schoolLanguages(school.database.read)).toEqual(["tr", "de"]);
  const { out } = await runInProcess(["settings", "list", "--json"], school.variables);
  expect(JSON.parse(out).find(({ name }: { name: string }) => name === "SMTP_URL")).toMatchObject({
    value: expect.stringContaining("desk%40seam.example@smtp.gmail.com:587"),
    hasSecret: true,
  });
  expect(out).not.toContain("word");
});

test("the plain address of a new school says where its link is, until the school is set up", async () => {
  const { school, path } = await openNewSchool();
  const open = () => send(school.url, { rawPath: "/", headers: { "Accept-Language": "de" } });
  const before = await open();
  expect(before.status).toBe(200);
  expect(before.text).toContain("Diese Schule ist neu");
  expect(before.text).not.toContain(path.split("/").at(-1));
  expect((await sendForm(school, path, FORM)).status).toBe(200);
  const after = await open();
  expect([after.status, after.headers.location]).toEqual([302, "/tls/"]);
});

test("a form that another site sends sets up nothing", async () => {
  const { school, path } = await openNewSchool();
  for (const [name, value] of [
    ["Origin", "https://evil.example"],
    ["Origin", "null"],
    ["Sec-Fetch-Site", "cross-site"],
    ["Sec-Fetch-Site", "same-site"],
  ] as const) {
    const { status } = await sendForm(school, path, FORM, { [name]: value });
    expect([value, status]).toEqual([value, 422]);
  }
  expect(await school.rows("account")).toEqual([]);
});

const PASSWORD_LINE = "a fine new seam\n";

test("the command init sets up a school, and refuses to do it twice", async () => {
  const variables = { DATA_DIR: temporaryFolder() };
  const words = [
    ...["init", "--name", "Seam", "--email", "ada@seam.example", "--language", "he", "--sample"],
    ...["--smtp", "smtp://mail.seam.example", "--password-stdin", "--json"],
  ];
  const ran = await runWithInput(words, variables, PASSWORD_LINE);
  expect([ran.code, ran.err]).toEqual([0, ""]);
  expect(JSON.parse(ran.out)).toMatchObject({
    ...{ name: "Seam", admin: "admin", languages: ["he", "en"] },
    publicKey: expect.stringMatching(/^[\w-]{100,}$/),
  });
  const again = await runWithInput(words, variables, PASSWORD_LINE);
  expect([again.code, again.out]).toEqual([1, ""]);
  expect(again.err).toContain("This school has been set up");
  const doctor = JSON.parse((await runInProcess(["doctor", "--json"], variables)).out);
  expect(JSON.stringify(doctor)).not.toContain("content-missing");
});

test("init asks a person at a terminal for what no option says", async () => {
  const variables = { DATA_DIR: temporaryFolder() };
  const typed = [
    ...["", "Seam", "xx", "de he", "ftp://seam", "", "seam", ""],
    ...["ada", "ada@seam", "ada@seam.example", "some", "empty"],
    ...["12345678", "a fine new seam", "another one", "a fine new seam", "a fine new seam", ""],
  ].join("\n");
  const { code, out, err } = await runInProcess(["init"], variables, typed);
  expect([code, out]).toEqual([
    0,
    'The school "Seam" is ready. Serve it with `npm run school -- serve`, and sign in as ada.\nOpen http://127.0.0.1:8080\n',
  ]);
  for (const said of [
    ...["The name is missing.\n", 'There is no language "xx"'],
    ...["PUBLIC_URL must be", "SMTP_URL must be", "The email address must be an email address."],
    ...["Type sample or empty.", "This password is easy to guess", "The two are not the same."],
  ]) {
    expect(err).toContain(said);
  }
});

test("init that is ended in the middle changes nothing", async () => {
  const variables = { DATA_DIR: temporaryFolder() };
  const { code, err } = await runInProcess(["init"], variables, "Seam\nde\n\u0004");
  expect([code, err]).toEqual([1, expect.stringContaining("Nothing was changed")]);
});

const NEW = ["--name", "Seam", "--email", "a@b.example", "--empty"];

test("a server of a new school prints its link, and one with an administrator prints none", async () => {
  const variables = { DATA_DIR: temporaryFolder(), LOG_LEVEL: "info" };
  const words = ["src/server/cli.ts", "serve"];
  const start = (until: RegExp) =>
    startServerProcess(words, variables, (text) => until.exec(text)?.[1] ?? null);
  const fresh = await start(/(http:\S+\/api\/first-start\/\S+)/);
  const page = await fetch(fresh.address);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<form")]);
  const secret = fresh.address.split("/").at(-1) ?? "";
  // The log has no secret.
  expect(fresh.text.split("\n").filter((line) => line.includes(secret))).toHaveLength(1);
  expect(await fresh.end("SIGTERM")).toBe(0);
  expect((await runWithInput(["init", ...NEW], variables, PASSWORD_LINE)).code).toBe(0);
  const later = await start(/"address":"(http:[^"]+)"/);
  expect(later.text).not.toContain("first-start");
  expect(await later.end("SIGTERM")).toBe(0);
});
