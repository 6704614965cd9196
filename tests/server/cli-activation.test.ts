import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { createLicence } from "../../src/offline/licence/licence.ts";
import { createMemoryMachine } from "../../src/platform/memory/memory-machine.ts";
import { exportPublicKey, licenceKey } from "../../src/server/activation/licences.ts";
import { createTransport } from "../../src/transport/transport.ts";
import { claimsOf, requestOf } from "./support/licence-file.ts";
import { activationCalls, codeOf, EMPTY_FORM, FORM, newMachine } from "./support/machine.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { MINUTE, openSchool } from "./support/test-school.ts";

const UNKNOWN = "0a1b2c3d-0000-4000-8000-0123456789ab";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = dataDir = temporaryFolder();
});

const run = (...words: string[]) => runInProcess(words, { DATA_DIR: dataDir });
const issue = async (...words: string[]) => {
  const { code, out, err } = await run("serial", "issue", ...words);
  expect([code, err]).toEqual([0, ""]);
  const serial = /^Issued ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}): /.exec(out)?.[1] ?? "";
  expect(serial).not.toBe("");
  return { serial, out };
};

test("the school's commands for the desktop app issue serial numbers, and list who has taken their seats", async () => {
  const school = await openSchool({ clock: Date.now });
  dataDir = school.dataDir;
  const all = await issue("--seats", "2", "--name", "Evening class");
  expect(all.out).toContain(": 2 seats, all courses.");
  const some = await issue("--seats", "1", "--course", "PMB", "--course", "SWB");
  expect(some.out).toContain(": 1 seat, PMB, SWB.");

  const activate = async (serial: string, fullname = "Noa Brand") => {
    const machine = newMachine();
    const form = { ...FORM, fullname };
    const { text } = await activationCalls(() => school).activate(machine, serial, { form });
    return { machine, code: text.split("\n")[0] };
  };
  const { machine, code } = await activate(all.serial, "Noa \u001b[2JBrand");
  expect(code).toBe(codeOf(machine, all.serial));
  const lines = (await run("serial", "list")).out.trimEnd().split("\n");
  expect(lines[0]).toMatch(
    `${all.serial}  1 of 2 seats  all courses  Evening class  registered by Noa \ufffd[2JBrand`,
  );
  expect(lines[1]).toBe(`${some.serial}  0 of 1 seat   PMB, SWB`);
  expect(lines).toHaveLength(2);

  const revoked = await run("serial", "revoke", all.serial.toUpperCase());
  expect(revoked).toEqual({ code: 0, out: `Revoked ${all.serial}.\n`, err: "" });
  expect((await run("serial", "revoke", all.serial)).out).toContain("Already revoked");
  expect((await run("serial", "list")).out).toMatch(/all courses +revoked/);
  // The running server uses it at once.
  expect((await activate(all.serial)).code).toBe("Error404");
});

test("the school's commands for the desktop app sign a licence for a machine without a network, from its file or its text, for one seat", async () => {
  const { serial } = await issue("--seats", "1");
  const machine = newMachine();
  const request = path.join(folder, "request.txt");
  await writeFile(request, await requestOf(machine, serial));
  const first = await run("licence", "sign", request);
  const signed = /^LSL1\.[\w-]+\.[\w-]{86}\n$/;
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(signed) });
  const day = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
  expect(first.err).toBe(`Signed a licence with ${serial} for Noa Brand, valid until ${day}.\n`);

  const licence = path.join(folder, "licence.txt");
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const text = await readFile(request, "utf8");
  const again = await run("licence", "sign", text, "--until", until, "--out", licence);
  expect([again.code, again.out]).toEqual([0, ""]);
  expect(claimsOf(await readFile(licence, "utf8"))).toMatchObject({
    activationId: claimsOf(first.out).activationId,
    computerId: machine.computerId,
    until,
  });
  // No file is overwritten.
  const over = await run("licence", "sign", request, "--out", licence);
  expect([over.code, over.err]).toEqual([1, `The file "${licence}" already exists.\n`]);

  const list = (await run("serial", "list")).out;
  expect(list).toContain(`${serial}  1 of 1 seat  1 by file, until ${day}  all courses`);
  const other = await requestOf(newMachine(), serial);
  const full = await run("licence", "sign", other);
  expect([full.code, full.out, full.err]).toEqual([1, "", "Its serial number has no seat left.\n"]);
});

test("the school's commands for the desktop app refuse to sign text that is no request, an unknown number, or an impossible day", async () => {
  const { serial } = await issue("--seats", "1");
  const sign = async (text: string, ...more: string[]) => {
    const file = path.join(folder, "request.txt");
    await writeFile(file, text);
    return run("licence", "sign", file, ...more);
  };
  const unknown = await sign(await requestOf(newMachine(), UNKNOWN));
  expect(unknown).toMatchObject({ code: 1, out: "" });
  expect(unknown.err).toContain("not one of this school's");
  expect((await sign("Dear school")).err).toContain("It contains no request");
  expect((await run("licence", "sign", path.join(folder, "none"))).err).toContain("cannot be read");
  const good = await requestOf(newMachine(), serial);
  expect((await sign(good, "--until", "2020-01-01")).code).toBe(2);
  expect((await run("serial", "list")).out).toContain("0 of 1 seat");
});

test("the school's commands for the desktop app print the key for desktop builds on one line, and change it only on explicit request", async () => {
  // No app depends on an older one yet.
  expect(await run("key", "--new")).toMatchObject({ code: 0, err: "" });
  const key = await run("key");
  expect(key.out).toMatch(/^SCHOOL_PUBLIC_KEY=[\w-]{122}\n$/);
  expect((await run("key")).out).toBe(key.out);

  const warned = await run("key", "--new");
  expect(warned).toMatchObject({ code: 1, out: "", err: expect.stringContaining("--yes") });
  expect((await run("key")).out).toBe(key.out);
  const anew = await run("key", "--new", "--yes");
  expect(anew.out).toMatch(/^SCHOOL_PUBLIC_KEY=[\w-]{122}\n$/);
  expect(anew.out).not.toBe(key.out);
  expect((await run("key")).out).toBe(anew.out);
});

const school = openSchool.shared();
const calls = activationCalls(() => school);

const keyOf = async () => exportPublicKey(await licenceKey(school.database));

const openApp = async (publicKey: string, machine = createMemoryMachine()) => {
  const { computerId, hardware } = newMachine();
  const { send } = createTransport({
    base: `${school.url}/api`,
    token: () => null,
    onUnauthorized: () => undefined,
    onReach: () => undefined,
  });
  const identity = { computerId: async () => computerId, hardware: async () => hardware };
  const own = { ...machine, identity };
  const licence = createLicence({ machine: own, send, version: "1.1.2", publicKey });
  await licence.boot();
  return { licence, machine };
};

test("the app's licence at this school is activated, confirmed, deactivated, and free for another machine", async () => {
  const serial = await calls.issue({ seats: 1 });
  const { licence, machine } = await openApp(await keyOf());
  const found = await licence.register(serial);
  expect(found).toEqual({ ok: true, value: { serialNumber: serial, fullName: "" } });
  const registration = { serialNumber: serial, fullName: "" };
  expect(await licence.activate(registration, FORM)).toEqual({ ok: true, value: null });
  licence.start();

  const second = await openApp(await keyOf());
  const named = { serialNumber: serial, fullName: FORM.fullname };
  expect(await second.licence.register(serial)).toEqual({ ok: true, value: named });
  const full = { ok: false, failure: { kind: "no-licence-left" } };
  expect(await second.licence.activate(named, EMPTY_FORM)).toEqual(full);

  machine.advance(10 * MINUTE);
  await licence.check();
  expect(licence.state.status).toBe("active");
  expect(await licence.deactivate()).toBe(true);
  expect(await second.licence.activate(named, EMPTY_FORM)).toEqual({ ok: true, value: null });
});
