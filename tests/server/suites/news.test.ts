import type { Updateable } from "kysely";
import { expect, test } from "vitest";
import type { Tables } from "../../../src/server/db/schema.ts";
import { writeSetting } from "../../../src/server/db/settings.ts";
import { openMailingSchool, PUBLIC_URL, sharedMailingSchool } from "../support/news.ts";
import { DAY, MINUTE, NOON, PMB, SWB } from "../support/test-school.ts";

const HOUR = 60 * MINUTE;

const { school, mailServer, ...actions } = sharedMailingSchool();
const { pass, write, tutor, student, waitingWork, answer, choose, place } = actions;

/** How many mails each of them has. */
const mailsTo = (...people: { email: string }[]) =>
  people.map(({ email }) => mailServer.to(email).length);
const changeUpload = (id: number, columns: Updateable<Tables["upload"]>) =>
  school.database.write((db) =>
    db.updateTable("upload").set(columns).where("id", "=", id).execute(),
  );

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
  await school.database.write((db) =>
    db.deleteFrom("teaches").where("account_id", "=", lost.id).execute(),
  );
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
  await changeUpload(said.upload_id, { state: "uploaded", ...nothing });
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
  await changeUpload(noa.said.upload_id, { published_at: school.now + 5 * MINUTE });
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
