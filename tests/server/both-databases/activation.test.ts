import { createPublicKey, randomUUID, verify } from "node:crypto";
import { expect, test } from "vitest";
import { UUID } from "../../../src/lib/uuid.ts";
import {
  exportPublicKey,
  licenceKey,
  replaceLicenceKey,
} from "../../../src/server/activation/licences.ts";
import { activationCalls, codeOf, EMPTY_FORM, FORM, newMachine } from "../support/machine.ts";
import { it } from "../support/on-sqlite.ts";
import { openSchool } from "../support/test-school.ts";

const school = openSchool.shared();
const { activate, activated, registration, licence, deactivate, issue, revoke } = activationCalls(
  () => school,
);

/** Verifies with the key of a desktop app's build. */
const verifies = (licence: string, spki: string): boolean => {
  const [said = "", signature = ""] = licence.split(".");
  const bytes = (text: string) => Buffer.from(text, "base64url");
  const key = createPublicKey({ key: bytes(spki), format: "der", type: "spki" });
  return verify("sha256", Buffer.from(said), { key, dsaEncoding: "ieee-p1363" }, bytes(signature));
};

const publicKey = async () => exportPublicKey(await licenceKey(school.database));
/** The id and the licence of an activation, and what the licence says. */
const activation = async (serial: string, machine = newMachine(), more: object = {}) => {
  const [, id = "", licence = ""] = (await activate(machine, serial, more)).text.split("\n");
  const said = Buffer.from(licence.split(".")[0] ?? "", "base64url").toString();
  return { id, licence, said: said && JSON.parse(said) };
};

const kept = (serial: string) => school.rows("registration", { serial });

it("the desktop app's activation returns the code that the app computes for itself, an id and a licence, on three lines", async () => {
  const serial = await issue();
  const machine = newMachine();
  const answer = await activate(machine, serial);
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
  const [code, activationId, signed, ...more] = answer.text.split("\n");
  expect(code).toBe(codeOf(machine, serial));
  expect(activationId).toMatch(UUID);
  expect(signed).toMatch(/^[\w-]+\.[\w-]{86}$/);
  expect(more).toEqual([]);
  expect(await licence(activationId ?? "")).toBe("ok");
});

it("the desktop app's activation tells an unregistered number from a registered one", async () => {
  const serial = await issue();
  expect((await registration(serial)).json).toEqual({ status: "ok", body: "" });
  await activate(newMachine(), serial, { form: { ...FORM, fullname: "  Noa Brand " } });
  expect((await registration(serial)).json).toEqual({ status: "ok", body: "Noa Brand" });
  expect((await registration(serial.toUpperCase())).json.body).toBe("Noa Brand");
});

it.each([randomUUID(), "", "'; drop table serial_number; --", `${randomUUID()}\0`])(
  "an activation refuses %j, which is no serial number of the school",
  async (serial) => {
    expect((await registration(serial)).json).toEqual({ status: "error" });
    expect((await activate(newMachine(), serial)).text).toBe("Error404");
    expect(await deactivate(newMachine(), serial)).toBe("error");
    expect(await licence(serial)).toBe("unknown");
  },
);

test("the desktop app's activation is refused when no seat is left, and takes no second seat for the same machine", async () => {
  const serial = await issue({ seats: 2 });
  const [first, second, third] = [newMachine(), newMachine(), newMachine()];
  const idOf = async (machine: typeof first) => (await activation(serial, machine)).id;
  const own = await idOf(first);
  expect(await idOf(first)).toBe(own);
  // Another person at it, or one whose app has lost its state.
  const others = await idOf({ ...first, licenseId: randomUUID() });
  expect(others).not.toBe(own);
  for (const id of [own, others]) expect(await licence(id)).toBe("ok");
  expect(await activated(second, serial)).toBe(codeOf(second, serial));
  expect((await activate(third, serial)).text).toBe("Error300");
  expect(await activated(first, serial)).toBe(codeOf(first, serial));
});

test("the desktop app's activation gives the last seat to exactly one of many concurrent requests", async () => {
  // More than once: at first the database's connections are still being opened.
  for (let race = 1; race <= 4; race += 1) {
    const serial = await issue({ seats: 2 });
    await activate(newMachine(), serial);
    const asking = Array.from({ length: 12 }, () => activated(newMachine(), serial));
    const answers = await Promise.all(asking);
    expect(answers.filter((line) => line === "Error300")).toHaveLength(11);
    expect(answers.filter((line) => /^[\da-f]{64}$/.test(line ?? ""))).toHaveLength(1);
  }
});

test("the desktop app's activation stores at most twenty activations of one machine", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  for (let time = 1; time <= 25; time += 1) {
    school.now += 1;
    await activate({ ...machine, licenseId: randomUUID() }, serial);
  }
  expect(await school.rows("activation", { serial })).toHaveLength(20);
});

it("the desktop app's activation frees the seat of a deactivated machine, and ends its licence", async () => {
  const serial = await issue({ seats: 1 });
  const [first, second] = [newMachine(), newMachine()];
  await activate({ ...first, licenseId: randomUUID() }, serial);
  const { id } = await activation(serial, first);
  expect(await deactivate(first, serial)).toBe("ok");
  expect(await licence(id)).toBe("unknown");
  expect(await activated(second, serial, { form: EMPTY_FORM, registered: true })).toBe(
    codeOf(second, serial),
  );
  expect((await activate(first, serial)).text).toBe("Error300");
});

it("the desktop app's activation cannot be ended by anybody else, and ending it twice does no harm", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  const { id } = await activation(serial, machine);
  expect(await deactivate({ ...machine, licenseId: randomUUID() }, serial)).toBe("error");
  expect(await deactivate(newMachine(), serial)).toBe("ok");
  expect(await deactivate(machine, await issue())).toBe("ok");
  expect(await licence(id)).toBe("ok");
  expect(await deactivate(machine, serial.toUpperCase())).toBe("ok");
  expect(await deactivate(machine, serial)).toBe("ok");
  expect(await licence(id)).toBe("unknown");
});

it("the desktop app's activation is refused when the hash is wrong", async () => {
  const serial = await issue();
  const machine = newMachine();
  const { computerId, licenseId } = newMachine();
  const wrong = [{ hash: "" }, { hash: "0".repeat(64) }, { hardware: "another" }];
  for (const more of [...wrong, { computerId }, { licenseId }]) {
    expect((await activate(machine, serial, more)).text).toBe("Error100");
  }
  expect((await registration(serial)).json.body).toBe("");
});

test("the desktop app's activation accepts a number in any case, also one of an account, and answers in that of the request", async () => {
  const person = await school.add();
  const ofAccount = randomUUID();
  await school.changeAccount(person.id, { serial_number: ofAccount.toUpperCase() });
  for (const serial of [ofAccount, await issue({ seats: 1 })]) {
    expect((await registration(serial)).json.status).toBe("ok");
    const machine = newMachine();
    for (const sent of [serial.toUpperCase(), serial]) {
      expect(await activated(machine, sent)).toBe(codeOf(machine, sent));
    }
  }
});

it('answers only "revoked" for a number that the school has revoked', async () => {
  const serial = await issue();
  const { id } = await activation(serial);
  await revoke(serial);
  expect(await licence(id)).toBe("revoked");
  expect((await registration(serial)).json).toEqual({ status: "error" });
  expect((await activate(newMachine(), serial)).text).toBe("Error404");
});

it("a licence of the desktop app names machine, number and person, and is signed with a key that stays", async () => {
  const serial = await issue();
  const machine = newMachine();
  const { id, licence, said } = await activation(serial, machine);
  const { computerId, licenseId } = machine;
  expect(said).toEqual({
    ...{ activationId: id, serialNumber: serial, computerId, licenseId },
    ...{ fullName: "Noa Brand", issued: new Date(school.now).toISOString() },
  });
  const key = await publicKey();
  expect(key).toMatch(/^[\w-]{122}$/);
  expect(verifies(licence, key)).toBe(true);
  await school.restart();
  expect(await publicKey()).toBe(key);
});

test("a licence of the desktop app is signed with one key when many activate at once", async () => {
  const fresh = await openSchool();
  const key = async () => exportPublicKey(await licenceKey(fresh.database));
  expect(new Set(await Promise.all(Array.from({ length: 6 }, key))).size).toBe(1);
});

it("a licence of the desktop app does not verify when it was changed, or with another school's key", async () => {
  const { licence } = await activation(await issue());
  const [said = "", signature = ""] = licence.split(".");
  const key = await publicKey();
  const forged = Buffer.from(said, "base64url").toString().replace("Noa", "Eve");
  const other = Buffer.from(forged).toString("base64url");
  expect(verifies(`${other}.${signature}`, key)).toBe(false);
  expect(verifies(`${said}.${"A".repeat(86)}`, key)).toBe(false);
  await replaceLicenceKey(school.database, { kind: "command" }, Date.now());
  const anew = await activation(await issue());
  expect(verifies(anew.licence, key)).toBe(false);
  expect(verifies(anew.licence, await publicKey())).toBe(true);
});

it("the registration of a desktop app is stored with the first activation, is not required twice, and is not changed by a second one", async () => {
  const serial = await issue({ seats: 3 });
  await activate(newMachine(), serial, { form: { ...FORM, country: "il" } });
  const registered = {
    ...{ serial, full_name: "Noa Brand", email: "noa@thimble.example", country: "IL" },
    ...{ address: "12 Bobbin Lane, Haifa", telephone: "+972 4 555 0100", created: school.now },
  };
  expect(await kept(serial)).toEqual([registered]);
  const without = newMachine();
  expect(await activated(without, serial, { form: EMPTY_FORM, registered: true })).toBe(
    codeOf(without, serial),
  );
  const form = { ...FORM, fullname: "Somebody Else" };
  expect((await activation(serial, newMachine(), { form })).said.fullName).toBe("Noa Brand");
  expect(await kept(serial)).toEqual([registered]);
});

it.each([
  ["nothing", EMPTY_FORM],
  ["no address of mail", { ...FORM, email: "noa" }],
])("a registration is required again after %s, and takes no seat", async (_what, form) => {
  const serial = await issue({ seats: 1 });
  expect((await activate(newMachine(), serial, { form })).text).toBe("Error100");
  // The claim to be registered is not trusted.
  const claimed = await activate(newMachine(), serial, { form, registered: true });
  expect(claimed.text).toBe("Error100");
  expect(await kept(serial)).toEqual([]);
  const machine = newMachine();
  expect(await activated(machine, serial)).toBe(codeOf(machine, serial));
});

test("the registration of a desktop app is stored once when two machines register at the same moment", async () => {
  const serial = await issue({ seats: 2 });
  const names = ["Noa Brand", "Ruth Okafor"];
  const register = (fullname: string) =>
    activated(newMachine(), serial, { form: { ...FORM, fullname } });
  for (const line of await Promise.all(names.map(register))) expect(line).toMatch(/^[\da-f]{64}$/);
  const stored = await kept(serial);
  expect([stored.length, names.includes(stored[0]?.full_name ?? "")]).toEqual([1, true]);
});

test("the registration of a desktop app stores hardware info of any length and kind", async () => {
  const serial = await issue({ seats: 3 });
  for (const hardware of ["", "\0\ud800", "x".repeat(20_000)]) {
    const machine = { ...newMachine(), hardware };
    expect(await activated(machine, serial)).toBe(codeOf(machine, serial));
  }
});
