import { expect, test } from "vitest";
import { choosePassword, linksTo, mailsTo } from "../support/mailed-link.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { DAY, NOON, openSchool, sharedPerson } from "../support/test-school.ts";

const CHOSEN = "a seam well pressed";

const school = openSchool.shared();
const manager = sharedPerson(school, { level: 20 });
let count = 0;

const act = (id: number, action: string) =>
  school.call("/staff/people/actions", { ...manager, json: { people: [id], action } });

const invited = async (language = "en") => {
  count += 1;
  const username = `invited-${count}`;
  const fields = {
    ...{ username, email: `${username}@thimble.example`, first_name: "Ida", last_name: "" },
    ...{ level: 0, last_day: null, courses: [], teaches: { all: false, courses: [] } },
  };
  const json = { ...fields, invite: true, language };
  const added = await school.call("/staff/people", { ...manager, json });
  expect(added.status).toBe(201);
  await school.server.mailLinks();
  const id = added.json.id as number;
  /** Changes the person in the form. */
  const change = async (changes: object) => {
    const path = `/staff/people/${id}`;
    const { version } = (await school.call(path, manager)).json;
    const put = { ...fields, ...changes, replaces: version };
    const answer = await school.call(path, { ...manager, method: "PUT", json: put });
    expect(answer.status).toBe(200);
  };
  return { id, username, email: fields.email, change };
};
const linkOf = async (email: string) => (await linksTo(school, email))[0] ?? "";

test("an invitation is mailed in the person's language, leads to a first password, and works once", async () => {
  const { id, username, email } = await invited("de");
  const [mail = ""] = await mailsTo(school, email);
  expect(mail).toContain(username);
  expect(mail).toContain("Ihr Benutzername ist");
  expect((await school.login(username, CHOSEN)).status).not.toBe(200);
  const link = await linkOf(email);
  const form = await school.call(link);
  expect(form.status).toBe(200);
  expect(form.text).toContain(username);
  expect(form.text).toContain("Passwort wählen");
  expect((await choosePassword(school, link, "short")).status).toBe(422);
  expect((await choosePassword(school, link, CHOSEN)).status).toBe(200);
  expect((await school.login(username, CHOSEN)).status).toBe(200);
  expect((await choosePassword(school, link, "another one!")).status).toBe(404);
  expect((await act(id, "invite")).json.code).toBe("person/has_password");
});

test("an invitation ends after 14 days, and a guessed one is none", async () => {
  const { id, username, email } = await invited();
  const link = await linkOf(email);
  const { json } = await school.call(`/staff/people/${id}`, manager);
  expect(json.invited_until).toBe(new Date(NOON + 14 * DAY).toISOString());
  school.now = NOON + 14 * DAY - 1;
  expect((await school.call(link)).status).toBe(200);
  school.now = NOON + 14 * DAY;
  expect((await choosePassword(school, link, CHOSEN)).status).toBe(404);
  school.now = NOON;
  expect((await choosePassword(school, `/reset/${"A".repeat(43)}`, CHOSEN)).status).toBe(404);
  expect((await school.login(username, CHOSEN)).status).not.toBe(200);
});

test("a new invitation ends the one before", async () => {
  const { id, email } = await invited();
  const first = await linkOf(email);
  expect((await act(id, "invite")).status).toBe(200);
  expect((await school.call(first)).status).toBe(404);
  await school.server.mailLinks();
  const links = await linksTo(school, email);
  expect(links).toHaveLength(2);
  const [second = ""] = links.filter((link) => link !== first);
  expect((await school.call(second)).status).toBe(200);
});

test("blocking a person ends their invitation, also one that is not mailed yet", async () => {
  const { id, email } = await invited();
  const link = await linkOf(email);
  await act(id, "block");
  expect((await choosePassword(school, link, CHOSEN)).status).toBe(404);
  expect((await act(id, "invite")).json.code).toBe("person/blocked");
  await act(id, "unblock");
  expect((await school.call(link)).status).toBe(404);
  await act(id, "invite");
  await act(id, "block");
  await school.server.mailLinks();
  expect(await linksTo(school, email)).toHaveLength(1);
});

const set = async (username: string, ...options: string[]) => {
  const { code } = await runInProcess(["user", "set", username, ...options], school.variables);
  expect(code).toBe(0);
  await school.hearOthers();
};
type Invited = Awaited<ReturnType<typeof invited>>;

test.each<[ends: boolean, what: string, act: (person: Invited) => Promise<unknown>]>([
  [true, "an address", ({ change }) => change({ email: "right-1@thimble.example" })],
  [true, "a user name", ({ change }) => change({ username: "right-1" })],
  [true, "a level", ({ change }) => change({ level: 10 })],
  [true, "a level by command", ({ username }) => set(username, "--level", "10")],
  [false, "a first name", ({ change }) => change({ first_name: "Ada" })],
  [false, "a first name by command", ({ username }) => set(username, "--first-name", "Ada")],
  [false, "signing out everywhere", ({ id }) => act(id, "sign-out")],
])("a mailed link ends (%j) by another person's change: %s", async (ends, _, act) => {
  const person = await invited();
  const link = await linkOf(person.email);
  await act(person);
  expect((await choosePassword(school, link, CHOSEN)).status).toBe(ends ? 404 : 200);
});

test("the command line adds people without a password and invites them, and records it", async () => {
  const run = (...words: string[]) => runInProcess(["user", ...words], school.variables);
  const email = "by-command@thimble.example";
  const added = await run("add", "by-command", "--email", email, "--invite");
  expect(added).toMatchObject({ code: 0, err: "" });
  await school.hearOthers();
  school.now = Date.now() + DAY;
  await school.server.mailLinks();
  const link = await linkOf(email);
  expect((await choosePassword(school, link, CHOSEN)).status).toBe(200);
  school.now = NOON;
  expect(await run("invite", "by-command")).toMatchObject({
    code: 1,
    err: expect.stringContaining("has a password already"),
  });
  expect(await school.rows("audit", { subject_name: "by-command" }, "id")).toMatchObject([
    { actor: "command", action: "added" },
    { actor: "command", action: "invited" },
    { actor: "person", action: "password-reset" },
  ]);
});

test("the command line does not lower, block or remove the last administrator", async () => {
  const alone = await openSchool();
  await alone.add({ username: "boss", level: 100 });
  const run = (...words: string[]) => runInProcess(["user", ...words], alone.variables);
  for (const words of [
    ["set", "boss", "--level", "20"],
    ["set", "boss", "--block"],
    ["remove", "boss", "--yes"],
  ]) {
    const err = expect.stringContaining("last administrator");
    expect(await run(...words)).toMatchObject({ code: 1, err });
  }
  expect((await alone.login("boss")).json.user.level).toBe(100);
});

test("the page of a mailed link names the school and the user, in the browser's language where it has one", async () => {
  const { username, email } = await invited("de");
  const link = await linkOf(email);
  const page = async (language: string, address = link) =>
    (await school.call(address, { headers: { "accept-language": language } })).text;
  const { title, name } = await school.row("organisation", {});
  for (const [language, heading] of [
    ["fr-CA,en;q=0.5", "Choisir votre mot de passe"],
    ["ja", "Passwort wählen"],
  ] as const) {
    const text = await page(language);
    expect(text).toContain(`<h1>${heading}`);
    expect(text).toContain(`<bdi>${title || name}</bdi>`);
    expect(text).toContain(`autocomplete="username" value="${username}"`);
  }
  const dead = await page("fr", `/reset/${"A".repeat(43)}`);
  expect(dead).toContain('lang="fr"');
  expect(dead).toContain(`<bdi>${title || name}</bdi>`);
});
