import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { UUID } from "../../../src/lib/uuid.ts";
import { activationCalls, codeOf, EMPTY_FORM, FORM, newMachine } from "../support/machine.ts";
import { it } from "../support/on-sqlite.ts";
import { openSchool } from "../support/test-school.ts";

const school = openSchool.shared();
const { activate, activated, registration, licence, deactivate, issue, revoke } = activationCalls(
  () => school,
);

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

it.each([
  randomUUID(),
  "",
  "not-a-number",
  "'; drop table serial_number; --",
  `${randomUUID()}\0`,
  ` ${randomUUID()}`,
])("an activation refuses %j, which is no serial number of the school", async (serial) => {
  expect((await registration(serial)).json).toEqual({ status: "error" });
  expect((await activate(newMachine(), serial)).text).toBe("Error404");
  expect(await deactivate(newMachine(), serial)).toBe("error");
});

test("the desktop app's activation accepts a number in capitals, and answers in the case of the request", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  const capitals = serial.toUpperCase();
  expect(await activated(machine, capitals)).toBe(codeOf(machine, capitals));
  expect(await activated(machine, serial)).toBe(codeOf(machine, serial));
});

test("the desktop app's activation is refused when no seat is left, and takes no second seat for the same machine", async () => {
  const serial = await issue({ seats: 2 });
  const [first, second, third] = [newMachine(), newMachine(), newMachine()];
  const one = await activate(first, serial);
  expect((await activate(first, serial)).text.split("\n")[1]).toBe(one.text.split("\n")[1]);
  const other = { ...first, licenseId: randomUUID() };
  expect(await activated(other, serial)).toBe(codeOf(other, serial));
  expect(await activated(second, serial)).toBe(codeOf(second, serial));
  expect((await activate(third, serial)).text).toBe("Error300");
  expect(await activated(first, serial)).toBe(codeOf(first, serial));
});

test("the desktop app's activation lets two people use one machine, each with a licence of their own", async () => {
  const serial = await issue({ seats: 1 });
  const mine = newMachine();
  const theirs = { ...mine, licenseId: randomUUID() };
  const ids: string[] = [];
  for (const installation of [mine, theirs]) {
    ids.push((await activate(installation, serial)).text.split("\n")[1] ?? "");
  }
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(await licence(id)).toBe("ok");
});

test("the desktop app's activation gives the last seat to exactly one of many concurrent requests", async () => {
  // More than once: at first the database's connections are still being opened.
  for (let race = 1; race <= 4; race += 1) {
    const serial = await issue({ seats: 2 });
    await activate(newMachine(), serial);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => activated(newMachine(), serial)),
    );
    expect(answers.filter((line) => line === "Error300")).toHaveLength(11);
    expect(answers.filter((line) => /^[\da-f]{64}$/.test(line ?? ""))).toHaveLength(1);
  }
});

test("the desktop app's activation is the same for a replayed request, many times at once", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  const answers = await Promise.all(Array.from({ length: 8 }, () => activate(machine, serial)));
  const ids = new Set(answers.map(({ text }) => text.split("\n")[1]));
  expect(ids.size).toBe(1);
  expect([...ids][0]).toMatch(UUID);
});

test("the desktop app's activation stores at most twenty activations of one machine", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  for (let time = 1; time <= 25; time += 1) {
    school.now += 1;
    await activate({ ...machine, licenseId: randomUUID() }, serial);
  }
  const rows = await school.database.read
    .selectFrom("activation")
    .select("id")
    .where("serial", "=", serial)
    .execute();
  expect(rows).toHaveLength(20);
});

it("the desktop app's activation frees the seat of a deactivated machine, and ends its licence", async () => {
  const serial = await issue({ seats: 1 });
  const [first, second] = [newMachine(), newMachine()];
  const [, id = ""] = (await activate(first, serial)).text.split("\n");
  expect(await deactivate(first, serial)).toBe("ok");
  expect(await licence(id)).toBe("unknown");
  expect(await activated(second, serial, { form: EMPTY_FORM, registered: true })).toBe(
    codeOf(second, serial),
  );
  expect((await activate(first, serial)).text).toBe("Error300");
});

it("the desktop app's activation is replaced when a machine lost its state and was activated again", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  await activate(machine, serial);
  const anew = { ...machine, licenseId: randomUUID() };
  await activate(anew, serial);
  expect(await deactivate(anew, serial)).toBe("ok");
  expect(await activated(newMachine(), serial)).not.toBe("Error300");
});

it("the desktop app's activation cannot be ended by anybody else, and ending it twice does no harm", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  const [, id = ""] = (await activate(machine, serial)).text.split("\n");
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
  for (const more of [
    { hash: "" },
    { hash: "0".repeat(64) },
    { hardware: "another" },
    { computerId: newMachine().computerId },
    { licenseId: randomUUID() },
  ]) {
    expect((await activate(machine, serial, more)).text).toBe("Error100");
  }
  expect((await registration(serial)).json.body).toBe("");
});

test("the desktop app's activation accepts a number that the school has written into an account, in any case", async () => {
  const person = await school.add();
  const serial = randomUUID();
  await school.changeAccount(person.id, { serial_number: serial.toUpperCase() });
  expect((await registration(serial)).json.status).toBe("ok");
  const machine = newMachine();
  expect(await activated(machine, serial)).toBe(codeOf(machine, serial));
});

it('answers only "revoked" for a number that the school has revoked', async () => {
  const serial = await issue();
  const [, id = ""] = (await activate(newMachine(), serial)).text.split("\n");
  await revoke(serial);
  expect(await licence(id)).toBe("revoked");
  expect((await registration(serial)).json).toEqual({ status: "error" });
  expect((await activate(newMachine(), serial)).text).toBe("Error404");
});

it.each(["", "x", randomUUID(), `${randomUUID()}\0`])(
  'answers "unknown" for a licence %j that never existed',
  async (activationId) => {
    expect(await licence(activationId)).toBe("unknown");
  },
);
