import { readFile } from "node:fs/promises";
import path from "node:path";
import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
import { describe, expect, test } from "vitest";
import { MAX_DEVICES } from "../../../src/server/news/push/push-devices.ts";
import { openPushingSchool } from "../support/pushing-school.ts";
import { runInProcess, runWithInput } from "../support/run-in-process.ts";
import { PASSWORD } from "../support/test-school.ts";

describe("devices that are told of news", () => {
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
    // An address within the school's network.
    expect(await renew(right, { endpoint: "https://192.168.0.1/send" })).toBe(422);
    expect(await renew(right)).toBe(204);
    expect(await renew(right)).toBe(404);
    await say(person, "Darts");
    await pass();
    expect([before.messages.length, renewed.messages.length]).toEqual([0, 1]);
  });

  test("what is exported of a person has the device without address and keys", async () => {
    const { school, addDevice } = await openPushingSchool();
    const person = await school.student();
    const { subscription } = await addDevice(person.token);
    const file = path.join(school.dataDir, "person.zip");
    const words = ["user", "export", person.username, file, "--json"];
    const ran = await runInProcess(words, school.variables);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(ran.out).rows.push_device).toBe(1);
    const zip = new ZipReader(new BlobReader(new Blob([await readFile(file)])));
    const texts = await Promise.all(
      (await zip.getEntries()).map((entry) =>
        entry.directory ? "" : entry.getData(new TextWriter()),
      ),
    );
    for (const secret of Object.values(subscription)) {
      expect(texts.join("\n")).not.toContain(secret);
    }
  });
});
