import { createHash, verify } from "node:crypto";
import { afterEach, beforeAll, expect, test } from "vitest";
import { exportPublicKey, licenceKey } from "../../../src/server/activation/licences.ts";
import { licensed, licensedAs } from "../support/licence.ts";
import { claimsOf, requestOf } from "../support/licence-file.ts";
import { activationCalls, EMPTY_FORM, newMachine } from "../support/machine.ts";
import { DAY, MINUTE, NOON, openSchool, PMB, SWB } from "../support/test-school.ts";

const TODAY = "2026-11-18";
const UNKNOWN = "0a1b2c3d-0000-4000-8000-0123456789ab";

const school = openSchool.shared({ isLogged: true });
let admin: string;
let own: string;
const { activate, issue, revoke, deactivate, licence } = activationCalls(() => school);
beforeAll(async () => {
  admin = (await school.signedIn({ level: 100 })).token;
  own = (await licensed(school, [PMB])).activationId;
});
let tests = 0;
afterEach(() => {
  // Failures are forgotten after a quarter of an hour.
  school.now = NOON + ++tests * 15 * MINUTE;
});

const sign = (request: string, token = admin, until?: string) =>
  school.call("/user/sign-licence", { token, json: { request, until } });
const signFor = async (serial: string, token = admin, until?: string) =>
  sign(await requestOf(newMachine(), serial), token, until);
const idIn = (signed: string): string => claimsOf(signed).activationId ?? "";
const taken = async (serial: string) => (await school.rows("activation", { serial })).length;
const ownNumber = async (token: string): Promise<string> =>
  (await school.call("/user/get-serial-number", { token, json: {} })).json.serialNumber;

test("an offline licence is signed for the machine, the number and the person in the request", async () => {
  const serial = await issue();
  const machine = newMachine();
  const answer = await sign(await requestOf(machine, serial), admin, "2027-03-01");
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({
    until: "2027-03-01",
    serialNumber: serial,
    fullName: "Noa Brand",
  });
  const key = await licenceKey(school.database);
  expect(claimsOf(answer.json.licence)).toEqual({
    activationId: expect.stringMatching(/^[\da-f-]{36}$/),
    serialNumber: serial,
    computerId: machine.computerId,
    licenseId: machine.licenseId,
    fullName: "Noa Brand",
    issued: new Date(school.now).toISOString(),
    until: "2027-03-01",
    zone: "UTC",
    keyId: createHash("sha256").update(exportPublicKey(key)).digest("hex").slice(0, 16),
  });
  const [mark, claims = "", signature = ""] = answer.json.licence.split(".");
  expect(mark).toBe("LSL1");
  const how = { key, dsaEncoding: "ieee-p1363" } as const;
  const isGood = (text: string) =>
    verify("sha256", Buffer.from(text), how, Buffer.from(signature, "base64url"));
  expect([isGood(claims), isGood(`${claims}A`)]).toEqual([true, false]);
});

test("an offline licence takes one seat, however often it is signed, and can be revoked", async () => {
  const serial = await issue({ seats: 1 });
  const request = await requestOf(newMachine(), serial);
  const first = await sign(request);
  const again = await sign(` > ${request.replace(/.{60}/g, "$&\r\n")}\n--\nNoa`);
  const id = idIn(first.json.licence);
  expect(idIn(again.json.licence)).toBe(id);
  expect(await taken(serial)).toBe(1);
  expect((await signFor(serial)).outcome).toEqual([409, "licence/no_seat"]);
  expect((await activate(newMachine(), serial)).text).toBe("Error300");
  expect(await licence(id)).toBe("ok");
  await revoke(serial);
  expect(await licence(id)).toBe("revoked");
  expect((await sign(request)).json.code).toBe("licence/unknown_serial");
});

test("an offline licence is renewed without registering again, and not for an unregistered number", async () => {
  const serial = await issue();
  const machine = newMachine();
  const renewal = await requestOf(machine, serial, EMPTY_FORM);
  expect((await sign(renewal)).json.code).toBe("licence/not_registered");
  await sign(await requestOf(machine, serial));
  const renewed = await sign(renewal, admin, "2028-01-01");
  expect(renewed.json).toMatchObject({ fullName: "Noa Brand", until: "2028-01-01" });
  expect(await taken(serial)).toBe(1);
});

test("an offline licence frees its seat once it has expired, and not a day before", async () => {
  const serial = await issue({ seats: 1 });
  const { json } = await signFor(serial, admin, TODAY);
  expect((await signFor(serial)).json.code).toBe("licence/no_seat");
  school.now = NOON + 2 * DAY;
  admin = (await school.signedIn({ level: 100 })).token;
  expect((await signFor(serial)).status).toBe(200);
  expect(await taken(serial)).toBe(1);
  expect(await licence(idIn(json.licence))).toBe("unknown");
});

test("an offline licence never frees the seat of an app that contacts the school", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  await activate(machine, serial);
  await sign(await requestOf(machine, serial), admin, TODAY);
  school.now = NOON + 2 * DAY;
  expect((await activate(newMachine(), serial)).text).toBe("Error300");
  await deactivate(machine, serial);
  expect((await activate(newMachine(), serial)).text).not.toBe("Error300");
});

test("an offline licence is signed by a student for their own number only, and reveals nothing about others", async () => {
  const student = await school.student({ course: PMB });
  const hers = await ownNumber(student.token);
  expect((await signFor(hers, student.token)).status).toBe(200);
  const class_ = await issue();
  const other = await ownNumber((await school.student({ course: PMB })).token);
  for (const serial of [class_, other, UNKNOWN]) {
    expect((await signFor(serial, student.token)).outcome).toEqual([403, "session/not_allowed"]);
    expect(await taken(serial)).toBe(0);
  }
  const tutor = await school.signedIn({ level: 10, courses: [{ course: PMB }] });
  expect((await signFor(hers, tutor.token)).status).toBe(403);
  expect((await signFor(other)).status).toBe(200);
});

test("an offline licence is valid for a student until the end of the last course, whatever is requested", async () => {
  const { token } = await school.student(
    { course: PMB, expDate: "2027-01-15" },
    { course: SWB, expDate: "2027-02-01" },
  );
  const { json } = await signFor(await ownNumber(token), token, "2031-01-01");
  expect(json.until).toBe("2027-02-06");
});

test("an offline licence is not signed for an invalid or incomplete request", async () => {
  const serial = await issue();
  const request = await requestOf(newMachine(), serial);
  for (const text of [
    ...["", "Dear school", request.slice(0, -1), request.slice(4)],
    ...[request.replace("LSR1.", "LSR1.A"), request.replace("LSR1", "LSL1")],
    ...[request.replace(/\.[\da-f]{16}$/, ".0123456789abcdef"), request + " ".repeat(9000)],
  ]) {
    const { outcome, json } = await sign(text);
    expect(outcome).toEqual([422, "request/invalid"]);
    expect(json.errors[0].path).toBe("request");
  }
  expect((await sign(request.replace("LSR1", "LSR2"))).json.code).toBe("licence/other_version");
  expect(await taken(serial)).toBe(0);
});

test("an offline licence is logged without the serial number and the licence", async () => {
  const serial = await issue();
  const { json } = await signFor(serial);
  await signFor(UNKNOWN);
  await school.restart();
  const { log } = school;
  expect(log).toContain(`"event":"licence signed"`);
  expect(log).toContain(`"serial":"${serial.slice(0, 8)}","until":"2027-11-18"`);
  expect(log).toContain(`"event":"licence not signed"`);
  for (const secret of [serial, json.licence.slice(0, 40)]) expect(log).not.toContain(secret);
});

const get = (path: string, license = own, more: Record<string, string> = {}) =>
  school.call(path, { headers: { "X-License": license, ...more } });
const courses = async (license: string): Promise<string[]> => {
  const { json } = await get("/menu/usercontent", license);
  return Object.values(json.content.products).flatMap(
    (product) => (product as { courseOrder: string[] }).courseOrder,
  );
};

test("an activated app without a signed-in person has no progress, so every lesson is open", async () => {
  expect((await get("/products/PM/lessons/right-angles")).status).toBe(200);
  const found = await get("/products/PM/search?q=right%20angles");
  expect(found.json.results).toMatchObject([{ key: "right-angles" }]);
});

test("an activated app without a signed-in person reads the courses of its serial number, and no others", async () => {
  expect(await courses(own)).toEqual(["PMB"]);
  const flare = await get("/products/PM/lessons/flare");
  expect(flare.outcome).toEqual([403, "session/not_allowed"]);
  expect((await get("/files/read?path=assets/PM/flare.webm&language=en")).status).toBe(404);
  const every = (await licensed(school, null)).activationId;
  expect(await courses(every)).toEqual(["PMB", "PMS", "SWB"]);
  expect((await get("/products", "00000000-0000-4000-8000-000000000000")).status).toBe(401);
});

test("an activated app without a signed-in person reads the courses of the person whose number it has, while they last", async () => {
  const person = await school.add({
    courses: [{ course: PMB, expDate: "2026-01-01" }, { course: SWB }],
  });
  const license = await licensedAs(school, person.id);
  expect(await courses(license)).toEqual(["SWB"]);
  const paper = await get("/products/PM/lessons/paper", license);
  expect(paper.json.code).toBe("course/expired");
});

test("an activated app without a signed-in person reads as the person when a token is sent too, and not at all with an invalid one", async () => {
  const { token } = await school.student({ course: SWB });
  const path = "/menu/usercontent";
  const both = await get(path, own, { Authorization: `Bearer ${token}` });
  expect(Object.keys(both.json.content.products)).toEqual(["SW"]);
  expect((await get(path, own, { Authorization: "Bearer dead" })).status).toBe(401);
});
