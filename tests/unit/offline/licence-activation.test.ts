import { expect, test } from "vitest";
import { DONE, failed } from "../../support/results.ts";
import {
  createLicenceSchool,
  FORM,
  FRESH,
  FULL,
  hash,
  openActivated,
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

test.each([
  ["unknown", () => Response.json({ status: "error" }), "wrong-serial"],
  ["refused as not found", () => new Response("", { status: 404 }), "wrong-serial"],
  ["a broken school", () => new Response("", { status: 502 }), "no-data"],
  ["a captive portal's page", () => new Response("<h1>Sign in to the Wi-Fi</h1>"), "no-data"],
])("a serial number that is not found shows the reason: %s", async (_, reply, kind) => {
  const { licence, school } = await openLicence();
  school.answer(REGISTER, reply);
  expect(await licence.register(UNKNOWN)).toEqual({ ok: false, failure: { kind } });
});

test("a serial number that was tried too often shows how long to wait", async () => {
  const { licence, school } = await openLicence();
  school.answer(
    REGISTER,
    () => new Response("", { status: 429, headers: { "retry-after": "90" } }),
  );
  const failure = { kind: "throttled", seconds: 90 };
  expect(await licence.register(REGISTERED)).toEqual({ ok: false, failure });
});

test("a serial number without a network reports so", async () => {
  const { licence, school } = await openLicence();
  school.network.up = false;
  expect(await licence.register(REGISTERED)).toEqual(failed("no-connection"));
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
});

test("activating with a registered number keeps its name", async () => {
  const { state, school } = await openActivated();
  expect(state.fullName).toBe("Dana Levi");
  expect(school.requests.at(-1)?.body).toMatchObject({ registered: true });
});

test("activating uses the same machine id at every try", async () => {
  const { licence, school, restart } = await openLicence();
  await licence.activate(nobodys, FORM);
  const again = await restart();
  await again.licence.activate(nobodys, FORM);
  const ids = school.requests.map(({ body }) => body.licenseId);
  expect(new Set(ids).size).toBe(1);
});

test.each([
  ["no such number", UNKNOWN, "unknown-serial"],
  ["no seat left", FULL, "no-licence-left"],
])("activating is refused at the school for %s", async (_, serialNumber, kind) => {
  const { licence, state } = await openLicence();
  const answer = await licence.activate({ serialNumber, fullName: "" }, FORM);
  expect(answer).toEqual({ ok: false, failure: { kind } });
  expect(state.status).toBe("none");
});

test.each([
  ["a wrong hash", "Error100", "authentication-failed"],
  ["another machine's code", hash("other"), "not-valid"],
  ["an invalid code", "deadbeef", "not-valid"],
  ["an unknown error", "Error500", "no-data"],
  ["nothing", "", "no-data"],
  ["nothing but lines", "\n\n", "no-data"],
  ["a captive portal's page", "<!doctype html>\n<h1>Sign in</h1>", "no-data"],
  ["JSON", '{"status":"ok"}', "no-data"],
  ["an answer of 500", "", "no-data", 500],
  ["an answer of 503", "", "no-data", 503],
  ["an answer of 422", "", "no-data", 422],
])("activating is refused: %s", async (_, text, kind, status = 200) => {
  const { licence, school, state } = await openLicence();
  school.answer(ACTIVATE, () => new Response(text, { status }));
  expect(await licence.activate(nobodys, FORM)).toEqual({ ok: false, failure: { kind } });
  expect(state.status).toBe("none");
});

test("activating is refused if the activation id is missing", async () => {
  const { licence, school } = await openLicence({ publicKey: null });
  school.answer(ACTIVATE, () => {
    const { licenseId = "" } = school.requests.at(-1)?.body ?? {};
    return new Response(hash(FRESH, "computer-1", licenseId, "activation"));
  });
  expect(await licence.activate(nobodys, FORM)).toEqual(failed("no-data"));
});

test("activating without a network reports so", async () => {
  const { licence, school } = await openLicence();
  school.network.up = false;
  expect(await licence.activate(nobodys, FORM)).toEqual(failed("no-connection"));
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

/** Answers with the right code and these lines after it. */
const answering = async (
  lines: (
    seat: Record<string, string>,
    sign: (claims: object) => Promise<string>,
  ) => Promise<string[]>,
) => {
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

test("a build with the school's key refuses a licence for this seat that another school has signed", async () => {
  const other = await createLicenceSchool();
  const { answer } = await answering(async (seat) => [
    "a-1",
    await other.sign({ ...claims, ...seat }),
  ]);
  expect(answer).toEqual(failed("not-valid"));
});

test.each([
  ["none", ["a-1"]],
  ["an empty one", ["a-1", ""]],
  ["no signature", ["a-1", Buffer.from("{}").toString("base64url")]],
  ["a cut one", ["a-1", "eyJ.!!"]],
])("a build with the school's key refuses an unverified licence: %s", async (_, lines) => {
  const { answer, state } = await answering(async () => lines);
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

test("a build with the school's key refuses the complete answer for another machine", async () => {
  const { school } = await openActivated();
  const first = school.requests.at(-1)?.body ?? {};
  const other = await openLicence({ school, computerId: "computer-2" });
  const { serialNumber = "", computerId = "", licenseId = "" } = first;
  const seat = { activationId: "activation-1", serialNumber, computerId, licenseId };
  const signed = await school.sign({ ...claims, ...seat });
  const code = hash(serialNumber, computerId, licenseId, "activation");
  school.answer(ACTIVATE, () => new Response([code, "activation-1", signed].join("\n")));
  const answer = await other.licence.activate({ serialNumber, fullName: "Dana Levi" }, FORM);
  expect(answer).toEqual(failed("not-valid"));
});

test("a build with the school's key accepts the key as a bare point of the curve too", async () => {
  const school = await createLicenceSchool();
  const point = Buffer.from(school.publicKey, "base64url").subarray(-65).toString("base64url");
  const { licence } = await openLicence({ school, publicKey: point });
  expect(await licence.activate(nobodys, FORM)).toMatchObject({ ok: true });
});

test("a build with the school's key with an invalid key activates nobody, and does not crash", async () => {
  const { licence } = await openLicence({ publicKey: "nonsense" });
  expect(await licence.activate(nobodys, FORM)).toEqual(failed("not-valid"));
});
