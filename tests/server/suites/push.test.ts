import { expect, test, vi } from "vitest";
import { publicLookup } from "../../../src/server/news/push/public-lookup.ts";
import { MAX_DEVICES } from "../../../src/server/news/push/push-devices.ts";
import { claimsOf, isSigned, type PushBrowser } from "../support/push-service.ts";
import { openPushingSchool } from "../support/pushing-school.ts";
import { runWithInput } from "../support/run-in-process.ts";
import { DAY, MINUTE, openSchool, PASSWORD } from "../support/test-school.ts";

const HOUR = 60 * MINUTE;

/** A school with a student who has a device, and news for this student. */
const openTold = async (...opened: Parameters<typeof openPushingSchool>) => {
  const school = await openPushingSchool(...opened);
  const student = await school.studentWithDevice();
  const tell = async (subject = "Darts") => {
    await school.say(student, subject);
    await school.pass();
  };
  return { ...school, student, tell };
};

const bodies = ({ device }: { device: PushBrowser }) => device.messages.map(({ body }) => body);

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
  const { school, service, student, tell } = await openTold();
  await tell();
  const { authorization } = service.received[0]?.headers ?? {};
  expect(isSigned(authorization, "https://push.example")).toBe(true);
  const { key } = (await school.call("/user/push", { token: student.token })).json;
  expect(authorization).toMatch(new RegExp(`, k=${key}$`));
  const { exp, sub } = claimsOf(authorization);
  expect(sub).toBe("https://school.example");
  expect(exp * 1000 - school.now).toBe(12 * HOUR);
});

test("a device is told in the language of the person, and which way it is read", async () => {
  const { place, student, tell } = await openTold();
  await place(student.token, { language: "he" });
  await tell();
  expect(student.device.messages).toMatchObject([
    { lang: "he", dir: "rtl", body: expect.stringMatching(/: Darts$/) },
  ]);
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
  const { mailServer, say, pass, student, tell } = await openTold();
  await mailServer.stop();
  await tell("First");
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

test.each([404, 410])("a device whose push service answers %i is removed", async (status) => {
  const { service, mailServer, studentWithDevice, say, pass, endpoints } =
    await openPushingSchool();
  const student = await studentWithDevice();
  service.onPush = () => ({ status });
  await say(student, "Darts");
  await pass();
  expect(await endpoints()).toEqual([]);
  expect(mailServer.to(student.email)).toHaveLength(1);
});

test("a push service that refuses for now is asked again, after the pause that it wants but an hour at most", async () => {
  const { service, pass, student, tell } = await openTold();
  service.onPush = () => ({ status: 503 });
  await tell();
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
  const { school, service, pass, student, tell } = await openTold();
  let asked = 0;
  service.onPush = () => {
    asked += 1;
    return { status: 503 };
  };
  await tell("First");
  for (let hours = 0; hours <= 73; hours += 1) await pass(HOUR);
  const tried = asked;
  expect(tried).toBeGreaterThan(50);
  await pass(DAY);
  expect(asked).toBe(tried);
  expect(await school.rows("push_device")).toMatchObject([{ message: null, due: null }]);
  service.onPush = () => undefined;
  await tell("Second");
  expect(bodies(student)).toEqual(["You have a new message: Second"]);
});

test.each<[string, number, Record<string, string>]>([
  ["refuses a message for good", 400, {}],
  ["sends the school elsewhere", 307, { Location: "https://push.example/send/elsewhere" }],
])("a push service that %s is not asked again for it", async (_, status, headers) => {
  const { service, pass, endpoints, student, tell } = await openTold();
  const asked: string[] = [];
  service.onPush = ({ endpoint }) => {
    asked.push(endpoint);
    return { status, headers };
  };
  await tell();
  await pass(DAY);
  expect(asked).toEqual([student.device.endpoint]);
  expect(await endpoints()).toEqual(asked);
});

test("a push service that does not answer holds up neither mails nor other services", async () => {
  const { school, service, mailServer, addDevice, student, say, pass } = await openPushingSchool();
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
  const { service, mailServer, pass, student, tell } = await openTold(openSchool, () => ({
    timeoutMs: 200,
  }));
  const held = Promise.withResolvers<void>();
  let asked = 0;
  service.onPush = async () => {
    asked += 1;
    await held.promise;
  };
  await tell();
  await pass(DAY);
  expect(asked).toBe(1);
  expect(mailServer.to(student.email)).toHaveLength(1);
  held.resolve();
});

test("a device whose name leads to this machine is removed, and nothing connects to it", async () => {
  const { school, service, endpoints, tell } = await openTold(openSchool, () => ({
    lookup: publicLookup,
  }));
  // The only name that leads here everywhere. The app's own call refuses it at once.
  await school.update("push_device", { endpoint: "https://localhost/send" });
  await tell();
  expect(service.connections).toBe(0);
  expect(await endpoints()).toEqual([]);
});

test("a browser gets the school's public key, the same from each server", async () => {
  const { school } = await openPushingSchool();
  const { token } = await school.student();
  const { json } = await school.call("/user/push", { token });
  expect(json).toEqual({ key: expect.stringMatching(/^B[\w-]{86}$/), on: false });
  await school.restart();
  expect((await school.call("/user/push", { token })).json).toEqual(json);
});

test("a device is added and removed by its session, and goes when it signs out; others of the person stay", async () => {
  const { school, addDevice, endpoints } = await openPushingSchool();
  const person = await school.student();
  const other = await school.token(person);
  const isOn = async (token: string) => (await school.call("/user/push", { token })).json.on;
  await addDevice(person.token);
  expect([await isOn(person.token), await isOn(other)]).toEqual([true, false]);
  const { endpoint } = await addDevice(other);
  await school.call("/user/push", { method: "DELETE", token: person.token });
  expect([await isOn(person.token), await endpoints()]).toEqual([false, [endpoint]]);
  await school.call("/user/logout", { method: "POST", token: other });
  expect(await endpoints()).toEqual([]);
});

test.each<[string, string, string]>([
  ["a new password", "set", "--password-stdin"],
  ["blocking", "set", "--block"],
  ["removing the person", "remove", "--yes"],
])("%s removes the person's devices", async (_, command, option) => {
  const { school, addDevice, endpoints } = await openPushingSchool();
  const person = await school.student();
  await addDevice(person.token);
  const words = ["user", command, person.username, option];
  const ran = await runWithInput(words, school.variables, "a new secret phrase\n");
  expect(ran).toMatchObject({ code: 0 });
  expect(await endpoints()).toEqual([]);
});

test("a session that a later one has replaced is told nothing", async () => {
  const { school, addDevice, say, pass } = await openPushingSchool();
  const person = await school.add();
  const token = await school.token(person, "first");
  const device = await addDevice(token);
  const second = (await school.login(person.username, PASSWORD, "second")).json.token;
  const later = await addDevice(second);
  await say({ token: second }, "Darts");
  await pass();
  expect([device.messages.length, later.messages.length]).toEqual([0, 1]);
});

test("the device that was added first goes when there are too many", async () => {
  const { school, addDevice, endpoints } = await openPushingSchool();
  const person = await school.student();
  const others = await addDevice((await school.student()).token);
  const added: string[] = [];
  for (let number = 0; number <= MAX_DEVICES; number += 1) {
    school.now += 1000;
    added.push((await addDevice(await school.token(person))).endpoint);
  }
  expect(await endpoints()).toEqual([others.endpoint, ...added.slice(1)]);
});

test("a browser in which somebody else signs in belongs to the later session", async () => {
  const { school, addDevice, say, pass, endpoints } = await openPushingSchool();
  const [first, second] = [await school.student(), await school.student()];
  const device = await addDevice(first.token);
  await addDevice(second.token, device);
  expect(await endpoints()).toEqual([device.endpoint]);
  await say(first, "Darts");
  await pass();
  expect(device.messages).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  ["without https", { endpoint: "http://push.example/send/1" }, "endpoint"],
  ["with a key on no curve", { p256dh: `B${"A".repeat(86)}` }, "p256dh"],
])("a device %s is refused, and the device that was there stays", async (_, wrong, field) => {
  const { school, service, subscribe, addDevice, endpoints } = await openPushingSchool();
  const { token } = await school.student();
  const before = await addDevice(token);
  const { status, json } = await subscribe(token, {
    ...service.browser().subscription,
    ...wrong,
  });
  expect([status, json.code, json.errors[0].path]).toEqual([422, "request/invalid", field]);
  expect(await endpoints()).toEqual([before.endpoint]);
});

test("an address that the browser has got anew replaces the earlier one by its secret", async () => {
  const { school, service, addDevice, say, pass } = await openPushingSchool();
  const person = await school.student();
  const before = await addDevice(person.token);
  const renewed = service.browser();
  const { endpoint, auth: right } = before.subscription;
  const renew = async (auth: string, more: object = {}) => {
    const json = { endpoint, auth, renewed: { ...renewed.subscription, ...more } };
    return (await school.call("/push/renewal", { json })).status;
  };
  expect(await renew(renewed.subscription.auth)).toBe(404);
  expect(await renew("")).toBe(404);
  // As many letters, and twice as many bytes.
  expect(await renew("é".repeat(right.length))).toBe(404);
  // An address within the school's network.
  expect(await renew(right, { endpoint: "https://192.168.0.1/send" })).toBe(422);
  expect(await renew(right)).toBe(204);
  expect(await renew(right)).toBe(404);
  await say(person, "Darts");
  await pass();
  expect([before.messages.length, renewed.messages.length]).toEqual([0, 1]);
});
