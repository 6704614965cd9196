import { describe, expect, test, vi } from "vitest";
import { publicLookup } from "../../../src/server/news/push/public-lookup.ts";
import { claimsOf, isSigned, type PushBrowser } from "../support/push-service.ts";
import { openPushingSchool } from "../support/pushing-school.ts";
import { DAY, MINUTE, openSchool } from "../support/test-school.ts";

const HOUR = 60 * MINUTE;

const bodies = ({ device }: { device: PushBrowser }) => device.messages.map(({ body }) => body);

describe("news on a device", () => {
  test("a device is told with the subject of the mail, and no word more", async () => {
    const { service, mailServer, tutorToken, studentWithDevice, answer, pass } =
      await openPushingSchool();
    const { said, email, device } = await studentWithDevice();
    await answer(tutorToken, { ...said, state: "returned" });
    await pass(MINUTE - 1);
    expect(device.messages).toEqual([]);
    await pass(1);
    const body = "Your work has been returned to you: Your own block";
    expect(mailServer.to(email)[0]?.header("subject")).toBe(body);
    const where = { lang: "en", dir: "ltr", path: "/assignments" };
    expect(device.messages).toEqual([{ title: "Thimble School", body, ...where }]);
    const [sent] = service.received;
    const headers = { "content-encoding": "aes128gcm", ttl: "259200", topic: "news" };
    expect(sent?.headers).toMatchObject(headers);
    expect(sent?.body.toString("latin1")).not.toContain("returned");
  });

  test("the school signs each message for the push service alone, and names itself", async () => {
    const { school, service, studentWithDevice, say, pass } = await openPushingSchool();
    const student = await studentWithDevice();
    await say(student, "Darts");
    await pass();
    const { authorization } = service.received[0]?.headers ?? {};
    expect(isSigned(authorization, "https://push.example")).toBe(true);
    const { key } = (await school.call("/user/push", { token: student.token })).json;
    expect(authorization).toMatch(new RegExp(`, k=${key}$`));
    const { exp, sub } = claimsOf(authorization);
    expect(sub).toBe("https://school.example");
    expect(exp * 1000 - school.now).toBe(12 * HOUR);
  });

  test("a device is told in the language of the person, and which way it is read", async () => {
    const { studentWithDevice, place, say, pass } = await openPushingSchool();
    const student = await studentWithDevice();
    await place(student.token, { language: "he" });
    await say(student, "Darts");
    await pass();
    expect(student.device.messages).toMatchObject([
      { lang: "he", dir: "rtl", body: expect.stringMatching(/: Darts$/) },
    ]);
  });

  test("all devices of a person are told, and nobody else's", async () => {
    const { school, addDevice, studentWithDevice, say, pass } = await openPushingSchool();
    const [student, other] = [await studentWithDevice(), await studentWithDevice()];
    const second = await addDevice(await school.token(student));
    await say(student, "Darts");
    await pass();
    const numbers = [student.device, second, other.device].map((each) => each.messages.length);
    expect(numbers).toEqual([1, 1, 0]);
  });

  test("a device is told when the day's mail comes, and never where no mail is wanted", async () => {
    const { studentWithDevice, choose, place, say, pass } = await openPushingSchool();
    const [daily, never] = [await studentWithDevice(), await studentWithDevice()];
    // The next day begins at 7 on the clocks of the person.
    await place(daily.token, { zone: "UTC" });
    await choose(daily.token, { mail: "digest", hour: 13 });
    await choose(never.token, { mail: "never" });
    await say(daily, "Darts");
    await say(never, "Darts");
    await pass(59 * MINUTE);
    expect(daily.device.messages).toEqual([]);
    await pass(MINUTE);
    expect([daily, never].map(({ device }) => device.messages.length)).toEqual([1, 0]);
  });

  test("a device is told once while mails wait, and of further news alone", async () => {
    const { mailServer, studentWithDevice, say, pass } = await openPushingSchool();
    const student = await studentWithDevice();
    await mailServer.stop();
    await say(student, "First");
    await pass();
    for (const pause of [1, 2, 5]) await pass(pause * MINUTE);
    expect(bodies(student)).toEqual(["You have a new message: First"]);
    await say(student, "Second");
    await pass(HOUR);
    expect(bodies(student).slice(1)).toEqual(["You have a new message: Second"]);
    await mailServer.start();
    await pass(HOUR);
    expect(mailServer.to(student.email)).toHaveLength(1);
    expect(bodies(student)).toHaveLength(2);
  });

  test("a device of a person whose address takes no mails is told, and once", async () => {
    const { mailServer, studentWithDevice, say, pass } = await openPushingSchool();
    const student = await studentWithDevice();
    mailServer.refused.set(student.email, { code: 550, message: "5.1.1 no such user" });
    await say(student, "First");
    await pass();
    await say(student, "Second");
    await pass();
    await pass(DAY);
    expect(mailServer.to(student.email)).toEqual([]);
    expect(bodies(student)).toEqual([
      ...["You have a new message: First", "You have a new message: Second"],
    ]);
  });

  test.each([404, 410])(
    "a device is removed whose push service answers %i, and mails go on",
    async (status) => {
      const { service, mailServer, studentWithDevice, say, pass, endpoints } =
        await openPushingSchool();
      const student = await studentWithDevice();
      service.onPush = () => ({ status });
      await say(student, "Darts");
      await pass();
      expect(await endpoints()).toEqual([]);
      expect(mailServer.to(student.email)).toHaveLength(1);
    },
  );

  test("a push service that refuses for now is asked again, after the pause that it wants but an hour at most", async () => {
    const { service, studentWithDevice, say, pass } = await openPushingSchool();
    const student = await studentWithDevice();
    service.onPush = () => ({ status: 503 });
    await say(student, "Darts");
    await pass();
    service.onPush = () => ({ status: 429, headers: { "Retry-After": "999999" } });
    await pass(MINUTE);
    service.onPush = () => undefined;
    await pass(59 * MINUTE);
    expect(student.device.messages).toEqual([]);
    await pass(MINUTE);
    await pass(DAY);
    expect(student.device.messages).toHaveLength(1);
  });

  test("a message is given up after three days, and the next news is sent", async () => {
    const { school, service, studentWithDevice, say, pass } = await openPushingSchool();
    const student = await studentWithDevice();
    let asked = 0;
    service.onPush = () => {
      asked += 1;
      return { status: 503 };
    };
    await say(student, "First");
    await pass();
    for (let hours = 0; hours <= 73; hours += 1) await pass(HOUR);
    const tried = asked;
    expect(tried).toBeGreaterThan(50);
    await pass(DAY);
    expect(asked).toBe(tried);
    const left = school.database.read.selectFrom("push_device").select(["message", "due"]);
    expect(await left.execute()).toEqual([{ message: null, due: null }]);
    service.onPush = () => undefined;
    await say(student, "Second");
    await pass();
    expect(bodies(student)).toEqual(["You have a new message: Second"]);
  });

  test("newer news replaces a message that waits for its push service", async () => {
    const { service, studentWithDevice, say, pass } = await openPushingSchool();
    const student = await studentWithDevice();
    await service.stop();
    await say(student, "First");
    await pass();
    await say(student, "Second");
    await pass();
    await service.start();
    await pass(HOUR);
    expect(bodies(student)).toEqual(["You have a new message: Second"]);
  });

  test.each<[string, number, Record<string, string>]>([
    ["refuses a message for good", 400, {}],
    ["sends the school elsewhere", 307, { Location: "https://push.example/send/elsewhere" }],
  ])("a push service that %s is not asked again for it", async (_, status, headers) => {
    const { service, studentWithDevice, say, pass, endpoints } = await openPushingSchool();
    const student = await studentWithDevice();
    const asked: string[] = [];
    service.onPush = ({ endpoint }) => {
      asked.push(endpoint);
      return { status, headers };
    };
    await say(student, "Darts");
    await pass();
    await pass(DAY);
    expect(asked).toEqual([student.device.endpoint]);
    expect(await endpoints()).toEqual(asked);
  });

  test("a push service that does not answer holds up neither mails nor other services", async () => {
    const { school, service, mailServer, addDevice, student, say, pass } =
      await openPushingSchool();
    const [slow, other] = [await student(), await student()];
    await addDevice(slow.token, service.browser("https://slow.push.example"));
    const device = await addDevice(other.token);
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    service.onPush = async ({ endpoint }) => {
      if (!endpoint.includes("slow")) return;
      begun.resolve();
      await held.promise;
    };
    await say(slow, "Darts");
    await say(other, "Darts");
    const first = pass();
    await begun.promise;
    await say(other, "Hems");
    school.now += MINUTE;
    const second = school.server.tellNews();
    await mailServer.received(3);
    await vi.waitUntil(() => device.messages.length === 1);
    held.resolve();
    await Promise.all([first, second]);
    expect(device.messages).toHaveLength(2);
  });

  test("a push service that has a message and does not answer in time does not get it again", async () => {
    const { service, mailServer, studentWithDevice, say, pass } = await openPushingSchool(
      openSchool,
      () => ({ timeoutMs: 200 }),
    );
    const student = await studentWithDevice();
    const held = Promise.withResolvers<void>();
    let asked = 0;
    service.onPush = async () => {
      asked += 1;
      await held.promise;
    };
    await say(student, "Darts");
    await pass();
    await pass(DAY);
    expect(asked).toBe(1);
    expect(mailServer.to(student.email)).toHaveLength(1);
    held.resolve();
  });

  test("a device whose name leads to this machine is removed, and nothing connects to it", async () => {
    const { school, service, studentWithDevice, say, pass, endpoints } = await openPushingSchool(
      openSchool,
      () => ({ lookup: publicLookup }),
    );
    const student = await studentWithDevice();
    // The only name that leads here everywhere. The app's own call refuses it at once.
    await school.database.write((db) =>
      db.updateTable("push_device").set({ endpoint: "https://localhost/send" }).execute(),
    );
    await say(student, "Darts");
    await pass();
    expect(service.connections).toBe(0);
    expect(await endpoints()).toEqual([]);
  });
});
