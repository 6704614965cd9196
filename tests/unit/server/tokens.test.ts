import { beforeEach, expect, test } from "vitest";
import type { Reader } from "../../../src/server/accounts/session/access.ts";
import { Tokens } from "../../../src/server/accounts/session/tokens.ts";
import { Background } from "../../../src/server/background.ts";
import { daysIn } from "../../../src/server/days.ts";
import { openDatabase } from "../../../src/server/db/open-database.ts";
import { Tickets } from "../../../src/server/http/tickets.ts";
import { Log } from "../../../src/server/log.ts";
import { asSecret, createHandle, type Secret } from "../../../src/server/secrets.ts";
import { openTemporaryDatabase, type TemporaryDatabase } from "./support/temporary-database.ts";

const HOUR = 3_600_000;
const ACTIVATION = asSecret("0b0f4c1e-8f6b-4a42-9f0e-2f2b3c4d5e6f");
const HANDLE = createHandle();

let store: TemporaryDatabase;
let now: number;
let tokens: Tokens;
let accountId: number;
let token: Secret;
let person: Extract<Reader, { kind: "person" }>;
const licence: Extract<Reader, { kind: "licence" }> = {
  kind: "licence",
  licence: { activationId: ACTIVATION, handle: HANDLE, accountId: null, courses: [11] },
};
beforeEach(async () => {
  now = Date.parse("2026-11-22T12:00:00.000Z");
  store = await openTemporaryDatabase();
  const background = new Background(new Log("silent"));
  tokens = new Tokens(
    store.database,
    () => now,
    background,
    () => daysIn("UTC"),
  );
  accountId = await store.addPerson();
  token = await store.database.write((db) => tokens.issue(db, accountId, null));
  const found = await tokens.find(token);
  if (!found) throw new Error("The session is missing");
  expect(found).toMatchObject({ accountId });
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

/** Blocks the account as a command does, in a connection of its own. */
const blockFromOutside = async (): Promise<void> => {
  const other = await openDatabase(store.dataDir, null);
  await other.write((db) => db.updateTable("account").set({ blocked: now }).execute());
  await other.close();
};

test("a known token needs no query for a minute, whatever this server writes", async () => {
  await store.database.write((db) => db.updateTable("account").set({ email: "x" }).execute());
  now += 59_000;
  expect(tokens.find(token)).not.toBeInstanceOf(Promise);
  now += 1000;
  expect(tokens.find(token)).toBeInstanceOf(Promise);
});

test("what another process changes counts within a tenth of a second", async () => {
  await blockFromOutside();
  now += 99;
  expect(tokens.find(token)).toMatchObject({ accountId });
  now += 1;
  expect(await tokens.find(token)).toBe(null);
});

test("an expired token is refused at its time", async () => {
  await store.database.write((db) =>
    db
      .updateTable("token")
      .set({ expires: now + 3_002_000 })
      .execute(),
  );
  now += 3_000_000;
  expect(await tokens.find(token)).toMatchObject({ accountId });
  now += 2000;
  expect(await tokens.find(token)).toBe(null);
});

test("an account that expires is refused from midnight on", async () => {
  now = Date.parse("2026-11-22T23:59:30.000Z");
  // The date lies a month after the last day, which is the 22nd.
  const expire = "2026-12-22";
  await store.database.write((db) => db.updateTable("account").set({ expire }).execute());
  tokens.forget(accountId);
  expect(await tokens.find(token)).toMatchObject({ accountId });
  now += 29_999;
  expect(await tokens.find(token)).toMatchObject({ accountId });
  now += 1;
  expect(await tokens.find(token)).toBe(null);
});

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
  await tokens.end(person.person);
  expect(await holders()).toEqual([null, licence]);
});
