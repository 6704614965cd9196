import { expect, test, vi } from "vitest";
import { createLicenceState, type LicenceStatus } from "../../../src/offline/licence/licence.ts";
import { createLicenceSession } from "../../../src/offline/licence/licence-session.ts";
import { FORM, openActivated, REGISTERED } from "../support/licence-school.ts";

const CHECK = "POST /user/check_license";
const KEY = "licence.v1";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
  ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
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
  expect(school.requests.at(-1)?.body).toEqual({
    serialNumber,
    computerId: "computer-1",
    licenseId,
  });
  expect(school.seats.size).toBe(0);
  expect([ends, state.status, state.problem]).toEqual([["deactivated"], "none", null]);
  expect((await restart()).state).toMatchObject({ status: "none", problem: null });
});

test.each([
  ["a broken school", () => new Response("", { status: 500 })],
  ["a captive portal's page", () => new Response("<h1>Wi-Fi</h1>")],
  ["a refusal", () => Response.json({ status: "error" })],
  ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
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
  expect(session.state).toMatchObject({
    authenticated: true,
    level: 0,
    token: null,
    user: { firstName: "Dana Levi", username: "0a1b", level: 0, expire: null },
  });
  session.logOut();
  session.logOut();
  expect(ends).toEqual(["logged-out"]);
  expect(session.state).toEqual(NOBODY);
});
