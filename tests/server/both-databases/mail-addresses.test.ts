import { afterAll, expect, onTestFinished, test } from "vitest";
import { renewAccountKeys, renewLikenesses } from "../../../src/server/accounts/account-keys.ts";
import { addAccount } from "../../../src/server/accounts/account-rows.ts";
import type { Database } from "../../../src/server/db/open-database.ts";
import { MailServer } from "../support/mail-server.ts";
import { NOA } from "../support/noa.ts";
import { it } from "../support/on-sqlite.ts";
import { OpenIdSchool, settingsOf } from "../support/openid-school.ts";
import { runInProcess, runWithInput } from "../support/run-in-process.ts";
import { MINUTE, NOON, openSchool } from "../support/test-school.ts";

/** One address in the spellings that people, phones and providers use. */
const spellings = (name: string): readonly string[] => [
  `${name}@münchen.example`,
  `${name.toUpperCase()}@MÜNCHEN.EXAMPLE`,
  `${name}@mu\u0308nchen.example`,
  `${name}@xn--mnchen-3ya.example`,
  `${name}@XN--MNCHEN-3YA.example`,
  ` ${name}@münchen.example. `,
];

const of = new OpenIdSchool();
const mailServer = new MailServer();
afterAll(() => mailServer.stop());
let smtpUrl: string;
const school = openSchool.shared(async () => {
  smtpUrl = await mailServer.start();
  return { smtpUrl };
});

const run = (...words: string[]) => runInProcess(["user", ...words], school.variables);

/** Asks for a new password. @returns to which address the link is mailed */
const forgot = async (emailOrUsername: string, at = school) => {
  const before = mailServer.mails.length;
  const json = { emailOrUsername, language: "en" };
  await at.call("/user/forgot-password", { json });
  await at.server.idle();
  return mailServer.mails.slice(before).flatMap(({ to }) => to);
};

it("every spelling of a mail address signs in, and finds the account when a password is forgotten", async () => {
  for (const [at, spelling] of spellings("nour").entries()) {
    const email = `nour.${at}${spelling.trim().slice("nour".length)}`;
    const { id } = await school.add({ username: email, email });
    for (const typed of spellings(`nour.${at}`)) {
      const { status, json } = await school.login(typed);
      expect([typed, status, json.user?.id]).toEqual([typed, 200, id]);
    }
  }
  for (const typed of spellings("nour.0")) {
    school.now += 15 * MINUTE;
    expect([typed, await forgot(typed)]).toEqual([typed, ["nour.0@münchen.example"]]);
  }
  school.now = NOON;
});

it("all spellings of a mail address count as one name where guesses are limited", async () => {
  const [email = "", ...others] = spellings("guessed");
  await school.add({ username: email, email });
  for (let failure = 0; failure < 10; failure += 1) {
    const typed = others[failure % others.length] ?? "";
    expect((await school.login(typed, "a wrong guess")).status).toBe(404);
  }
  expect((await school.login(email)).status).toBe(429);
});

it("every spelling of a mail address is taken for another account", async () => {
  const [email = "", ...others] = spellings("taken");
  await school.add({ username: "taken-first", email });
  await school.add({ username: "taken-second" });
  for (const other of others.map((spelling) => spelling.trim())) {
    const added = await runWithInput(
      ["user", "add", "taken-third", "--email", other, "--password-stdin"],
      school.variables,
      "a good needle\n",
    );
    expect(added).toMatchObject({ code: 1, err: expect.stringContaining("already exists") });
    const set = await run("set", "taken-second", "--email", other);
    expect(set).toMatchObject({ code: 1, err: expect.stringContaining("already exists") });
    expect(await run("set", "taken-first", "--email", other)).toMatchObject({ code: 0 });
  }
});

test("one of two people gets a name that both are given at two servers at once", async () => {
  const other = await school.startAnother();
  onTestFinished(() => other.close());
  const add = (at: Database, username: string, email: string) =>
    at.write((db) => addAccount(db, { ...NOA, username, email }));
  const added = await Promise.all([
    add(school.database, "twin@thimble.example", "first@thimble.example"),
    add(other.database, "second", "TWIN@thimble.example"),
  ]);
  expect(added.map((one) => "id" in one).toSorted()).toEqual([false, true]);
});

it("every spelling of a provider finds the account of a mail address, and no other one", async () => {
  for (const [at, email] of spellings("openid").entries()) {
    if (email !== email.trim()) continue;
    const person = await of.school.add({ email: `u${at}.${spellings("openid")[3]}` });
    const claims = { email: `u${at}.${email}`, email_verified: true };
    expect((await of.signIn(`spelled ${at}`, claims)).user?.id).toBe(person.id);
  }
  await of.school.add({ email: "chief@school.example" });
  for (const end of ["/x", ":80", "?x", "#x", "\\x"]) {
    const claims = { email: `chief@school.example${end}`, email_verified: true };
    expect((await of.signIn(`not the chief ${end}`, claims)).error).toBe("unknown");
  }
});

test("mail addresses and names of a provider are bounded in bytes, as the database's index is", async () => {
  const creating = await openSchool({ openId: { ...settingsOf(of.provider), creates: true } });
  const long = { email: "long@name.example", email_verified: true };
  // One character that stands for eighteen.
  const named = await of.signIn(
    "long name",
    { ...long, preferred_username: "ﷺ".repeat(200) },
    creating,
  );
  expect(named.user?.username).toBe("long@name.example");
  const email = `${"ﷺ".repeat(60)}@name.example`;
  const addressed = await of.signIn("long address", { email, email_verified: true }, creating);
  expect(addressed.error).toBe("unverified");
  for (const words of [
    ["裁".repeat(90), "--email", "a@b.example"],
    ["short", "--email", `${"裁".repeat(90)}@b.example`],
  ]) {
    const { code, err } = await run("add", ...words);
    expect([code, err]).toEqual([2, expect.stringContaining("at most 254 bytes")]);
  }
});

test("people are found by both spellings of the domain of their mail address", async () => {
  await school.add({ username: "searched", email: "searched@xn--bcher-kva.example" });
  for (const words of ["bücher", "xn--bcher", "BU\u0308CHER.EXAMPLE"]) {
    const { out } = await run("list", "--search", words, "--json");
    expect(JSON.parse(out)).toMatchObject([{ username: "searched" }]);
  }
});

test("mail addresses of older accounts get one form, and nobody is lost where two had the same", async () => {
  const lines: string[] = [];
  const older = await openSchool({
    smtpUrl,
    logTo: (text) => lines.push(text),
  });
  const names = ["alone", "first", "second"];
  const [alone, first, second] = await Promise.all(
    names.map((name) =>
      older.add({ username: `${name}@book.example`, email: `${name}@book.example` }),
    ),
  );
  if (!alone || !first || !second) throw new Error("An account is missing");
  /** An account as an earlier version kept it. */
  const as = (id: number, text: string) =>
    older.database.write((db) =>
      db
        .updateTable("account")
        .set({ username: text, username_key: text, email: text, email_key: text })
        .where("id", "=", id)
        .execute(),
    );
  await as(alone.id, "alone@bücher.example");
  await as(first.id, "twice@bücher.example");
  await as(second.id, "twice@xn--bcher-kva.example");
  await older.database.write(renewAccountKeys);
  await older.database.write(renewLikenesses);
  const idOf = async (name: string) => (await older.login(name)).json.user?.id;
  expect(await idOf("ALONE@xn--bcher-kva.example")).toBe(alone.id);
  expect(await idOf("twice@bücher.example")).toBe(first.id);
  expect(await idOf("twice@xn--bcher-kva.example")).toBe(second.id);
  expect(await forgot("twice@bücher.example", older)).toHaveLength(1);

  const list = async () =>
    JSON.parse((await runInProcess(["user", "list", "--json"], older.variables)).out)
      .filter(({ sameAs }: { sameAs: string | null }) => sameAs !== null)
      .map((person: { username: string; sameAs: string }) => [person.username, person.sameAs]);
  const both = ["twice@bücher.example", "twice@xn--bcher-kva.example"];
  expect(await list()).toEqual([both, both.toReversed()]);
  const set = (...words: string[]) => runInProcess(["user", "set", ...words], older.variables);
  const own = await set("twice@bücher.example", "--email", "twice@bücher.example");
  expect(own).toMatchObject({ code: 1, err: expect.stringContaining("already exists") });

  await older.restart();
  await older.server.idle();
  await older.stop();
  expect(lines.join("")).toContain('"event":"Accounts have the name or email address of another');
  await older.start();
  const removed = ["user", "remove", "twice@xn--bcher-kva.example", "--yes"];
  expect(await runInProcess(removed, older.variables)).toMatchObject({ code: 0 });
  await older.restart();
  await older.server.idle();
  expect(await idOf("twice@XN--bcher-kva.example")).toBe(first.id);
  expect(await list()).toEqual([]);
});
