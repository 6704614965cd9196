import { afterAll, beforeAll, expect, test } from "vitest";
import type { Reader } from "../../../src/server/accounts/session/access.ts";
import { Tokens } from "../../../src/server/accounts/session/tokens.ts";
import { Background } from "../../../src/server/background.ts";
import { daysIn } from "../../../src/server/days.ts";
import { Tickets } from "../../../src/server/http/tickets.ts";
import { Log } from "../../../src/server/log.ts";
import { asSecret, createHandle } from "../../../src/server/secrets.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

const HOUR = 3_600_000;
const ACTIVATION = asSecret("0b0f4c1e-8f6b-4a42-9f0e-2f2b3c4d5e6f");
const HANDLE = createHandle();

let store: TemporaryDatabase;
let now = Date.parse("2026-11-18T12:00:00.000Z");
let tokens: Tokens;
let person: Extract<Reader, { kind: "person" }>;
const licence: Extract<Reader, { kind: "licence" }> = {
  kind: "licence",
  licence: { activationId: ACTIVATION, handle: HANDLE, accountId: null, courses: [11] },
};
beforeAll(async () => {
  store = await openTemporaryDatabase();
  const { database } = store;
  tokens = new Tokens(
    database,
    () => now,
    new Background(new Log("silent")),
    () => daysIn("UTC"),
  );
  const accountId = await store.addPerson();
  const token = await database.write((db) => tokens.issue(db, accountId, null));
  const found = await tokens.find(token);
  if (!found) throw new Error("The session is missing");
  person = { kind: "person", person: found };
  await store.insert("serial_number", {
    ...{ serial: "aaaa-bbbb", account_id: null, name: "", seats: 1, courses: "[11]" },
    ...{ created: now, revoked: null },
  });
  await store.insert("activation", {
    ...{ id: ACTIVATION, handle: HANDLE, serial: "aaaa-bbbb", computer_id: "", license_id: "" },
    ...{ hardware: "", created: now, until: null },
  });
});
afterAll(() => store.close());

/** The tickets of one more server of the school. */
const open = () => new Tickets({ database: store.database, clock: () => now, tokens });

test("a ticket names its holder, at every server of the school", async () => {
  const until = now + HOUR;
  const ofPerson = await open().issue(person, "files", until);
  const ofLicence = await open().issue(licence, "files", until);
  expect(ofPerson).toMatch(/^s[\w-]{22}\.[\da-z]+\.[\w-]{43}$/);
  expect(await open().issue(person, "files", until)).toBe(ofPerson);
  // Under the name that backups leave out.
  const keys = store.database.read.selectFrom("setting").select("value");
  expect(await keys.where("name", "=", "ticket_key").execute()).toHaveLength(1);
  expect(await open().holder(ofPerson, "files")).toEqual(person);
  expect(await open().holder(ofLicence, "files")).toEqual(licence);
});

test("a ticket holds until its time, not at it, and for one purpose alone", async () => {
  const ticket = await open().issue(person, "message 1", now + 1);
  expect(await open().holder(ticket, "message 1")).toEqual(person);
  expect(await open().holder(ticket, "message 2")).toBe(null);
  expect(await open().holder(ticket, "")).toBe(null);
  now += 1;
  expect(await open().holder(ticket, "message 1")).toBe(null);
});

test("a ticket cannot be changed to another holder, a later time or another form", async () => {
  const [holder, until, signature] = (await open().issue(person, "files", now + HOUR)).split(".");
  const [other] = (await open().issue(licence, "files", now + HOUR)).split(".");
  const later = (now + 2 * HOUR).toString(36);
  const wrong = `${signature?.startsWith("A") ? "B" : "A"}${signature?.slice(1)}`;
  for (const parts of [
    [other, until, signature],
    [holder, later, signature],
    [holder, until, wrong],
    [holder, until, signature?.slice(1)],
    [holder, "", signature],
    [holder, `${until}!`, signature],
    [`x${holder}`, until, signature],
    [holder, until, signature, "x"],
    [""],
  ]) {
    expect(await open().holder(parts.join("."), "files")).toBe(null);
  }
});

test("a ticket ends with the licence or the session that got it", async () => {
  const both = [
    await open().issue(person, "files", now + HOUR),
    await open().issue(licence, "files", now + HOUR),
  ];
  const holders = () => Promise.all(both.map((ticket) => open().holder(ticket, "files")));
  const revoke = (revoked: number | null) =>
    store.database.write((db) => db.updateTable("serial_number").set({ revoked }).execute());
  await revoke(now);
  expect(await holders()).toEqual([person, null]);
  await revoke(null);
  const row = await store.database.read.selectFrom("token").selectAll().executeTakeFirstOrThrow();
  await tokens.end(person.person);
  expect(await holders()).toEqual([null, licence]);
  await store.insert("token", row);
  tokens.forget(person.person.accountId);
});
