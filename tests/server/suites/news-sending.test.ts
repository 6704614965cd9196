import { describe, expect, test } from "vitest";
import { openMailingSchool } from "../support/news.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { DAY, MINUTE, type TestSchool } from "../support/test-school.ts";

const HOUR = 60 * MINUTE;

/** A school with a student who is told of an answer with the next mail. */
const prepare = async () => {
  const opened = await openMailingSchool();
  const { token } = await opened.tutor();
  const person = await opened.waitingWork();
  /** Something new for the student. */
  const say = async (subject: string) => {
    const thread = await opened.write(person.token, subject);
    await opened.write(token, "An answer", thread);
  };
  const mails = () => opened.mailServer.to(person.email);
  return { ...opened, person, say, mails };
};

const rowsOf = ({ database }: TestSchool, id: number) =>
  database.read.selectFrom("news").selectAll().where("account_id", "=", id).execute();

describe("sending news by mail", () => {
  test("news waits while the mail server is away, and tells all once when it is back", async () => {
    const { mailServer, pass, say, mails } = await prepare();
    await mailServer.stop();
    await say("First");
    await pass();
    await say("Second");
    for (const pause of [1, 2, 5, 10, 20, 40, 60]) await pass(pause * MINUTE);
    expect(mails()).toEqual([]);
    await mailServer.start();
    await pass(HOUR);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain("First");
    expect(mails()[0]?.text).toContain("Second");
    await pass(DAY);
    expect(mails()).toHaveLength(1);
  });

  test("a mail with news is given up after three days, and the next one tells everything", async () => {
    const { school, mailServer, pass, say, mails, person } = await prepare();
    await mailServer.stop();
    await say("First");
    await pass();
    for (let hours = 0; hours <= 73; hours += 1) await pass(HOUR);
    const due = school.database.read.selectFrom("news_due").where("account_id", "=", person.id);
    expect(await due.selectAll().execute()).toEqual([]);
    await mailServer.start();
    await pass(DAY);
    expect(mails()).toEqual([]);
    await say("Second");
    await pass();
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.text).toContain("First");
    expect(mails()[0]?.text).toContain("Second");
  });

  test.each([450, 421])(
    "a mail with news that is refused for now with %i is tried again",
    async (code) => {
      const { mailServer, pass, say, mails, person } = await prepare();
      mailServer.refused.set(person.email, { code, message: "4.2.1 later" });
      await say("First");
      await pass();
      expect(mails()).toEqual([]);
      mailServer.refused.clear();
      await pass();
      expect(mails()).toHaveLength(1);
    },
  );

  test("a mail with news that is refused after its end is tried again under the same name", async () => {
    const { mailServer, pass, say, mails, person } = await prepare();
    const names: string[] = [];
    mailServer.onRefused = (mail) => names.push(mail.header("message-id"));
    mailServer.refusedAtEnd.set(person.email, { code: 451, message: "4.3.0 later" });
    await say("First");
    await pass();
    expect(mails()).toEqual([]);
    await pass(MINUTE);
    expect(mails()).toHaveLength(1);
    expect(names).toEqual([mails()[0]?.header("message-id")]);
    expect(names[0]).toMatch(/^<news\.[\w-]{22}@school\.example>$/);
    await pass(DAY);
    expect(mails()).toHaveLength(1);
  });

  test.each([550, 553])(
    "news stops for an address that is refused for good with %i, until the school changes that",
    async (code) => {
      const { school, mailServer, pass, say, mails, person } = await prepare();
      mailServer.refused.set(person.email, { code, message: "5.1.1 no such user" });
      await say("First");
      await pass();
      mailServer.refused.clear();
      await say("Second");
      await pass(DAY);
      expect(mails()).toEqual([]);
      const { news } = (await school.call("/user/news", { token: person.token })).json;
      expect(news.works).toBe(false);
      const user = async (...words: string[]) => {
        const ran = await runInProcess(["user", ...words, "--json"], school.variables);
        expect(ran).toMatchObject({ code: 0, err: "" });
        return JSON.parse(ran.out);
      };
      const [listed] = await user("list", "--search", person.username);
      expect(listed.mailRefused).toBe(new Date(school.now - DAY).toISOString());
      expect((await user("set", person.username, "--mail-works")).mailRefused).toBeNull();
      // The command has the machine's clock.
      school.now = Date.now();
      await pass();
      expect(mails()).toHaveLength(1);
      expect(mails()[0]?.text).toContain("First");
      expect(mails()[0]?.text).toContain("Second");
    },
  );

  test("another address of a person whose address was refused gets news at once", async () => {
    const { school, mailServer, pass, say, person } = await prepare();
    mailServer.refused.set(person.email, { code: 550, message: "5.1.1 no such user" });
    await say("First");
    await pass();
    await runInProcess(
      ["user", "set", person.username, "--email", "noa@other.example"],
      school.variables,
    );
    await school.hearOthers();
    await say("Second");
    await pass();
    expect(mailServer.to("noa@other.example")).toHaveLength(1);
  });

  test("an address with a line break reaches no header, and stops nobody else's mails", async () => {
    const { school, mailServer, pass, say, person } = await prepare();
    const email = `${person.email}\r\nBcc: all@school.example`;
    await school.changeAccount(person.id, { email });
    const sent = mailServer.mails.length;
    await say("First");
    await pass();
    // The tutor's mail about the question, which has been answered, was not needed.
    expect(mailServer.mails.slice(sent).flatMap(({ raw }) => raw.match(/^bcc:/im) ?? [])).toEqual(
      [],
    );
    const { news } = (await school.call("/user/news", { token: person.token })).json;
    expect(news.works).toBe(false);
  });

  test("a subject with line breaks and a hundred lines stays one line", async () => {
    const { school, pass, mails, write, person, tutor } = await prepare();
    const { token } = await tutor();
    const thread = await write(person.token, "Darts");
    await school.database.write((db) =>
      db
        .updateTable("message")
        .set({ subject: `a\r\nBcc: all@school.example\u2028${"long ".repeat(400)}` })
        .where("conversation_id", "=", thread)
        .execute(),
    );
    await write(token, "An answer", thread);
    await pass();
    const [mail] = mails();
    expect(mail?.header("subject")).toMatch(/^You have a new message: a Bcc: all@.*long…$/);
    expect(mail?.header("subject").length).toBeLessThan(200);
    expect(mail?.header("bcc")).toBe("");
  });

  test("what happens while a mail is on its way is told with the next one", async () => {
    const { school, mailServer, pass, say, mails, person } = await prepare();
    let isFirst = true;
    mailServer.onMail = async () => {
      if (!isFirst) return;
      isFirst = false;
      await say("Second");
    };
    await say("First");
    await pass();
    expect(mails()).toHaveLength(1);
    await pass();
    expect(mails()).toHaveLength(2);
    expect(mails()[1]?.header("subject")).toBe("You have a new message: Second");
    expect(await rowsOf(school, person.id)).toEqual([]);
  });
});
