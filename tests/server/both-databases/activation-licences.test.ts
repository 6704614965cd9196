import { webcrypto } from "node:crypto";
import { expect, test } from "vitest";
import {
  exportPublicKey,
  findLicence,
  licenceKey,
  replaceLicenceKey,
} from "../../../src/server/activation/licences.ts";
import { activationCalls, newMachine } from "../support/machine.ts";
import { it } from "../support/on-sqlite.ts";
import { openSchool, PMB, SWB } from "../support/test-school.ts";

/** Verifies as a desktop app does, with the key of its build. */
const verifies = async (licence: string, publicKey: string): Promise<boolean> => {
  const [said = "", signature = ""] = licence.split(".");
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const bytes = (text: string) => Buffer.from(text, "base64url");
  const { subtle } = webcrypto;
  const key = await subtle.importKey("spki", bytes(publicKey), algorithm, false, ["verify"]);
  const how = { name: "ECDSA", hash: "SHA-256" };
  return subtle.verify(how, key, bytes(signature), Buffer.from(said));
};

const school = openSchool.shared();
const { activate, issue } = activationCalls(() => school);

const publicKey = async () => exportPublicKey(await licenceKey(school.database));
const activation = async (serial: string, machine = newMachine()) => {
  const [, id = "", licence = ""] = (await activate(machine, serial)).text.split("\n");
  return { id, licence };
};

it("a licence of the desktop app is signed by a school without a configured key, always with the same key", async () => {
  const { licence } = await activation(await issue());
  const key = await publicKey();
  expect(key).toMatch(/^[\w-]{122}$/);
  expect(await verifies(licence, key)).toBe(true);
  await school.restart();
  expect(await publicKey()).toBe(key);
});

test("a licence of the desktop app is signed with one key when many activate at once", async () => {
  const fresh = await openSchool();
  const keys = await Promise.all(
    Array.from({ length: 6 }, async () => exportPublicKey(await licenceKey(fresh.database))),
  );
  expect(new Set(keys).size).toBe(1);
});

it("a licence of the desktop app names its machine, number and person, and when it was issued", async () => {
  const serial = await issue();
  const machine = newMachine();
  const { id, licence } = await activation(serial, machine);
  const said = JSON.parse(Buffer.from(licence.split(".")[0] ?? "", "base64url").toString());
  expect(said).toEqual({
    activationId: id,
    serialNumber: serial,
    computerId: machine.computerId,
    licenseId: machine.licenseId,
    fullName: "Noa Brand",
    issued: new Date(school.now).toISOString(),
  });
});

it("a licence of the desktop app does not verify when it was changed, or with another school's key", async () => {
  const { licence } = await activation(await issue());
  const [said = "", signature = ""] = licence.split(".");
  const key = await publicKey();
  const forged = Buffer.from(said, "base64url").toString().replace("Noa", "Eve");
  const other = Buffer.from(forged).toString("base64url");
  expect(await verifies(`${other}.${signature}`, key)).toBe(false);
  expect(await verifies(`${said}.${"A".repeat(86)}`, key)).toBe(false);
  const before = key;
  await replaceLicenceKey(school.database, { kind: "command" }, Date.now());
  expect(await publicKey()).not.toBe(before);
  const anew = await activation(await issue());
  expect(await verifies(anew.licence, before)).toBe(false);
  expect(await verifies(anew.licence, await publicKey())).toBe(true);
});

test("a licence of the desktop app gives the courses of its number: all of the school's, some of them, or a person's", async () => {
  const found = async (serial: string) => {
    const { id } = await activation(serial);
    const licence = await findLicence(school.database, id.toUpperCase());
    expect(licence?.activationId).toBe(id);
    return licence;
  };
  expect(await found(await issue())).toMatchObject({ accountId: null, courses: null });
  expect(await found(await issue({ courses: [PMB, SWB] }))).toMatchObject({
    accountId: null,
    courses: [PMB, SWB],
  });
  const student = await school.student({ course: PMB });
  const own = await school.call("/user/get-serial-number", { token: student.token, json: {} });
  expect(await found(own.json.serialNumber)).toMatchObject({
    accountId: student.id,
    courses: null,
  });
});
