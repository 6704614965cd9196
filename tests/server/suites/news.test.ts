import { expect, test } from "vitest";
import { writeSetting } from "../../../src/server/db/settings.ts";
import { openMailingSchool, PUBLIC_URL, sharedMailingSchool } from "../support/news.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { DAY, MINUTE, NOON, PMB, SWB } from "../support/test-school.ts";

const HOUR = 60 * MINUTE;

const { school, mailServer, ...actions } = sharedMailingSchool();
const { pass, write, tutor, student, waitingWork, answer, choose, place } = actions;

/** How many mails each of them has. */
const mailsTo = (...people: { email: string }[]) =>
  people.map(({ email }) => mailServer.to(email).length);

test("a student is told of an answer, by its title alone, with a link to it", async () => {
  const { token } = await tutor();
  const { said, email } = await waitingWork();
  await answer(token, { ...said, state: "returned" });
  await pass(MINUTE - 1);
  expect(mailServer.to(email)).toEqual([]);
  await pass(1);
  const [mail] = mailServer.to(email);
  expect(mail?.header("subject")).toBe("Your work has been returned to you: Your own block");
  expect(mail?.header("from")).toBe("Thimble School <desk@thimble.example>");
  expect(mail?.text).toContain("Hello Noa,");
  expect(mail?.text).toContain(`${PUBLIC_URL}/tls/assignments`);
  expect(mail?.raw).not.toContain("Mend the hem");
  await pass(DAY);
  expect(mailServer.to(email)).toHaveLength(1);
});

test("a student is told of an accepted hand-in and of a message within a minute in one mail", async () => {
  const { token } = await tutor();
  const { token: own, said, email } = await waitingWork();
  const thread = await write(own, "Darts");
  await answer(token, { ...said, state: "accepted" });
  await pass(30_000);
  await write(token, "An answer", thread);
  await pass();
  const [mail, ...others] = mailServer.to(email);
  expect(others).toEqual([]);
  expect(mail?.header("subject")).toBe("New for you: 2");
  expect(mail?.text).toContain("Your work has been accepted: Your own block");
  expect(mail?.text).toContain("You have a new message: Darts");
  expect(mail?.text).toContain(`${PUBLIC_URL}/tls/tutor-talk?thread=${thread}`);
  expect(mail?.raw).not.toContain("Something private");
});

test("a tutor is told that work and a message wait, but not one of another course, one who has lost the course, and a blocked one", async () => {
  const right = await tutor({ teaches: [PMB] });
  const others = [await tutor({ teaches: [SWB] }), await tutor({ teaches: [] })];
  const [lost, blocked] = [await tutor({ teaches: [PMB] }), await tutor()];
  const { token } = await waitingWork();
  await write(token, "Darts");
  await school.remove("teaches", { account_id: lost.id });
  await school.changeAccount(blocked.id, { blocked: NOON });
  await pass();
  expect(mailsTo(...others, lost, blocked)).toEqual([0, 0, 0, 0]);
  const [mail, ...more] = mailServer.to(right.email);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("Work is waiting for your answer: Your own block");
  expect(mail?.text).toContain("A message is waiting for your answer: Darts");
  expect(mail?.raw).not.toContain("Something private");
});

test("what has been answered, read or taken back meanwhile is not told", async () => {
  const { token, email: tutors } = await tutor();
  const { said, token: own, email } = await waitingWork();
  const thread = await write(own, "Darts");
  await answer(token, { ...said, state: "accepted" });
  await write(token, "An answer", thread);
  const { messages } = (await school.call(`/user/messages?thread=${thread}`, { token: own })).json;
  await school.call(`/user/messages/${messages[1].id}`, { token: own });
  // As the desk takes an answer back.
  const nothing = { feedback: null, feedback_at: null, published_at: null };
  await school.update("upload", { state: "uploaded", ...nothing }, { id: said.upload_id });
  await pass();
  expect(mailServer.to(email)).toEqual([]);
  const [mail] = mailServer.to(tutors);
  expect(mail?.text).toContain("Work is waiting for your answer: Your own block");
  expect(mail?.text).not.toContain("Darts");
});

test("an answer is told once the student can see it", async () => {
  const { token } = await tutor();
  const noa = await waitingWork();
  await answer(token, { ...noa.said, state: "accepted" });
  const published_at = school.now + 5 * MINUTE;
  await school.update("upload", { published_at }, { id: noa.said.upload_id });
  await pass();
  expect(mailsTo(noa)).toEqual([0]);
  await pass(4 * MINUTE);
  expect(mailsTo(noa)).toEqual([1]);
});

test("a digest comes once a day, at the person's hour, in the person's language", async () => {
  const person = await tutor();
  await choose(person.token, { mail: "digest", hour: 9 });
  await place(person.token, { language: "de", zone: "America/Los_Angeles" });
  school.now = Date.parse("2026-12-01T16:00:00Z");
  const mailsAfter = async (time: number) => {
    await pass(time);
    return mailServer.to(person.email).map((mail) => mail.header("subject"));
  };
  await waitingWork();
  await pass(59 * MINUTE);
  await waitingWork();
  expect(await mailsAfter(0)).toEqual([]);
  expect(await mailsAfter(MINUTE)).toEqual(["Neu für Sie: 2"]);
  await waitingWork();
  expect(await mailsAfter(DAY - 1)).toHaveLength(1);
  expect(await mailsAfter(1)).toHaveLength(2);
  expect(await mailsAfter(3 * DAY)).toHaveLength(2);
});

test("a digest that was planned is told at once to who changes to mails at once", async () => {
  const person = await tutor();
  await choose(person.token, { mail: "digest" });
  await waitingWork();
  await pass();
  await choose(person.token, { mail: "at-once" });
  await pass(0);
  expect(mailsTo(person)).toEqual([1]);
});

test("who wants no mails gets none, and nothing is kept for them", async () => {
  const { id, token, email } = await tutor();
  await choose(token, { mail: "never" });
  await waitingWork();
  await pass();
  await choose(token, { mail: "at-once" });
  await pass(DAY);
  expect(mailServer.to(email)).toEqual([]);
  expect(await school.rows("news", { account_id: id })).toEqual([]);
});

test("a week without study is told to who wants it, on the next morning, and no other", async () => {
  // A Sunday; the person's week ends with it.
  school.now = Date.parse("2026-12-13T20:00:00Z");
  const [idle, busy, silent] = [await student(), await student(), await student()];
  for (const { token } of [idle, busy]) {
    await place(token, { zone: "Europe/Berlin" });
    await choose(token, { idle: true });
  }
  // At the end of this week nobody is told: it is the one in which they have studied.
  await pass(10 * HOUR);
  expect(mailsTo(idle, busy, silent)).toEqual([0, 0, 0]);
  await school.study(busy.token, 101);
  await pass(7 * DAY - 1);
  expect(mailsTo(idle)).toEqual([0]);
  await pass(1);
  expect(mailsTo(idle, busy, silent)).toEqual([1, 0, 0]);
  const [mail] = mailServer.to(idle.email);
  expect(mail?.header("subject")).toBe("Last week went by without a lesson");
  await pass(6 * DAY);
  expect(mailsTo(idle)).toEqual([1]);
  await pass(DAY);
  expect(mailsTo(idle, busy, silent)).toEqual([2, 1, 0]);
});

test("a school that answers by mail has no news of messages for its tutors", async () => {
  const own = await openMailingSchool();
  await own.school.database.write((db) => writeSetting(db, "tutor_talk", "mail"));
  await own.school.restart();
  const { email } = await own.tutor();
  await own.write((await own.student()).token, "Darts");
  await own.pass();
  expect(own.mailServer.to(email)).toEqual([]);
});

/** A school with a student who is told of an answer with the next mail. */
const prepare = async () => {
  const opened = await openMailingSchool();
  const tutor = await opened.tutor();
  const person = await opened.waitingWork();
  const say = (subject: string) => opened.talk(tutor, person, subject);
  const mails = () => opened.mailServer.to(person.email);
  /** One mail has come, with all of these words. */
  const expectOneMail = (...words: string[]) => {
    expect(mails()).toHaveLength(1);
    for (const word of words) expect(mails()[0]?.text).toContain(word);
  };
  /** Whether the school still mails to the address. */
  const works = async () =>
    (await opened.school.call("/user/news", { token: person.token })).json.news.works;
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
