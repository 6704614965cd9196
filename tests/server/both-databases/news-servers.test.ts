import { describe, expect, onTestFinished, test } from "vitest";
import { openMailingSchool } from "../support/news.ts";
import type { PushBrowser } from "../support/push-service.ts";
import { openPushingSchool } from "../support/pushing-school.ts";
import { MINUTE, openSchool, PMB, type TestSchool } from "../support/test-school.ts";

const STUDENTS = 30;

/** One more server of a school. */
const another = async (school: TestSchool) => {
  const other = await school.startAnother();
  onTestFinished(() => other.close());
  return other;
};

/** Holds up the first who comes until it is let go. */
const holdFirst = () => {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let isFirst = true;
  const come = async () => {
    if (!isFirst) return;
    isFirst = false;
    begun.resolve();
    await held.promise;
  };
  return { come, begun: begun.promise, letGo: () => held.resolve() };
};

/** A school with two servers, and news for some students. */
interface Prepared {
  readonly school: TestSchool;
  readonly other: Awaited<ReturnType<TestSchool["startAnother"]>>;
  /** How often each student has been told. */
  told(): number[];
}

/** Both servers begin at the same moment, and again an hour later. */
const expectToldOnce = async ({ school, other, told }: Prepared) => {
  school.now += MINUTE;
  await Promise.all([school.server.tellNews(), other.tellNews(), school.server.tellNews()]);
  expect(told()).toEqual(Array(STUDENTS).fill(1));
  school.now += 60 * MINUTE;
  await Promise.all([school.server.tellNews(), other.tellNews()]);
  expect(told()).toEqual(Array(STUDENTS).fill(1));
};

/** A server is held up, and another one takes over after this time. */
const expectTakenOver = async (
  { school, other, told }: Prepared,
  hold: ReturnType<typeof holdFirst>,
  after: number,
) => {
  school.now += MINUTE;
  const first = school.server.tellNews();
  await hold.begun;
  await other.tellNews();
  expect(told()).toEqual([0]);
  school.now += after;
  await other.tellNews();
  expect(told()).toEqual([1]);
  hold.letGo();
  await first;
  expect(told()).toEqual([1]);
};

describe("two servers with news", () => {
  const prepare = async (students: number) => {
    const opened = await openMailingSchool(openSchool);
    const { school, write } = opened;
    const other = await another(school);
    const { token } = await opened.tutor();
    const emails: string[] = [];
    for (let number = 0; number < students; number += 1) {
      const person = await school.student({ course: PMB });
      await write(token, "An answer", await write(person.token, "Darts"));
      emails.push(person.email);
    }
    const told = () => emails.map((email) => opened.mailServer.to(email).length);
    return { ...opened, other, emails, told };
  };

  test("each mail is sent once, though both servers begin at the same moment", async () => {
    await expectToldOnce(await prepare(STUDENTS));
  });

  test("a server that is held up for long does not send what another has taken over", async () => {
    const prepared = await prepare(1);
    const hold = holdFirst();
    prepared.mailServer.onRecipient = async (address) => {
      if (address === prepared.emails[0]) await hold.come();
    };
    await expectTakenOver(prepared, hold, 10 * MINUTE);
  });
});

describe("two servers that tell devices", () => {
  const prepare = async (students: number) => {
    const opened = await openPushingSchool(openSchool);
    const other = await another(opened.school);
    const devices: PushBrowser[] = [];
    for (let number = 0; number < students; number += 1) {
      const student = await opened.school.student({ course: PMB });
      devices.push(await opened.addDevice(student.token));
      await opened.say(student, "Darts");
    }
    return { ...opened, other, told: () => devices.map(({ messages }) => messages.length) };
  };

  test("each device is told once, though both servers begin at the same moment", async () => {
    await expectToldOnce(await prepare(STUDENTS));
  });

  test("a server that is held up does not tell what another has taken over", async () => {
    const prepared = await prepare(1);
    const hold = holdFirst();
    prepared.service.onHandshake = hold.come;
    await expectTakenOver(prepared, hold, 5 * MINUTE);
  });
});
