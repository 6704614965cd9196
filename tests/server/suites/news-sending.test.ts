import { expect, test } from "vitest";
import { openMailingSchool } from "../support/news.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { DAY, MINUTE } from "../support/test-school.ts";

const HOUR = 60 * MINUTE;

/** A school with a student who is told of an answer with the next mail. */
const prepare = async () => {
  const opened = await openMailingSchool();
  const tutor = await opened.tutor();
  const person = await opened.waitingWork();
  /** Something new for the student. */
  const say = (subject: string) => opened.talk(tutor, person, subject);
  const mails = () => opened.mailServer.to(person.email);
  /** One mail has come, with all of these words. */
  const expectOneMail = (...words: string[]) => {
    expect(mails()).toHaveLength(1);
    for (const word of words) expect(mails()[0]?.text).toContain(word);
  };
  /** Whether the school still mails to the address. */
  const works = async () => {
    const { json } = await opened.school.call("/user/news", { token: person.token });
    return json.news.works;
  };
  /** Runs a command about the student. */
  const command = async (verb: string, ...words: string[]) => {
    const ran = await runInProcess(["user", verb, ...words, "--json"], opened.school.variables);
    expect(ran).toMatchObject({ code: 0, err: "" });
    await opened.school.hearOthers();
    return JSON.parse(ran.out);
  };
  return { ...opened, person, say, mails, expectOneMail, works, command };
};

test("news waits while the mail server is away, and tells all once when it is back", async () => {
  const { mailServer, pass, say, mails, expectOneMail } = await prepare();
  await mailServer.stop();
  await say("First");
  await pass();
  await say("Second");
  for (const pause of [1, 2, 5, 10, 20, 40, 60]) await pass(pause * MINUTE);
  expect(mails()).toEqual([]);
  await mailServer.start();
  await pass(HOUR);
  await pass(DAY);
  expectOneMail("First", "Second");
});

test("a mail with news is given up after three days, and the next one tells everything", async () => {
  const { school, mailServer, pass, say, mails, person, expectOneMail } = await prepare();
  await mailServer.stop();
  await say("First");
  await pass();
  for (let hours = 0; hours <= 73; hours += 1) await pass(HOUR);
  expect(await school.rows("news_due", { account_id: person.id })).toEqual([]);
  await mailServer.start();
  await pass(DAY);
  expect(mails()).toEqual([]);
  await say("Second");
  await pass();
  expectOneMail("First", "Second");
});

test("a mail with news that is refused for now is tried again", async () => {
  const { mailServer, pass, say, mails, person, expectOneMail } = await prepare();
  mailServer.refused.set(person.email, { code: 450, message: "4.2.1 later" });
  await say("First");
  await pass();
  expect(mails()).toEqual([]);
  mailServer.refused.clear();
  await pass();
  expectOneMail("First");
});

test("a mail with news that is refused after its end is tried again under the same name", async () => {
  const { mailServer, pass, say, mails, person, expectOneMail } = await prepare();
  const names: string[] = [];
  mailServer.onRefused = (mail) => names.push(mail.header("message-id"));
  mailServer.refusedAtEnd.set(person.email, { code: 451, message: "4.3.0 later" });
  await say("First");
  await pass();
  expect(mails()).toEqual([]);
  await pass(MINUTE);
  await pass(DAY);
  expectOneMail("First");
  expect(names).toEqual([mails()[0]?.header("message-id")]);
  expect(names[0]).toMatch(/^<news\.[\w-]{22}@school\.example>$/);
});

test("news stops for an address that is refused for good, until the school changes that", async () => {
  const opened = await prepare();
  const { school, mailServer, pass, say, mails, person, expectOneMail, works, command } = opened;
  mailServer.refused.set(person.email, { code: 550, message: "5.1.1 no such user" });
  await say("First");
  await pass();
  mailServer.refused.clear();
  await say("Second");
  await pass(DAY);
  expect([mails(), await works()]).toEqual([[], false]);
  const [listed] = await command("list", "--search", person.username);
  expect(listed.mailRefused).toBe(new Date(school.now - DAY).toISOString());
  expect((await command("set", person.username, "--mail-works")).mailRefused).toBeNull();
  // The command has the machine's clock.
  school.now = Date.now();
  await pass();
  expectOneMail("First", "Second");
});

test("another address of a person whose address was refused gets news at once", async () => {
  const { mailServer, pass, say, person, command } = await prepare();
  mailServer.refused.set(person.email, { code: 550, message: "5.1.1 no such user" });
  await say("First");
  await pass();
  await command("set", person.username, "--email", "noa@other.example");
  await say("Second");
  await pass();
  expect(mailServer.to("noa@other.example")).toHaveLength(1);
});

test("an address with a line break reaches no header, and stops nobody else's mails", async () => {
  const { school, mailServer, pass, say, person, works } = await prepare();
  const email = `${person.email}\r\nBcc: all@school.example`;
  await school.changeAccount(person.id, { email });
  const sent = mailServer.mails.length;
  await say("First");
  await pass();
  // The tutor's mail about the question, which has been answered, was not needed.
  const heads = mailServer.mails.slice(sent).flatMap(({ raw }) => raw.match(/^bcc:/im) ?? []);
  expect([heads, await works()]).toEqual([[], false]);
});

test("what happens while a mail is on its way is told with the next one", async () => {
  const { school, mailServer, pass, say, mails, person } = await prepare();
  mailServer.onMail = async () => {
    mailServer.onMail = () => {};
    await say("Second");
  };
  await say("First");
  await pass();
  expect(mails()).toHaveLength(1);
  await pass();
  expect(mails()).toHaveLength(2);
  expect(mails()[1]?.header("subject")).toBe("You have a new message: Second");
  expect(await school.rows("news", { account_id: person.id })).toEqual([]);
});
