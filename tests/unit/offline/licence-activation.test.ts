import { expect, test } from "vitest";
import { DONE, failed } from "../../support/results.ts";
import {
  createLicenceSchool,
  FORM,
  FRESH,
  FULL,
  hash,
  openLicence,
  REGISTERED,
} from "../support/licence-school.ts";

const ACTIVATE = "POST /user/check_activation";
const REGISTER = "GET /user/check_registration";
const UNKNOWN = "00000000-0000-0000-0000-000000000000";

const nobodys = { serialNumber: FRESH, fullName: "" };

test("a serial number is found with the name of its owner, or with no name", async () => {
  const { licence } = await openLicence();
  const value = { serialNumber: REGISTERED, fullName: "Dana Levi" };
  expect(await licence.register(REGISTERED)).toEqual({ ok: true, value });
  expect(await licence.register(FRESH)).toEqual({ ok: true, value: nobodys });
});

const throttle = () => new Response("", { status: 429, headers: { "retry-after": "90" } });
const down = () => Promise.reject(new TypeError("Failed to fetch"));

test.each<[string, () => Response | Promise<Response>, object]>([
  ["unknown", () => Response.json({ status: "error" }), { kind: "wrong-serial" }],
  ["refused as not found", () => new Response("", { status: 404 }), { kind: "wrong-serial" }],
  ["a broken school", () => new Response("", { status: 502 }), { kind: "no-data" }],
  ["a captive portal's page", () => new Response("<h1>Wi-Fi</h1>"), { kind: "no-data" }],
  ["no network", down, { kind: "no-connection" }],
  ["tried too often", throttle, { kind: "throttled", seconds: 90 }],
])("a serial number that is not found shows the reason: %s", async (_, reply, failure) => {
  const { licence, school } = await openLicence();
  school.answer(REGISTER, reply);
  expect(await licence.register(UNKNOWN)).toEqual({ ok: false, failure });
});

test("activating sends what the contract requires, and stores the seat for the next start", async () => {
  const { licence, school, state, restart } = await openLicence();
  expect(state.status).toBe("none");
  expect(await licence.activate(nobodys, FORM)).toEqual(DONE);
  const { body } = school.requests.at(-1) ?? {};
  const { licenseId = "", hardware = "" } = body ?? {};
  expect(licenseId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(body).toEqual({
    hardware: "Linux\n2 cores\n4 GB",
    computerId: "computer-1",
    licenseId,
    hash: hash(hardware, "computer-1", licenseId, FRESH),
    serialNumber: FRESH,
    registered: false,
    form: FORM,
  });
  expect(state.status).toBe("activated");
  licence.start();
  expect(state.status).toBe("active");
  const again = await restart();
  expect(again.state).toMatchObject({
    status: "active",
    serialNumber: FRESH,
    fullName: "Dana Levi",
    activationId: "activation-1",
  });
  // The machine's id stays the same, and a registered number keeps its name.
  await again.licence.activate({ serialNumber: REGISTERED, fullName: "Dana" }, FORM);
  expect(again.state.fullName).toBe("Dana");
  expect(school.requests.at(-1)?.body).toMatchObject({ registered: true, licenseId });
});

test.each<[string, string, string, (() => Response | Promise<Response>)?]>([
  ["no such number", UNKNOWN, "unknown-serial"],
  ["no seat left", FULL, "no-licence-left"],
  ["a wrong hash", FRESH, "authentication-failed", () => new Response("Error100")],
  ["another machine's code", FRESH, "not-valid", () => new Response(hash("other"))],
  ["an invalid code", FRESH, "not-valid", () => new Response("deadbeef")],
  ["an unknown error", FRESH, "no-data", () => new Response("Error500")],
  ["nothing", FRESH, "no-data", () => new Response("")],
  ["nothing but lines", FRESH, "no-data", () => new Response("\n\n")],
  ["a captive portal's page", FRESH, "no-data", () => new Response("<!doctype html>\n<h1>")],
  ["an answer of 500", FRESH, "no-data", () => new Response("", { status: 500 })],
  ["no network", FRESH, "no-connection", down],
])("activating is refused: %s", async (_, serialNumber, kind, reply) => {
  const { licence, school, state } = await openLicence();
  if (reply) school.answer(ACTIVATE, reply);
  expect(await licence.activate({ serialNumber, fullName: "" }, FORM)).toEqual(failed(kind));
  expect(state.status).toBe("none");
});

test("activating on a machine without an id sends nothing, and reports so", async () => {
  const { licence, state, school } = await openLicence({ computerId: null });
  expect(state).toMatchObject({ status: "none", problem: "no-machine-id" });
  expect(await licence.activate(nobodys, FORM)).toEqual(failed("no-machine-id"));
  expect(school.requests).toEqual([]);
});

test("activating reports when the machine cannot store the licence", async () => {
  const opened = await openLicence();
  const { machine } = opened;
  const storage = { ...machine.storage, set: () => false };
  const { licence, state } = await opened.restart({ machine: { ...machine, storage } });
  await licence.activate(nobodys, FORM);
  expect(state).toMatchObject({ status: "activated", notStored: true });
});

type Lines = (
  seat: Record<string, string>,
  sign: (claims: object) => Promise<string>,
) => Promise<string[]>;

/** Answers with the right code and these lines after it. */
const answering = async (lines: Lines) => {
  const opened = await openLicence();
  const { school } = opened;
  school.answer(ACTIVATE, async () => {
    const { licenseId = "" } = school.requests.at(-1)?.body ?? {};
    const code = hash(FRESH, "computer-1", licenseId, "activation");
    const seat = { serialNumber: FRESH, computerId: "computer-1", licenseId };
    return new Response([code, ...(await lines(seat, school.sign))].join("\n"));
  });
  return { ...opened, answer: await opened.licence.activate(nobodys, FORM) };
};

const claims = { activationId: "a-1", fullName: "", issued: "2026-03-02T09:00:00Z" };

test.each<[string, Lines]>([
  ["none", async () => ["a-1"]],
  ["an empty one", async () => ["a-1", ""]],
  ["no signature", async () => ["a-1", Buffer.from("{}").toString("base64url")]],
  ["a cut one", async () => ["a-1", "eyJ.!!"]],
  [
    "one from a licence file",
    async (seat, sign) => ["a-1", await sign({ ...claims, ...seat, until: "2026-08-31" })],
  ],
  [
    "one that another school has signed",
    async (seat) => ["a-1", await (await createLicenceSchool()).sign({ ...claims, ...seat })],
  ],
])("a build with the school's key refuses an unverified licence: %s", async (_, lines) => {
  const { answer, state } = await answering(lines);
  expect(answer).toEqual(failed("not-valid"));
  expect(state.status).toBe("none");
});

test.each([
  ["another serial number", { serialNumber: REGISTERED }],
  ["another machine", { computerId: "computer-2" }],
  ["another installation", { licenseId: UNKNOWN }],
  ["another activation", { activationId: "a-2" }],
])("a build with the school's key refuses a replayed licence made for %s", async (_, other) => {
  const { answer } = await answering(async (seat, sign) => [
    "a-1",
    await sign({ ...claims, ...seat, ...other }),
  ]);
  expect(answer).toEqual(failed("not-valid"));
});

test("a build with the school's key accepts the key as a bare point of the curve too, and activates nobody with an invalid key", async () => {
  const school = await createLicenceSchool();
  const point = Buffer.from(school.publicKey, "base64url").subarray(-65).toString("base64url");
  const { licence } = await openLicence({ school, publicKey: point });
  expect(await licence.activate(nobodys, FORM)).toMatchObject({ ok: true });
  const invalid = await openLicence({ publicKey: "nonsense" });
  expect(await invalid.licence.activate(nobodys, FORM)).toEqual(failed("not-valid"));
});
