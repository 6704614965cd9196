import { expect, test } from "vitest";
import { addDays } from "../../../src/domain/calendar.ts";
import { DONE } from "../../support/results.ts";
import { TURNS_OF_DAY } from "../../support/turns-of-day.ts";
import {
  createLicenceSchool,
  FORM,
  hash,
  type LicenceSchool,
  openLicence,
  REGISTERED,
} from "../support/licence-school.ts";

const CHECK = "POST /user/check_license";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const UNTIL = "2026-08-31";

/** When a day is over in every zone. */
const everywhere = { day: UNTIL, at: Date.parse("2026-09-01T12:00:00Z") };

/** A machine that has written its request, and no network. */
const openAsking = async (options: Parameters<typeof openLicence>[0] = {}) => {
  const opened = await openLicence(options);
  opened.school.network.up = false;
  const request = (await opened.licence.createRequest(REGISTERED, FORM)) ?? "";
  return { ...opened, request };
};

/** The same with its licence installed and in use. */
const openByFile = async (until = UNTIL, zone = "UTC") => {
  const opened = await openAsking();
  const file = await opened.school.signFile(opened.request, until, { zone });
  expect(await opened.licence.installFromFile(`Dear Dana,\n${file}\n`)).toEqual(DONE);
  expect(opened.state.status).toBe("activated");
  opened.licence.start();
  return { ...opened, file };
};

const OTHER_INSTALLATION = "00000000-0000-4000-8000-000000000000";

const refused = (failure: string) => ({ ok: false, failure });

test("the request of a machine without a network names machine, number and person, on one line with a checksum", async () => {
  const { request } = await openAsking();
  expect(request).toMatch(/^LSR1\.[\w-]+\.[\da-f]{16}$/);
  const [mark, payload = "", check] = request.split(".");
  expect(check).toBe(hash(`${mark}.${payload}`).slice(0, 16));
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toEqual([
    REGISTERED,
    "computer-1",
    expect.stringMatching(/^[\da-f-]{36}$/),
    "Linux\n2 cores\n4 GB",
    ...[FORM.fullname, FORM.email, FORM.country, FORM.address, FORM.telephone],
  ]);
});

test("the request of a machine without a network is kept across restarts until its licence arrives, and needs the machine's id", async () => {
  const { request, restart, school } = await openAsking();
  const again = await restart();
  expect(again.state.request).toBe(request);
  await again.licence.installFromFile(await school.signFile(request, UNTIL));
  expect(again.state.request).toBeNull();
  expect((await restart()).state.request).toBeNull();
  const without = await openLicence({ computerId: null });
  expect(await without.licence.createRequest(REGISTERED, FORM)).toBeNull();
  expect(without.state.request).toBeNull();
});

test("a licence file activates without a network until its last day, and then locks with its number kept", async () => {
  const { licence, machine, restart, ends, state, school } = await openByFile();
  const named = { serialNumber: REGISTERED, fullName: "Dana Levi", until: UNTIL };
  expect((await restart()).state).toMatchObject({ status: "active", ...named });
  expect(school.requests).toEqual([]);
  machine.advance(15 * DAY);
  await licence.check();
  expect([ends, state.status]).toEqual([[], "active"]);
  machine.advance(Date.parse("2026-08-31T23:59:00Z") - machine.now());
  expect((await restart()).state.status).toBe("active");
  machine.advance(MINUTE);
  await licence.check();
  expect([ends, state.status]).toEqual([["lapsed"], "lapsed"]);
  const lapsed = { status: "lapsed", until: UNTIL, serialNumber: REGISTERED };
  expect((await restart()).state).toMatchObject(lapsed);
  // Neither the clock nor the same file gains anything.
  machine.advance(-90 * DAY);
  expect((await restart()).state.status).toBe("lapsed");
});

test.each([
  ...TURNS_OF_DAY,
  { name: "a licence from before it named a zone", zone: "", ...everywhere },
  { name: "a zone that is none", zone: "Mars/Olympus", ...everywhere },
])("a licence file ends with the school's day anywhere: $name, $zone", async (turn) => {
  const { machine, restart } = await openByFile(turn.day, turn.zone);
  machine.travel("Pacific/Kiritimati");
  machine.advance(turn.at - 1 - machine.now());
  expect((await restart()).state.status).toBe("active");
  machine.advance(1);
  expect((await restart()).state.status).toBe("lapsed");
});

test("a licence file that has expired is renewed by a request without the form, and a file that was signed later", async () => {
  const { machine, restart, school, file } = await openByFile();
  machine.advance(300 * DAY);
  const { licence, state } = await restart();
  expect(state.status).toBe("lapsed");
  expect(await licence.installFromFile(file)).toEqual(refused("ended"));
  machine.advance(-290 * DAY);
  expect(await licence.installFromFile(file)).toEqual(refused("ended"));
  machine.advance(290 * DAY);
  const renewal = (await licence.createRenewalRequest()) ?? "";
  const parts = JSON.parse(Buffer.from(renewal.split(".")[1] ?? "", "base64url").toString());
  expect(parts.slice(4)).toEqual(["", "", "", "", ""]);
  const issued = new Date(machine.now()).toISOString();
  const anew = await school.signFile(renewal, "2027-08-31", { issued });
  expect(await licence.installFromFile(anew)).toEqual(DONE);
  expect(state).toMatchObject({ status: "active", until: "2027-08-31" });
  expect(school.seats.size).toBe(1);
});

test("a licence file is renewed over a network, and checked by the school from then on", async () => {
  const { machine, restart, school } = await openByFile();
  machine.advance(300 * DAY);
  const { licence, state } = await restart();
  school.network.up = true;
  expect(await licence.renew()).toEqual(DONE);
  expect(state).toMatchObject({ status: "active", until: null });
  school.network.up = false;
  machine.advance(15 * DAY);
  expect((await restart()).state.status).toBe("lapsed");
});

test.each(["revoked", "unknown", "deactivated"])(
  "a licence file %s locks the app for good",
  async (status) => {
    const { licence, machine, school, ends, state, file, restart } = await openByFile();
    school.network.up = true;
    school.answer(CHECK, () => Response.json({ status }));
    machine.advance(11 * MINUTE);
    if (status === "deactivated") await licence.deactivate();
    else await licence.check();
    expect([ends, state.status]).toEqual([[status === "unknown" ? "revoked" : status], "none"]);
    const again = await restart();
    expect(await again.licence.installFromFile(file)).toEqual(refused("given-back"));
  },
);

type Made = (school: LicenceSchool, request: string) => string | Promise<string>;

const changed =
  (change: (file: string) => string, more = {}): Made =>
  async (school, request) =>
    change(await school.signFile(request, UNTIL, more));

const withClaims = (more: object) => changed((file) => file, more);

const otherSchool: Made = async (_, request) =>
  (await createLicenceSchool()).signFile(request, UNTIL);

test.each<[string, string, Made]>([
  ["another machine's", "other-machine", withClaims({ computerId: "computer-2" })],
  ["another installation's", "other-request", withClaims({ licenseId: OTHER_INSTALLATION })],
  ["one that ended before it came", "ended", withClaims({ until: "2026-02-27" })],
  ["one with an invalid last day", "damaged", withClaims({ until: "never" })],
  ["one without an end", "damaged", withClaims({ until: undefined })],
  ["another school's", "other-school", otherSchool],
  ["nothing", "absent", () => ""],
  ["the request itself", "absent", (_, request) => request],
  ["far too much", "absent", changed((file) => file + "x".repeat(9000))],
  ["one of a newer school", "other-version", changed((file) => file.replace("LSL1", "LSL2"))],
  ["one that was cut", "damaged", changed((file) => file.slice(0, -3))],
  ["one without a signature", "damaged", changed((file) => file.split(".").slice(0, 2).join("."))],
  ["one with a wrong signature", "damaged", changed((file) => file.replace(/.{9}$/, "AAAAAAAAA"))],
  ["one with a later end", "damaged", changed((file) => edited(file, '"2026', '"2036'))],
])("a licence file is not accepted: %s", async (_, failure, make) => {
  const { licence, school, request, state } = await openAsking();
  expect(await licence.installFromFile(await make(school, request))).toEqual(refused(failure));
  expect(state).toMatchObject({ status: "none", request });
});

const edited = (file: string, from: string, to: string): string => {
  const [mark, claims = "", signature] = file.split(".");
  const said = Buffer.from(claims, "base64url").toString().replaceAll(from, to);
  return [mark, Buffer.from(said).toString("base64url"), signature].join(".");
};

test("a licence file is not accepted by a build without a school's key", async () => {
  const { licence, school, request, state } = await openAsking({ publicKey: null });
  expect(state.acceptsFiles).toBe(false);
  const file = await school.signFile(request, UNTIL);
  expect(await licence.installFromFile(file)).toEqual(refused("no-key"));
  const { restart } = await openByFile();
  expect((await restart({ publicKey: null })).state.problem).toBe("damaged");
});

test("a licence file stored with another last day than was signed is damaged", async () => {
  const { machine, restart } = await openByFile();
  const key = "licence.v1";
  const kept = JSON.parse(machine.storage.get(key) ?? "");
  // Somebody who edits the last day can compute the checksum as well.
  for (const until of ["2036-08-31", null]) {
    const licence = { ...kept.licence, until };
    const names = "activationCode activationId serialNumber computerId licenseId fullName signed";
    const parts = names.split(" ").map((name) => licence[name]);
    const { good, highest, seen } = licence.times;
    const all = [...parts, good, highest, seen, until];
    machine.storage.set(key, JSON.stringify({ licence, seal: hash(JSON.stringify(all)) }));
    expect((await restart()).state).toMatchObject({ status: "none", problem: "damaged" });
  }
});

test("the expiry notice is shown 30 days before, 7 days before and on the last day, each until it is dismissed", async () => {
  const { machine, restart, state } = await openByFile();
  expect(state.notice).toBeNull();
  const seen: (number | null)[] = [];
  for (const day of ["2026-08-01", "2026-08-02", "2026-08-24", "2026-08-25", "2026-08-31"]) {
    machine.advance(Date.parse(`${day}T09:00:00Z`) - machine.now());
    const opened = await restart();
    seen.push(opened.state.notice);
    opened.licence.dismissNotice();
    expect(opened.state.notice).toBeNull();
  }
  expect(seen).toEqual([30, null, 7, null, 1]);
});

test.each(TURNS_OF_DAY)(
  "the expiry notice follows the school's day: $name, $zone",
  async (turn) => {
    const { machine, restart } = await openByFile(addDays(turn.next, 7), turn.zone);
    machine.travel("Pacific/Kiritimati");
    machine.advance(turn.at - 1 - machine.now());
    expect((await restart()).state.notice).toBe(30);
    machine.advance(1);
    expect((await restart()).state.notice).toBe(7);
  },
);

test("the expiry notice is shown while the app is open, and disappears with a renewal", async () => {
  const { licence, machine, school, state } = await openByFile();
  machine.advance(Date.parse("2026-08-10T09:00:00Z") - machine.now());
  await licence.check();
  expect(state.notice).toBe(30);
  const request = (await licence.createRenewalRequest()) ?? "";
  await licence.installFromFile(await school.signFile(request, "2027-08-31"));
  expect(state.notice).toBeNull();
});
