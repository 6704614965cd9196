import { expect, onTestFinished, test } from "vitest";
import { openMailingSchool } from "../support/news.ts";
import type { PushBrowser } from "../support/push-service.ts";
import { openPushingSchool } from "../support/pushing-school.ts";
import { MINUTE, openSchool, PMB, type TestSchool } from "../support/test-school.ts";

const STUDENTS = 30;

const another = async (school: TestSchool) => {
  const other = await school.startAnother();
  onTestFinished(() => other.close());
  return other;
};

/** Students for whom there is news, and how often each was told of it by mail. */
const byMail = async (students: number) => {
  const { school, mailServer, tutor, write } = await openMailingSchool(openSchool);
  const { token } = await tutor();
  const emails: string[] = [];
  for (let number = 0; number < students; number += 1) {
    const person = await school.student({ course: PMB });
    await write(token, "An answer", await write(person.token, "Darts"));
    emails.push(person.email);
  }
  const told = () => emails.map((email) => mailServer.to(email).length);
  return { school, mailServer, emails, told };
};

/** The same for their devices. */
const onDevices = async (students: number) => {
  const { school, addDevice, say } = await openPushingSchool(openSchool);
  const devices: PushBrowser[] = [];
  for (let number = 0; number < students; number += 1) {
    const student = await school.student({ course: PMB });
    devices.push(await addDevice(student.token));
    await say(student, "Darts");
  }
  return { school, told: () => devices.map(({ messages }) => messages.length) };
};

test.each([
  ["mail is sent", byMail],
  ["device is told", onDevices],
])("each %s once, though both servers begin at the same moment", async (_, prepare) => {
  const { school, told } = await prepare(STUDENTS);
  const other = await another(school);
  for (const later of [MINUTE, 60 * MINUTE]) {
    school.now += later;
    await Promise.all([school.server.tellNews(), other.tellNews(), school.server.tellNews()]);
    expect(told()).toEqual(Array(STUDENTS).fill(1));
  }
});

test("a server that is held up for long does not send what another has taken over", async () => {
  const { school, mailServer, emails, told } = await byMail(1);
  const other = await another(school);
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let isFirst = true;
  mailServer.onRecipient = async (address) => {
    if (address !== emails[0] || !isFirst) return;
    isFirst = false;
    begun.resolve();
    await held.promise;
  };
  school.now += MINUTE;
  const first = school.server.tellNews();
  await begun.promise;
  await other.tellNews();
  expect(told()).toEqual([0]);
  school.now += 10 * MINUTE;
  await other.tellNews();
  expect(told()).toEqual([1]);
  held.resolve();
  await first;
  expect(told()).toEqual([1]);
});
