import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { openMailingSchool } from "./support/news.ts";
import { startPostgres } from "./support/postgres-cluster.ts";
import { MINUTE, openSchool, PMB } from "./support/test-school.ts";

const cluster = await startPostgres();
afterAll(() => cluster?.stop());

const STUDENTS = 60;

describe.each(["SQLite", "PostgreSQL"])("two servers with news on %s", (kind) => {
  const tested = kind === "PostgreSQL" && !cluster ? test.skip : test;

  /** A school with two servers, and one mail for each of some students. */
  const prepare = async (students: number) => {
    const databaseUrl = kind === "PostgreSQL" ? await cluster?.createDatabase() : undefined;
    const opened = await openMailingSchool((options) => openSchool({ ...options, databaseUrl }));
    const { school, tutor, write } = opened;
    const other = await school.startAnother();
    onTestFinished(() => other.close());
    const { token } = await tutor();
    const people: { email: string }[] = [];
    for (let number = 0; number < students; number += 1) {
      const person = await school.student({ course: PMB });
      await write(token, "An answer", await write(person.token, "Darts"));
      people.push(person);
    }
    const mailsOf = () => people.map(({ email }) => opened.mailServer.to(email).length);
    return { ...opened, other, people, mailsOf };
  };

  tested("each mail is sent once, though both servers begin at the same moment", async () => {
    const { school, other, mailsOf } = await prepare(STUDENTS);
    school.now += MINUTE;
    await Promise.all([school.server.tellNews(), other.tellNews(), school.server.tellNews()]);
    expect(mailsOf()).toEqual(Array(STUDENTS).fill(1));
    school.now += 60 * MINUTE;
    await Promise.all([school.server.tellNews(), other.tellNews()]);
    expect(mailsOf()).toEqual(Array(STUDENTS).fill(1));
  });

  tested(
    "a server that is held up for long does not send what another has taken over",
    async () => {
      const { school, other, people, mailServer, mailsOf } = await prepare(1);
      const [person] = people;
      const held = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      let isFirst = true;
      mailServer.onRecipient = async (address) => {
        if (address !== person?.email || !isFirst) return;
        isFirst = false;
        begun.resolve();
        await held.promise;
      };
      school.now += MINUTE;
      const first = school.server.tellNews();
      await begun.promise;
      await other.tellNews();
      expect(mailsOf()).toEqual([0]);
      school.now += 10 * MINUTE;
      await other.tellNews();
      expect(mailsOf()).toEqual([1]);
      held.resolve();
      await first;
      expect(mailsOf()).toEqual([1]);
    },
  );
});
