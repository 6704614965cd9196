import { expect, test, vi } from "vitest";
import { createLicenceState, type LicenceStatus } from "../../../src/offline/licence/licence.ts";
import { createLicenceSession } from "../../../src/offline/licence/licence-session.ts";
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

const CHECK = "POST /user/check_license";
const KEY = "licence.v1";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const down = () => Promise.reject(new TypeError("Failed to fetch"));

test("the stored licence is not valid on another machine it was copied to, and stays valid on the first", async () => {
  const first = await openActivated();
  const copy = await first.restart({ computerId: "computer-2" });
  expect(copy.state).toMatchObject({ status: "none", problem: "other-machine" });
  expect((await first.restart()).state.status).toBe("active");
});

test.each([
  ["emptied", () => ""],
  ["cut", (text: string) => text.slice(0, text.length / 2)],
  ["no JSON", () => "\u0000\u0000"],
  ["something else", () => '{"seal":1}'],
  ["with another serial number", (text: string) => text.replace("0a1b2c3d", "1a1b2c3d")],
  ["with a later time", (text: string) => text.replace(/"good":\d+/, '"good":9999999999999')],
  ["with a lower highest time", (text: string) => text.replace(/"highest":\d+/, '"highest":1')],
  ["without its seal", (text: string) => text.replace(/"seal":"\w+"/, '"seal":""')],
  ["with a number that is none", (text: string) => text.replace(/"seen":\d+/, '"seen":null')],
])("the stored licence is refused if it is %s, and the next start says so", async (_, change) => {
  const { machine, restart } = await openActivated();
  machine.storage.set(KEY, change(machine.storage.get(KEY) ?? ""));
  const { state, licence } = await restart();
  expect(state).toMatchObject({ status: "none", problem: "damaged", serialNumber: "" });
  await licence.check();
  expect(await licence.deactivate()).toBe(false);
});

test("the stored licence that was set aside as damaged is reported once", async () => {
  const { machine, restart } = await openActivated();
  machine.storage.remove(KEY);
  const wasDamaged = async (key: string) => key === KEY;
  const { state } = await restart({ machine: { ...machine, wasDamaged } });
  expect(state).toMatchObject({ status: "none", problem: "damaged" });
  expect((await restart()).state).toMatchObject({ status: "none", problem: null });
});

test("the stored licence survives the loss of the installation's id", async () => {
  const { machine, restart, school } = await openActivated();
  const { licenseId } = school.requests.at(-1)?.body ?? {};
  machine.storage.remove("licence-id.v1");
  const again = await restart();
  expect(again.state.status).toBe("active");
  expect(await again.licence.deactivate()).toBe(true);
  expect(school.requests.at(-1)?.body.licenseId).toBe(licenseId);
  await again.licence.activate({ serialNumber: REGISTERED, fullName: "Dana Levi" }, FORM);
  expect(school.requests.at(-1)?.body.licenseId).toBe(licenseId);
});

test("the licence check is made at most every ten minutes, whatever screens are opened", async () => {
  const { licence, school, machine, restart } = await openActivated();
  await licence.check();
  machine.advance(10 * MINUTE - 1);
  await licence.check();
  expect(school.count(CHECK)).toBe(0);
  machine.advance(1);
  await Promise.all([licence.check(), licence.check()]);
  await licence.check();
  expect(school.count(CHECK)).toBe(1);
  expect(school.requests.at(-1)?.body).toEqual({ activationId: "activation-1", version: "1.1.2" });
  // Neither a restart nor a failure makes the next one sooner.
  machine.advance(MINUTE);
  const again = await restart();
  await again.licence.check();
  expect(school.count(CHECK)).toBe(1);
  machine.advance(10 * MINUTE);
  school.answer(CHECK, () => new Response("", { status: 500 }));
  await again.licence.check();
  machine.advance(MINUTE);
  await again.licence.check();
  expect(school.count(CHECK)).toBe(2);
});

test.each(["revoked", "unknown", "maintenance"])(
  "the licence check locks the app for good on %s",
  async (status) => {
    const { licence, school, machine, ends, state, restart } = await openActivated();
    machine.advance(10 * MINUTE);
    school.answer(CHECK, () => Response.json({ status }));
    await licence.check();
    expect(ends).toEqual(["revoked"]);
    expect(state).toMatchObject({ status: "none", problem: "revoked", activationId: null });
    expect((await restart()).state.status).toBe("none");
  },
);

test.each([
  ["a broken school", () => new Response("", { status: 500 })],
  ["a refusal", () => new Response("", { status: 403 })],
  ["nothing there", () => new Response("", { status: 404 })],
  ["a refusal that says revoked", () => Response.json({ status: "revoked" }, { status: 400 })],
  ["a captive portal's page", () => new Response("<h1>Sign in to the Wi-Fi</h1>")],
  ["JSON of something else", () => Response.json({ ok: false })],
  ["no network", down],
])("the licence check locks only on a clear refusal, not on %s", async (_, reply) => {
  const { licence, school, machine, ends, state } = await openActivated();
  machine.advance(10 * MINUTE);
  school.answer(CHECK, reply);
  await licence.check();
  expect(school.count(CHECK)).toBe(1);
  expect([ends, state.status]).toEqual([[], "active"]);
});

test("the licence check changes nothing after a deactivation", async () => {
  const { licence, school, machine, ends, state } = await openActivated();
  machine.advance(10 * MINUTE);
  const release = school.hold(CHECK);
  const checking = licence.check();
  await vi.waitUntil(() => school.count(CHECK) === 1);
  await licence.deactivate();
  release();
  await checking;
  expect([ends, state.status]).toEqual([["deactivated"], "none"]);
});

test("the licence check is not made by a copy that came to another machine while running", async () => {
  const { licence, school, machine, ends, id, restart } = await openActivated();
  id.value = "computer-2";
  machine.advance(10 * MINUTE);
  await licence.check();
  expect([ends, school.count(CHECK)]).toEqual([["other-machine"], 0]);
  expect((await restart()).state.status).toBe("active");
});

test("the licence check keeps the app open, and a start the licence, while the machine's id is not available", async () => {
  const { licence, machine, school, ends, id, restart } = await openActivated();
  id.value = null;
  machine.advance(10 * MINUTE);
  await licence.check();
  expect([ends, school.count(CHECK)]).toEqual([[], 1]);
  const without = await restart({ computerId: null });
  expect(without.state).toMatchObject({ status: "none", problem: "no-machine-id" });
  expect((await restart()).state.status).toBe("active");
});

const offline = async () => {
  const opened = await openActivated();
  opened.school.network.up = false;
  return opened;
};

test("a start after fourteen days without a network reports so, the next positive answer opens the app, and a revocation locks it", async () => {
  const { machine, restart, school } = await offline();
  machine.advance(15 * DAY);
  const { licence, state } = await restart();
  expect(state).toMatchObject({ status: "lapsed", serialNumber: expect.stringMatching(/^0a1b/) });
  await licence.retry();
  expect(state.status).toBe("lapsed");
  const revoked = await restart();
  school.network.up = true;
  await licence.retry();
  expect(state.status).toBe("active");
  expect((await restart()).state.status).toBe("active");
  school.revoked.add("activation-1");
  await revoked.licence.retry();
  expect(revoked.state).toMatchObject({ status: "none", problem: "revoked" });
});

test("deactivating frees the seat and asks for activation again, now and later", async () => {
  const { licence, school, state, ends, restart } = await openActivated();
  const { licenseId, serialNumber } = school.requests.at(-1)?.body ?? {};
  expect(await licence.deactivate()).toBe(true);
  const freed = { serialNumber, computerId: "computer-1", licenseId };
  expect(school.requests.at(-1)?.body).toEqual(freed);
  expect(school.seats.size).toBe(0);
  expect([ends, state.status, state.problem]).toEqual([["deactivated"], "none", null]);
  expect((await restart()).state).toMatchObject({ status: "none", problem: null });
});

test.each([
  ["a broken school", () => new Response("", { status: 500 })],
  ["a captive portal's page", () => new Response("<h1>Wi-Fi</h1>")],
  ["a refusal", () => Response.json({ status: "error" })],
  ["no network", down],
])("deactivating leaves everything as it was when it fails: %s", async (_, reply) => {
  const { licence, school, state, ends } = await openActivated();
  school.answer("POST /user/deactivate", reply);
  expect(await licence.deactivate()).toBe(false);
  expect([ends, state.status]).toEqual([[], "active"]);
});

const openSession = (status: LicenceStatus) => {
  const state = createLicenceState(true);
  Object.assign(state, { status, serialNumber: "0a1b", fullName: "Dana Levi" });
  const ends: string[] = [];
  const session = createLicenceSession({ state, check: async () => undefined })({
    onEnd: (why: string) => ends.push(why),
  } as never);
  return { session, ends };
};

const NOBODY = { authenticated: false, user: null, token: null, sessionId: null, level: -1 };

test.each(["checking", "none", "lapsed"] as const)("nobody is signed in: %s", (status) => {
  const { session, ends } = openSession(status);
  session.boot();
  expect(session.state).toEqual(NOBODY);
  session.logOut();
  expect(ends).toEqual([]);
});

test("the owner of the licence is signed in as a student, under the serial number, until the session ends once", () => {
  const { session, ends } = openSession("active");
  session.boot();
  const user = { firstName: "Dana Levi", username: "0a1b", level: 0, expire: null };
  expect(session.state).toMatchObject({ authenticated: true, level: 0, token: null, user });
  session.logOut();
  session.logOut();
  expect(ends).toEqual(["logged-out"]);
  expect(session.state).toEqual(NOBODY);
});

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
    ...{ computerId: "computer-1", licenseId, serialNumber: FRESH, registered: false, form: FORM },
    hardware: "Linux\n2 cores\n4 GB",
    hash: hash(hardware, "computer-1", licenseId, FRESH),
  });
  expect(state.status).toBe("activated");
  licence.start();
  expect(state.status).toBe("active");
  const again = await restart();
  expect(again.state).toMatchObject({
    ...{ status: "active", activationId: "activation-1" },
    ...{ serialNumber: FRESH, fullName: "Dana Levi" },
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

type Sign = (claims: object) => Promise<string>;
type Lines = (seat: Record<string, string>, sign: Sign) => Promise<string[]>;

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

/** Lines of which the last is what is signed of a seat. */
const signed =
  (make: (seat: object, sign: Sign) => Promise<string>): Lines =>
  async (seat, sign) => ["a-1", await make({ ...claims, ...seat }, sign)];

test.each<[string, Lines]>([
  ["none", async () => ["a-1"]],
  ["an empty one", async () => ["a-1", ""]],
  ["no signature", async () => ["a-1", Buffer.from("{}").toString("base64url")]],
  ["a cut one", async () => ["a-1", "eyJ.!!"]],
  ["one from a licence file", signed((seat, sign) => sign({ ...seat, until: "2026-08-31" }))],
  [
    "one that another school has signed",
    signed(async (seat) => (await createLicenceSchool()).sign(seat)),
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
  const { answer } = await answering(signed((seat, sign) => sign({ ...seat, ...other })));
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
