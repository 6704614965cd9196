import { describe, expect, test } from "vitest";
import { openMailingSchool, PUBLIC_URL, sharedMailingSchool } from "../support/news.ts";
import { DAY, MINUTE, NOON, PMB, SWB } from "../support/test-school.ts";

const HOUR = 60 * MINUTE;

describe("news by mail", () => {
  const { school, mailServer, ...actions } = sharedMailingSchool();
  const { pass, write, tutor, student, waitingWork, answer, choose, place } = actions;

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

  test("a tutor is told that work and a message wait", async () => {
    const { email } = await tutor();
    const { token } = await waitingWork();
    await write(token, "Darts");
    await pass();
    const [mail] = mailServer.to(email);
    expect(mail?.text).toContain("Work is waiting for your answer: Your own block");
    expect(mail?.text).toContain("A message is waiting for your answer: Darts");
    expect(mail?.raw).not.toContain("Something private");
  });

  test("a tutor of another course, one who has lost the course, and a blocked one are not told", async () => {
    const others = await Promise.all([
      tutor({ teaches: [SWB] }),
      tutor({ teaches: [] }),
      tutor({ teaches: [PMB] }),
      tutor(),
    ]);
    const right = await tutor({ teaches: [PMB] });
    await waitingWork();
    await school.database.write(async (db) => {
      const [, , lost, blocked] = others.map(({ id }) => id);
      await db
        .deleteFrom("teaches")
        .where("account_id", "=", lost ?? 0)
        .execute();
      await db
        .updateTable("account")
        .set({ blocked: NOON })
        .where("id", "=", blocked ?? 0)
        .execute();
    });
    await pass();
    expect(mailServer.to(right.email)).toHaveLength(1);
    for (const { email } of others) expect(mailServer.to(email)).toEqual([]);
  });

  test("what has been answered, read or taken back meanwhile is not told", async () => {
    const { token, email: tutors } = await tutor();
    const { said, token: own, email } = await waitingWork();
    const thread = await write(own, "Darts");
    await answer(token, { ...said, state: "accepted" });
    await write(token, "An answer", thread);
    const { messages } = (await school.call(`/user/messages?thread=${thread}`, { token: own }))
      .json;
    await school.call(`/user/messages/${messages[1].id}`, { token: own });
    // As the desk takes an answer back.
    await school.database.write((db) =>
      db
        .updateTable("upload")
        .set({ state: "uploaded", feedback: null, feedback_at: null, published_at: null })
        .where("id", "=", said.upload_id)
        .execute(),
    );
    await pass();
    expect(mailServer.to(email)).toEqual([]);
    const [mail] = mailServer.to(tutors);
    expect(mail?.text).toContain("Work is waiting for your answer: Your own block");
    expect(mail?.text).not.toContain("Darts");
  });

  test("an answer is told once the student can see it", async () => {
    const { token } = await tutor();
    const { said, email } = await waitingWork();
    await answer(token, { ...said, state: "accepted" });
    const published_at = school.now + 5 * MINUTE;
    await school.database.write((db) =>
      db.updateTable("upload").set({ published_at }).where("id", "=", said.upload_id).execute(),
    );
    await pass();
    expect(mailServer.to(email)).toEqual([]);
    await pass(4 * MINUTE);
    expect(mailServer.to(email)).toHaveLength(1);
  });

  test("a digest comes once a day, at the person's hour, in the person's language", async () => {
    const { token, email } = await tutor();
    await choose(token, { mail: "digest", hour: 9 });
    await place(token, { language: "de", zone: "America/Los_Angeles" });
    school.now = Date.parse("2026-12-01T16:00:00Z");
    await waitingWork();
    await pass(59 * MINUTE);
    await waitingWork();
    expect(mailServer.to(email)).toEqual([]);
    await pass(MINUTE);
    const [mail] = mailServer.to(email);
    expect(mail?.header("subject")).toBe("Neu für Sie: 2");
    await waitingWork();
    await pass(DAY - 1);
    expect(mailServer.to(email)).toHaveLength(1);
    await pass(1);
    expect(mailServer.to(email)).toHaveLength(2);
    await pass(3 * DAY);
    expect(mailServer.to(email)).toHaveLength(2);
  });

  test("a digest that was planned is told at once to who changes to mails at once", async () => {
    const { token, email } = await tutor();
    await choose(token, { mail: "digest" });
    await waitingWork();
    await pass();
    await choose(token, { mail: "at-once" });
    await pass(0);
    expect(mailServer.to(email)).toHaveLength(1);
  });

  test("who wants no mails gets none, and nothing is kept for them", async () => {
    const { id, token, email } = await tutor();
    await choose(token, { mail: "never" });
    await waitingWork();
    await pass();
    await choose(token, { mail: "at-once" });
    await pass(DAY);
    expect(mailServer.to(email)).toEqual([]);
    const left = school.database.read.selectFrom("news").where("account_id", "=", id);
    expect(await left.selectAll().execute()).toEqual([]);
  });

  test("a week without study is told to who wants it, on the next morning, and no other", async () => {
    // A Sunday; the person's week ends with it.
    school.now = Date.parse("2026-12-13T20:00:00Z");
    const idle = await student();
    const busy = await student();
    const silent = await student();
    for (const { token } of [idle, busy]) {
      await place(token, { zone: "Europe/Berlin" });
      await choose(token, { idle: true });
    }
    await pass(10 * HOUR - 1);
    expect(mailServer.to(idle.email)).toEqual([]);
    // The week in which they have studied.
    await pass(1);
    expect(mailServer.to(idle.email)).toEqual([]);
    await school.study(busy.token, 101);
    await pass(7 * DAY);
    const [mail] = mailServer.to(idle.email);
    expect(mail?.header("subject")).toBe("Last week went by without a lesson");
    for (const { email } of [busy, silent]) expect(mailServer.to(email)).toEqual([]);
    await pass(6 * DAY);
    expect(mailServer.to(idle.email)).toHaveLength(1);
    await pass(DAY);
    expect(mailServer.to(idle.email)).toHaveLength(2);
    expect(mailServer.to(busy.email)).toHaveLength(1);
  });
});

test("a school that answers by mail has no news of messages for its tutors", async () => {
  const { school, mailServer, pass, write, tutor, student } = await openMailingSchool();
  await school.database.write((db) =>
    db
      .insertInto("setting")
      .values({ name: "tutor_talk", value: "mail" })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: "mail" }))
      .execute(),
  );
  await school.restart();
  const { email } = await tutor();
  const { token } = await student();
  await write(token, "Darts");
  await pass();
  expect(mailServer.to(email)).toEqual([]);
});
