import { afterAll, beforeAll, expect, test } from "vitest";
import { usernameFields } from "../../../src/server/accounts/account-names.ts";
import { addAccount } from "../../../src/server/accounts/account-rows.ts";
import { findPerson } from "../../../src/server/accounts/openid/find-person.ts";
import { readClaims } from "../../../src/server/accounts/openid/read-claims.ts";
import { changePerson, type PersonChanges } from "../../../src/server/people/change-person.ts";
import { schoolDay } from "../../support/day.ts";
import { MailServer } from "../support/mail-server.ts";
import { NOA } from "../support/noa.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { MINUTE, NOON, openSchool } from "../support/test-school.ts";

const TODAY = schoolDay("2026-11-18");

const wide = (sign: string): string => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0);

/** Ways to write what people take for the same name or mail address. */
const DISGUISES: readonly [what: string, of: (text: string) => string][] = [
  ["as it is", (text) => text],
  ["in capitals", (text) => text.toUpperCase()],
  ["with letters that are composed otherwise", (text) => text.normalize("NFD")],
  ["with wide letters", (text) => text.replace(/[a-z]/g, wide)],
  ["with a wide @ and full stop", (text) => text.replace("@", "＠").replace(".", "．")],
  ["with its domain in ASCII", (text) => text.replace("@büro", "@xn--bro-hoa")],
  ["with a full stop after the domain", (text) => text.replace(/@.*$/, "$&.")],
  ["with blanks around", (text) => `\u00a0 ${text}\u3000`],
  ["with blanks around the @", (text) => text.replace("@", " @ ")],
  ["with a space of no width", (text) => `${text.slice(0, 2)}\u200b${text.slice(2)}`],
  ["with a soft hyphen", (text) => `${text.slice(0, 2)}\u00ad${text.slice(2)}`],
  ["with the filler of Hangul", (text) => `${text}\u3164`],
  ["with the blank of Braille", (text) => `${text}\u2800`],
  ["with a tag", (text) => `${text}\u{e0061}`],
  ["with a line break", (text) => `${text}\r\n`],
  ["with an i without a dot", (text) => text.replaceAll("i", "ı")],
  ["with a capital I with a dot", (text) => text.replaceAll("i", "İ")],
];

const USERNAME = "iris.büro";
const EMAIL = "iris@büro.example";

const mailServer = new MailServer();
afterAll(() => mailServer.stop());
let smtpUrl: string;
const school = openSchool.shared(async () => {
  smtpUrl = await mailServer.start();
  return { smtpUrl };
});
beforeAll(async () => {
  await school.add({ username: USERNAME, email: EMAIL });
  await school.add({ username: "zoe@büro.example", email: "zoe@thimble.example" });
});

/** The names of all accounts: none is added by an attack. */
const names = () =>
  school.database.read.selectFrom("account").select(["username", "email"]).orderBy("id").execute();

/** Asks for a new password. @returns to which addresses a link is mailed */
const forgot = async (emailOrUsername: string): Promise<string[]> => {
  const before = mailServer.mails.length;
  // An account gets three mails in a quarter of an hour.
  school.now += 16 * MINUTE;
  const json = { emailOrUsername, language: "en" };
  await school.call("/user/forgot-password", { json });
  await school.server.idle();
  return mailServer.mails.slice(before).flatMap(({ to }) => to);
};

const add = (username: string, email: string) =>
  school.database.write((db) => addAccount(db, { ...NOA, username, email }));

const change = (id: number, changes: Pick<PersonChanges, "username" | "email">) =>
  school.database.write(async (db) => {
    const account = await school.row("account", { id });
    return changePerson(db, account, changes, {
      ...{ actor: { kind: "command" }, now: NOON, today: TODAY, courseKeys: new Map() },
    });
  });

const SETTINGS = { creates: true, courseDates: { months: 1 } };
const MOMENT = { now: NOON, today: TODAY, unknownPassword: "" };

/** Somebody whom a provider describes, at a school that creates accounts. */
const fromProvider = async (provided: Record<string, unknown>) => {
  const names = { levelClaim: null, coursesClaim: null };
  const claims = readClaims({ email_verified: true, ...provided }, names);
  if (!claims.ok) throw new Error(claims.failure);
  const identity = { issuer: "https://provider.example", subject: JSON.stringify(provided) };
  const found = await school.database.write((db) =>
    findPerson(db, identity, claims.value, SETTINGS, MOMENT),
  );
  if (!found.ok) return found.failure;
  return school.row("account", { id: found.value });
};

test.each(DISGUISES)("no new account gets a name like another's: %s", async (_, disguised) => {
  const [asUsername, asEmail] = [disguised(USERNAME), disguised(EMAIL)];
  const before = await names();
  const outcomes = [
    await add(asUsername, "free@thimble.example"),
    await add(asEmail, "free@thimble.example"),
    await add("free", asEmail),
    // The reverse: the mail address of somebody else's username.
    await add("free", disguised("zoe@büro.example")),
  ];
  const taken = outcomes.map((outcome) => "taken" in outcome && [outcome.taken, outcome.by]);
  expect(taken).toEqual([
    ["username", USERNAME],
    ["username", USERNAME],
    ["email", USERNAME],
    ["email", "zoe@büro.example"],
  ]);
  const { id } = await school.add();
  for (const changes of [{ username: asUsername }, { username: asEmail }, { email: asEmail }]) {
    expect(await change(id, changes)).toMatchObject({ by: USERNAME });
  }
  expect((await names()).slice(0, before.length)).toEqual(before);
});

/** One of each kind, for what takes the name in the same way. */
const SOME = DISGUISES.filter(([what]) =>
  ["as it is", "in capitals", "with a tag", "with its domain in ASCII"].includes(what),
);

test.each(SOME)("an account may be written anew in its own name: %s", async (what, disguised) => {
  const own = await school.add({ username: `${what}@own.example`.replaceAll(" ", "-") });
  for (const changes of [{ username: disguised(own.username) }, { email: own.username }]) {
    expect(await change(own.id, changes)).toBeNull();
  }
});

test.each(SOME)("a provider names nobody like another account: %s", async (what, disguised) => {
  const [asUsername, asEmail] = [disguised(USERNAME), disguised(EMAIL)];
  for (const [at, preferred_username] of [asUsername, asEmail].entries()) {
    const email = `${at}.${what.replaceAll(/\W/g, "-")}@provider.example`;
    const created = await fromProvider({ email, preferred_username });
    expect(created).toMatchObject({ username: email, email });
  }
  expect(await forgot(EMAIL)).toEqual([EMAIL]);
});

test.each(SOME)("a forgotten password finds the address's owner: %s", async (what, disguised) => {
  const at = SOME.findIndex(([each]) => each === what);
  const email = `iris${at}@büro.example`;
  await school.add({ username: `owner-${at}`, email });
  const { id } = await school.add();
  await school.changeAccount(id, usernameFields(disguised(email)));
  for (const typed of [email, disguised(email), `owner-${at}`]) {
    expect([typed, await forgot(typed)]).toEqual([typed, [email]]);
  }
});

test("a verified mailbox that only looks like an account's does not open it", async () => {
  const owner = await school.add({ username: "ida", email: "ida@büro.example" });
  const before = await names();
  const same: string[] = [];
  for (const [what, disguised] of DISGUISES) {
    const person = await fromProvider({ email: disguised(owner.email) }).catch(() => null);
    if (typeof person === "object" && person?.id === owner.id) same.push(what);
    await runInProcess(["user", "set", "ida", "--unlink"], school.variables);
  }
  expect(same).toEqual([
    ...["as it is", "in capitals", "with letters that are composed otherwise"],
    ...["with its domain in ASCII", "with a full stop after the domain"],
    // A domain is the same one with it.
    "with the filler of Hangul",
  ]);
  expect(await names()).toEqual(before);
});

test("a provider gives no name of another account or address, unless it has verified the address", async () => {
  const early = { email: "early@provider.example", preferred_username: "late@thimble.example" };
  expect(await fromProvider(early)).toMatchObject({ username: "early@provider.example" });
  const late = { email: "late@thimble.example", preferred_username: "LATE@thimble.example" };
  expect(await fromProvider(late)).toMatchObject({ username: "LATE@thimble.example" });
});

test.each(["\u200b", " \u200f ", "\u3164\ufe0f"])(
  "a name of which nothing is seen is refused: %j",
  async (nothing) => {
    const email = `nobody${nothing.length}@provider.example`;
    const words = ["user", "set", "ida", "--username", nothing];
    expect(await runInProcess(words, school.variables)).toMatchObject({ code: 2 });
    const created = await fromProvider({ email, preferred_username: nothing });
    expect(created).toMatchObject({ username: email });
  },
);

const emailOf = async (username: string) => (await school.row("account", { username })).email;

test("staff and commands store no invisible signs in names and addresses", async () => {
  const { token } = await school.signedIn({ level: 20 });
  const json = {
    ...{ username: "\u200bzora", email: "zora\u00a0@school.example", first_name: "Zo\u00adë" },
    ...{ last_name: "\u200e", level: 0, last_day: null, courses: [] },
    ...{ teaches: { all: false, courses: [] }, language: "en", invite: false },
  };
  const added = await school.call("/staff/people", { token, json });
  expect([added.status, added.text]).toEqual([201, expect.any(String)]);
  expect(await emailOf("zora")).toBe("zora@school.example");
  const words = ["user", "set", "zora", "--email", "\u202azo\u00adra2@school.example\u202c"];
  expect(await runInProcess(words, school.variables)).toMatchObject({ code: 0 });
  expect(await emailOf("zora")).toBe("zora2@school.example");
});

test("people sign in with invisible signs and Turkish capitals in what they type", async () => {
  await school.add({ username: "ismail" });
  for (const typed of ["\u200bismail\u200e", "İSMAİL", "İsmail", "ismaıl\u00a0"]) {
    expect([typed, (await school.login(typed)).status]).toEqual([typed, 200]);
  }
});
