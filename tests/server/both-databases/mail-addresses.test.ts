import { afterAll, expect, onTestFinished, test } from "vitest";
import { addAccount } from "../../../src/server/accounts/account-rows.ts";
import type { Database } from "../../../src/server/db/open-database.ts";
import { MailServer } from "../support/mail-server.ts";
import { NOA } from "../support/noa.ts";
import { it } from "../support/on-sqlite.ts";
import { OpenIdSchool, settingsOf } from "../support/openid-school.ts";
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

/** Asks for a new password. @returns to which address the link is mailed */
const forgot = async (emailOrUsername: string) => {
  const before = mailServer.mails.length;
  const json = { emailOrUsername, language: "en" };
  await school.call("/user/forgot-password", { json });
  await school.server.idle();
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
  const preferred = { ...long, preferred_username: "ﷺ".repeat(200) };
  const named = await of.signIn("long name", preferred, creating);
  expect(named.user?.username).toBe("long@name.example");
  const email = `${"ﷺ".repeat(60)}@name.example`;
  const addressed = await of.signIn("long address", { email, email_verified: true }, creating);
  expect(addressed.error).toBe("unverified");
});
