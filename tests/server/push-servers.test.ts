import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { startPostgres } from "./support/postgres-cluster.ts";
import type { PushBrowser } from "./support/push-service.ts";
import { openPushingSchool } from "./support/pushing-school.ts";
import { MINUTE, openSchool, PMB } from "./support/test-school.ts";

const cluster = await startPostgres();
afterAll(() => cluster?.stop());

const STUDENTS = 30;

describe.each(["SQLite", "PostgreSQL"])("two servers that tell devices on %s", (kind) => {
  const tested = kind === "PostgreSQL" && !cluster ? test.skip : test;

  /** A school with two servers, and news for some students with devices. */
  const prepare = async (students: number) => {
    const databaseUrl = kind === "PostgreSQL" ? await cluster?.createDatabase() : undefined;
    const opened = await openPushingSchool((options) => openSchool({ ...options, databaseUrl }));
    const other = await opened.school.startAnother();
    onTestFinished(() => other.close());
    const devices: PushBrowser[] = [];
    for (let number = 0; number < students; number += 1) {
      const student = await opened.school.student({ course: PMB });
      devices.push(await opened.addDevice(student.token));
      await opened.say(student, "Darts");
    }
    const numbers = () => devices.map(({ messages }) => messages.length);
    return { ...opened, other, numbers };
  };

  tested("each device is told once, though both servers begin at the same moment", async () => {
    const { school, other, numbers } = await prepare(STUDENTS);
    school.now += MINUTE;
    await Promise.all([school.server.tellNews(), other.tellNews(), school.server.tellNews()]);
    expect(numbers()).toEqual(Array(STUDENTS).fill(1));
    school.now += 60 * MINUTE;
    await Promise.all([school.server.tellNews(), other.tellNews()]);
    expect(numbers()).toEqual(Array(STUDENTS).fill(1));
  });

  tested("a server that is held up does not tell what another has taken over", async () => {
    const { school, other, service, numbers } = await prepare(1);
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let isFirst = true;
    service.onHandshake = async () => {
      if (!isFirst) return;
      isFirst = false;
      begun.resolve();
      await held.promise;
    };
    school.now += MINUTE;
    const first = school.server.tellNews();
    await begun.promise;
    await other.tellNews();
    expect(numbers()).toEqual([0]);
    school.now += 5 * MINUTE;
    await other.tellNews();
    expect(numbers()).toEqual([1]);
    held.resolve();
    await first;
    expect(numbers()).toEqual([1]);
  });
});
